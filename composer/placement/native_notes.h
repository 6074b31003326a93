#pragma once

#include "composer/evaluations/plan.h"

namespace weft {

/// Notes, one per fragment in order of the plan, about native bodies that declare no law and are
/// called where a linear one could be moved to the vertex stage: what they read is affine in what
/// is interpolated. They stay where they are demanded. `plan` is the naive one. O(evaluations), and
/// laws if there is such a call.
Diagnostics note_native_bodies(const Library& library, const Plan& plan);

}  // namespace weft
