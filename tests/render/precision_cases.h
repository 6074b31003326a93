#pragma once

#include <string>
#include <vector>

#include "tests/render/precision_bounds.h"

namespace weft::testing {

/// An expression of Probes. `operands` names those of its operation for the bound, one letter each:
/// a, b, c the vectors; x, y, z their first components; m the 3×3 matrix, n the 2×2 and o the 4×4
/// one made of it; t a vector in 0 … 1. None: whole numbers, which are exact.
struct PrecisionCase {
  std::string expression;
  std::string operands;
  PrecisionBound bound;
};

/// Every operation and intrinsic in some expressions. Checks on the way that each has a rule, and
/// that none with a rule is without an expression.
std::vector<PrecisionCase> precision_cases();

}  // namespace weft::testing
