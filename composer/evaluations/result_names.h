#pragma once

#include <cstdint>
#include <string>

#include "composer/evaluations/plan.h"

namespace weft {

/// Returns a name for one of several results where the author gave none: `halves_low`, from the
/// name of the call or of its fragment; for a loop, the state's name. Empty for other calls.
std::string name_of_result(const Library& library, const Evaluation& call, std::uint32_t result);

}  // namespace weft
