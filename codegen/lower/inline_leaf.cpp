#include "codegen/lower/inline_leaf.h"

#include "fragments/model/returned_expression.h"

namespace weft {
namespace {

// Whether the operand is little more than a port: a literal, `a`, `a.xyz`, `float3(a)`.
bool is_operand(const Body& body, BodyExprId id) {
  constexpr int most_steps = 4;
  for (int step = 0; step < most_steps; ++step) {
    const BodyExpr& expr = body.exprs[id];
    switch (expr.op) {
      case Operation::Port:
      case Operation::Literal:
        return true;
      case Operation::Swizzle:
      case Operation::Member:
        break;
      case Operation::Construct:
        if (expr.argument_count != 1) {
          return false;
        }
        break;
      default:  // a separate operation
        return false;
    }
    id = body.argument(expr, 0);
  }
  return false;
}

}  // namespace

std::optional<BodyExprId> operator_of(const Body& body) {
  const std::optional<BodyExprId> result = returned_expression(body);
  if (!result) {
    return std::nullopt;
  }
  const BodyExpr& expr = body.exprs[*result];
  if (expr.op == Operation::Call || expr.op == Operation::PortCall ||
      expr.op == Operation::Feature || expr.op == Operation::Select) {
    return std::nullopt;
  }
  for (std::uint32_t i = 0; i < expr.argument_count; ++i) {
    if (!is_operand(body, body.argument(expr, i))) {
      return std::nullopt;
    }
  }
  return result;
}

std::optional<BodyExprId> inlined_expression(const Library& library, const LeafEvaluation& leaf) {
  constexpr std::size_t most_expressions = 32;
  const Body* body = body_of(library, leaf);
  if (body == nullptr) {
    return std::nullopt;
  }
  if (value_part(leaf) == nullptr || body->exprs.size() > most_expressions ||
      !body->calls.empty() || !body->features.empty()) {
    return operator_of(*body);
  }
  const auto& block = std::get<BlockBody>(body->stmts[*body->root].kind);
  return std::get<ReturnBody>(body->stmts[block.statements.front()].kind).value;
}

}  // namespace weft
