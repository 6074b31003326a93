#pragma once

#include <vector>

#include "conversions/table/conversion_table.h"
#include "fragments/model/library.h"

namespace weft {

/// A library's conversions: the table that the search reads, and for each rule how its fragment
/// of the library is called.
struct ConversionSet {
  ConversionTable table;
  FeatureSet features;  ///< that any of them reads
  std::vector<std::vector<DataType>>
      type_arguments;  ///< per ConversionId; for instances of generic conversions
};

/// Compiles a library's conversions and preferences into a table for the search. A generic
/// conversion becomes one rule per instantiation of its type variables. O(conversions).
ConversionSet build_conversions(const Library& library);

}  // namespace weft
