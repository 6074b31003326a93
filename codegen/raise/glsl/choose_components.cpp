#include "codegen/raise/glsl/choose_components.h"

#include <vector>

#include "codegen/raise/raise_expressions.h"

namespace weft {
namespace {

bool is_value(const BodyExpr& expr) {
  return expr.op == Operation::Local || expr.op == Operation::Port ||
         expr.op == Operation::Symbol || expr.op == Operation::Literal;
}

bool is_same_value(const BodyExpr& a, const BodyExpr& b) {
  return is_value(a) && a.op == b.op && a.type == b.type && a.payload == b.payload;
}

/// The vector that has these scalars as its components: `v` for `v.x, v.y, v.z`, and a splat for
/// one scalar that is repeated.
std::optional<BodyExprId> vector_of(BodyRaise& raise, const std::vector<BodyExprId>& scalars) {
  const auto count = static_cast<int>(scalars.size());
  const BodyExpr& first = raise.source(scalars.front());
  if (is_value(first)) {
    for (const BodyExprId each : scalars) {
      if (!is_same_value(first, raise.source(each))) {
        return std::nullopt;
      }
    }
    const DataType type = DataType::vector(first.type.scalar_kind(), count);
    return raise.broadcast(raise.raised(scalars.front()), type);
  }
  if (first.op != Operation::Swizzle) {
    return std::nullopt;
  }
  const BodyExpr& whole = raise.argument_expr(first, 0);
  for (int i = 0; i < count; ++i) {
    const BodyExpr& each = raise.source(scalars[static_cast<std::size_t>(i)]);
    const bool is_component = each.op == Operation::Swizzle && swizzle_count(each.payload) == 1 &&
                              swizzle_component(each.payload, 0) == i &&
                              is_same_value(whole, raise.argument_expr(each, 0));
    if (!is_component) {
      return std::nullopt;
    }
  }
  return whole.type.is_vector() && whole.type.rows() == count
             ? std::optional(raise.raised(first, 0))
             : std::nullopt;
}

}  // namespace

std::optional<BodyExprId> choose_components(BodyRaise& raise, const BodyExpr& from) {
  if (!from.type.is_vector() ||
      from.argument_count != static_cast<std::uint32_t>(from.type.rows())) {
    return std::nullopt;
  }
  // The scalars on the left and right of the comparisons, and on the two sides of the choices.
  std::vector<BodyExprId> left;
  std::vector<BodyExprId> right;
  std::vector<BodyExprId> if_true;
  std::vector<BodyExprId> if_false;
  std::optional<Intrinsic> comparison;
  for (std::uint32_t i = 0; i < from.argument_count; ++i) {
    const BodyExpr& choice = raise.argument_expr(from, i);
    if (choice.op != Operation::Select || !choice.type.is_scalar()) {
      return std::nullopt;
    }
    const BodyExpr& condition = raise.argument_expr(choice, 0);
    const std::optional<Intrinsic> compares = comparison_by_component(condition.op);
    if (!compares || compares != comparison.value_or(*compares) ||
        !raise.argument_type(condition, 0).is_scalar()) {
      return std::nullopt;
    }
    comparison = compares;
    left.push_back(raise.argument(condition, 0));
    right.push_back(raise.argument(condition, 1));
    if_true.push_back(raise.argument(choice, 1));
    if_false.push_back(raise.argument(choice, 2));
  }
  const auto compared = vector_of(raise, left);
  const auto bound = vector_of(raise, right);
  const auto chosen = vector_of(raise, if_true);
  const auto other = vector_of(raise, if_false);
  if (!compared || !bound || !chosen || !other) {
    return std::nullopt;
  }
  const BodyExprId condition = raise.intrinsic(
      *comparison, DataType::vector(Scalar::Bool, from.type.rows()), {*compared, *bound});
  // Of the raised program alone: with bools GLSL's mix chooses.
  return raise.intrinsic(Intrinsic::Mix, from.type, {*other, *chosen, condition});
}

}  // namespace weft
