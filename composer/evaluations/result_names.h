#pragma once

#include <cstdint>
#include <string>

#include "composer/evaluations/plan.h"

namespace weft {

/// The name of one of several results of a call where the author gave it none: `halves_low`, by the
/// call's own name or that of its fragment, or of a loop the state's name. Empty for other calls.
std::string name_of_result(const Library& library, const Evaluation& call, std::uint32_t result);

}  // namespace weft
