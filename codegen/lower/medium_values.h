#pragma once

#include <cstdint>
#include <vector>

#include "codegen/interface/stage_slice.h"
#include "composer/evaluations/plan.h"

// Medium precision is a permission, as `flat` is one: a profile states `set precision medium`, and
// the declaration of a trait's value says for which values ten bits of mantissa and numbers up to
// 65504 are enough (Precision, fragments/types/precision.h). A value may be rounded to it if its
// type says so, or if it provably lies between -2 and 2, as weights and their sums do.
//
// Compilers give an operator the precision of its operands: the highest in GLSL, the lowest in
// glslang's HLSL. So here the operands of an operator have one precision. An operator is computed
// with medium precision if
//
// - its operands may be rounded to it, and so may its result, and
// - all operators that read it are computed so too, and
// - nothing sensitive is computed from it: no value whose type keeps full precision (positions,
//   texture coordinates, directions, depth), no bool or integer; every step between is Lipschitz
//   continuous (lipschitz_law.h), so that the error stays one of the same order.
//
// What its operands are computed with is not asked: for it alone they are rounded, in a local of
// their own. A call is such an operator if its function can have medium precision throughout
// (allows_medium()). Other functions are full, as are those given to leaves, and loops. They are
// given results of such operators if a type of that precision is behind them, as a color is, but no
// weights: a number near 0 may have a great factor there.

namespace weft {

/// How a value of the fragment stage gets medium precision.
enum class MediumRole : std::uint8_t {
  None,      ///< not at all
  Computed,  ///< it is an operator that is computed with it
  Rounded,   ///< it has full precision, but operators that are computed with medium read it rounded
};

/// Per evaluation; empty if all have full precision: in profiles that do not permit another.
/// `slice`: of the fragment stage. O(evaluations + inputs), plus each leaf body once per port.
std::vector<MediumRole> find_medium_values(const Library& library, const Plan& plan,
                                           const StageSlice& slice);

}  // namespace weft
