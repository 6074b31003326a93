#pragma once

#include "composer/evaluations/plan.h"

namespace weft {

/// Notes about native bodies without a declared law at calls where a linear law would permit moving
/// them to the vertex stage, because their inputs are affine in the interpolated values. One note
/// per fragment, in plan order. `plan` is the naive one. O(evaluations), plus the laws if there is
/// such a call.
Diagnostics note_native_bodies(const Library& library, const Plan& plan);

}  // namespace weft
