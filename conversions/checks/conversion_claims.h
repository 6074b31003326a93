#pragma once

#include <optional>
#include <vector>

#include "conversions/table/conversion_table.h"
#include "fragments/model/library.h"

namespace weft {

/// Two chains that a declaration says have the same effect on values of a type.
struct ConversionClaim {
  std::vector<ConversionId> first;
  std::vector<ConversionId> second;
  SemanticType type;
};

/// Returns the greatest lower bound of the types that both conversions take, if there is one.
std::optional<SemanticType> common_input(const ConversionRule& a, const ConversionRule& b,
                                         const Lattice& lattice);

/// Returns the claims of `a commutes with b` or `a equals b then c`: for generic conversions, one
/// claim for each compatible combination of instances, in the order of the first one's data types.
/// Empty if no instances fit or a named conversion is not in the table. O(conversions × names).
std::vector<ConversionClaim> claims_of(const PreferenceDecl& declared, const ConversionTable& table,
                                       const Lattice& lattice);

}  // namespace weft
