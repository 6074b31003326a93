#pragma once

#include <vector>

#include "composer/evaluations/plan.h"
#include "fragments/analysis/laws.h"

// Which fragment values may be computed per vertex and interpolated without changing the picture?
// Exactly those that are affine in everything that is interpolated: interpolation over a triangle
// is an affine combination (barycentric weights with sum 1), and affine functions commute with
// affine combinations. So this is an abstract interpretation over the lattice of laws
//
//   zero < constant, linear < affine < nonlinear
//
// (fragments/analysis/laws.h). Interpolated values are linear; values known per fragment only are
// nonlinear; each operation maps the laws of its operands to that of its result: the sum of affine
// values is affine, the product of two is nonlinear, the product with a constant keeps the law.
// Bodies of leaves are analyzed once per combination of operand laws. Loops iterate to a fixed
// point of the states' laws.

namespace weft {

/// Returns, per evaluation, how it depends on all interpolated values together. Values constant per
/// draw or instance are constant. Parameters that a leaf passes to its functions are assumed all
/// constant or all affine; loop states have the laws that every step preserves. Evaluations inside
/// functions have no law of their own (their call has) and are nonlinear here, as are calls nested
/// more than three functions deep. O(evaluations + inputs), plus each leaf body once per
/// combination of laws and each function a few times.
std::vector<Law> evaluation_laws(const Library& library, LeafLaws& leaves, const Plan& plan);

}  // namespace weft
