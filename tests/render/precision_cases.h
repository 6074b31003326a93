#pragma once

#include <string>
#include <vector>

#include "tests/render/precision_bounds.h"

namespace weft::testing {

/// An expression of Probes. `operands` names the operation's operands for the bound, one letter
/// each: a, b, c the vectors; x, y, z their first components; m the 3×3 matrix, n the 2×2 and o the
/// 4×4 one made of it; t a vector in 0 … 1. Empty: whole numbers, which are exact.
struct PrecisionCase {
  std::string expression;
  std::string operands;
  PrecisionBound bound;
};

/// Some expressions for every operation and intrinsic. Checks that each has a rule, and that each
/// with a rule has an expression.
std::vector<PrecisionCase> precision_cases();

}  // namespace weft::testing
