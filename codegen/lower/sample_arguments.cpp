#include "codegen/lower/sample_arguments.h"

#include <vector>

#include "fragments/model/intrinsics.h"

namespace weft {

bool samples_texture(const BodyExpr& expr) {
  if (expr.op != Operation::Intrinsic) {
    return false;
  }
  const IntrinsicShape shape = intrinsic_shape(static_cast<Intrinsic>(expr.payload));
  return shape == IntrinsicShape::Sample || shape == IntrinsicShape::SampleBias ||
         shape == IntrinsicShape::Gather || shape == IntrinsicShape::SampleLod ||
         shape == IntrinsicShape::SampleGrad || shape == IntrinsicShape::SampleCompare;
}

bool becomes_control_flow(Operation op) {
  return op == Operation::Select || op == Operation::And || op == Operation::Or;
}

bool has_control_flow(const Body& body, BodyExprId id) {
  std::vector<BodyExprId> open = {id};
  while (!open.empty()) {
    const BodyExpr& expr = body.exprs[open.back()];
    open.pop_back();
    if (becomes_control_flow(expr.op)) {
      return true;
    }
    for (std::uint32_t i = 0; i < expr.argument_count; ++i) {
      open.push_back(body.argument(expr, i));
    }
  }
  return false;
}

}  // namespace weft
