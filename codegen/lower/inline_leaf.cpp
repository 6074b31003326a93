#include "codegen/lower/inline_leaf.h"

#include <algorithm>

#include "fragments/model/returned_expression.h"

namespace weft {
namespace {

// A port, a literal, or a feature that is a value.
bool is_given(const BodyExpr& expr) {
  return expr.op == Operation::Port || expr.op == Operation::Literal ||
         (expr.op == Operation::Feature && expr.type.is_plain());
}

// Whether the operand is a given value, or selects or constructs from given values: `a`, `a.xyz`,
// `float3(a)`, `float4(a, 1.0)`.
bool is_operand(const Body& body, BodyExprId id) {
  constexpr int most_steps = 4;
  for (int step = 0; step < most_steps; ++step) {
    const BodyExpr& expr = body.exprs[id];
    if (is_given(expr)) {
      return true;
    }
    const bool selects = expr.op == Operation::Swizzle || expr.op == Operation::Member;
    if (expr.op == Operation::Construct && expr.argument_count > 1) {
      for (std::uint32_t i = 0; i < expr.argument_count; ++i) {
        if (!is_given(body.exprs[body.argument(expr, i)])) {
          return false;
        }
      }
      return true;
    }
    if (!selects && expr.op != Operation::Construct) {
      return false;
    }
    id = body.argument(expr, 0);
  }
  return false;
}

// Whether an array is indexed that the body makes: HLSL has no arrays without a name, so the array
// needs a line of its own.
bool indexes_made_array(const Body& body) {
  return std::any_of(body.exprs.begin(), body.exprs.end(), [&body](const BodyExpr& expr) {
    if (expr.op != Operation::Index || !body.exprs[body.argument(expr, 0)].type.is_array()) {
      return false;
    }
    const BodyExpr* object = &body.exprs[body.argument(expr, 0)];
    while (object->op == Operation::Member || object->op == Operation::Index) {
      object = &body.exprs[body.argument(*object, 0)];
    }
    return object->op != Operation::Port && object->op != Operation::Feature;
  });
}

}  // namespace

std::optional<BodyExprId> operator_of(const Body& body) {
  const std::optional<BodyExprId> result = returned_expression(body);
  if (!result) {
    return std::nullopt;
  }
  BodyExpr expr = body.exprs[*result];
  if (expr.op == Operation::Swizzle && !is_operand(body, *result)) {
    expr = body.exprs[body.argument(expr, 0)];  // `(m * float4(p, 1.0)).xyz`
  }
  if (expr.op == Operation::Call || expr.op == Operation::PortCall ||
      expr.op == Operation::Feature || expr.op == Operation::Select ||
      (expr.op == Operation::Index && indexes_made_array(body))) {
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
  const Body* body = body_of(library, leaf);
  return body != nullptr ? inlined_expression(leaf, *body) : std::nullopt;
}

std::optional<BodyExprId> inlined_expression(const LeafEvaluation& leaf, const Body& body) {
  constexpr std::size_t most_expressions = 32;
  if (value_part(leaf) == nullptr || body.exprs.size() > most_expressions || !body.calls.empty() ||
      !body.features.empty()) {
    return operator_of(body);
  }
  if (indexes_made_array(body)) {
    return std::nullopt;
  }
  const auto& block = std::get<BlockBody>(body.stmts[*body.root].kind);
  return std::get<ReturnBody>(body.stmts[block.statements.front()].kind).value;
}

}  // namespace weft
