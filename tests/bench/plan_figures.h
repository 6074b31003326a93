#pragma once

#include <cstdint>

#include "composer/evaluations/plan.h"
#include "fragments/model/library.h"

namespace weft::testing {

/// What the fragment stage of a plan does.
struct PlanFigures {
  std::uint64_t operations = 0;  ///< per fragment
  std::uint32_t components = 0;  ///< interpolated
};

/// With `is_shared`, an evaluation counts once, otherwise once per use in the expression tree.
PlanFigures plan_figures(const Library& library, const Plan& plan, bool is_shared);

}  // namespace weft::testing
