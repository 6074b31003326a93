#pragma once

#include <optional>
#include <vector>

#include "conversions/table/conversion_table.h"
#include "fragments/model/library.h"

namespace weft {

/// Two ways that are declared to make the same of a value of that type.
struct ConversionClaim {
  std::vector<ConversionId> first;
  std::vector<ConversionId> second;
  SemanticType type;
};

/// The least type that both conversions take, if any.
std::optional<SemanticType> common_input(const ConversionRule& a, const ConversionRule& b,
                                         const Lattice& lattice);

/// What `a commutes with b` or `a equals b then c` says: of a generic conversion one claim for each
/// choice of instances that fit together, in the order of the data types of the first one named.
/// Empty if none fits, or one of those that are named is no conversion of the table.
/// O(conversions × names).
std::vector<ConversionClaim> claims_of(const PreferenceDecl& declared, const ConversionTable& table,
                                       const Lattice& lattice);

}  // namespace weft
