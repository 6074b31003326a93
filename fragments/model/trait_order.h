#pragma once

#include <string>
#include <string_view>
#include <vector>

#include "fragments/model/library.h"

namespace weft {

/// All traits of a library in print order. Machine-readable output must not depend on the order in
/// which traits were declared.
using TraitOrder = std::vector<TraitId>;

TraitOrder traits_by_name(const Library& library);

/// Traits mentioned in the canonical texts first, in that order, then the others by name. O(length
/// of the texts + traits × log traits).
TraitOrder traits_as_named(const Library& library, const std::vector<std::string_view>& texts);

/// Canonical text: `type:float3,use:normal,basis:world`.
std::string type_text(const Library& library, const SemanticType& type, const TraitOrder& order);
/// As in source: `float3 {use: normal, basis: world}`.
std::string type_source(const Library& library, const SemanticType& type, const TraitOrder& order);
std::string demand_source(const Library& library, const Demand& demand, const TraitOrder& order);
/// `{use: normal, basis: world}`
std::string traits_source(const Library& library, const std::vector<TraitEntry>& entries,
                          const TraitOrder& order);

}  // namespace weft
