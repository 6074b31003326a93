#pragma once

#include <cstdint>
#include <string>
#include <utility>
#include <vector>

#include "composer/elaborate/elaborate.h"
#include "support/diagnostic.h"

// What a profile demands of a material: the outputs, and the states of its simulations.

namespace weft {

/// A call and the position of the demand that it is for, as in demand_at().
using DemandedCall = std::pair<std::uint32_t, CallId>;

/// The unconverted values of the demands, by position. Reports outputs that the material lacks, and
/// profiles for simulations where it has none.
std::vector<DemandedCall> demanded_values(const Composition& composition, Elaborator& elaborator,
                                          Diagnostics& diagnostics);

/// The calls that the composition needs.
std::vector<CallId> roots_of(const std::vector<DemandedCall>& outputs);

/// `output 'height'`, `state 'height'`.
std::string name_of_demand(const Composition& composition, std::uint32_t position);

}  // namespace weft
