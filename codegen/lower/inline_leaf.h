#pragma once

#include "composer/evaluations/plan.h"

namespace weft {

/// The returned expression of a leaf whose body is one operator, intrinsic or constructor over its
/// ports, features and literals (`return mix(a, b, t);`). Such leaves are inlined into the line
/// that uses them. None for all other leaves. O(1).
std::optional<BodyExprId> operator_of(const Body& body);

/// The expression that is written in place of a call: that of an operator, or of a part of a body
/// that is not too long (LeafPart). It has at most 32 operands. None for all other leaves.
std::optional<BodyExprId> inlined_expression(const Library& library, const LeafEvaluation& leaf);

/// The same with constants in the place of some ports in the leaf's body.
std::optional<BodyExprId> inlined_expression(const LeafEvaluation& leaf, const Body& body);

}  // namespace weft
