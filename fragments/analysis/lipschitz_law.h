#pragma once

#include <cstdint>
#include <vector>

#include "fragments/analysis/laws.h"

namespace weft {

/// An OperationLaw for LeafLaws that asks how far an error of an operand spreads, not whether it
/// commutes with interpolation. It reads the lattice so: Constant does not depend on the operand;
/// Linear and Affine are Lipschitz continuous in it, as long as all values are bounded, so that an
/// error of the operand is an error of the same order in the result; Nonlinear may jump (a
/// comparison, `floor`) or be arbitrarily steep (a root, a quotient, a power). O(arguments).
Law lipschitz_law(Operation op, std::uint32_t payload, DataType type,
                  const std::vector<Law>& arguments);

}  // namespace weft
