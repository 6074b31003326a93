#pragma once

#include "fragments/model/body.h"

// In SPIR-V, a texture meets its sampler (OpSampledImage) in the block that samples it. Compilers
// let them meet before the other arguments, so these must not begin a block: arguments with control
// flow in them go into locals first.

namespace weft {

/// Whether the expression reads a texture through its sampler.
bool samples_texture(const BodyExpr& expr);

/// Whether compilers make blocks of the operation: choices and lazy operators.
bool becomes_control_flow(Operation op);

/// Whether the expression or an operand of it becomes control flow. O(expression).
bool has_control_flow(const Body& body, BodyExprId id);

}  // namespace weft
