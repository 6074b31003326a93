#include "codegen/raise/hlsl/hlsl_constants.h"

#include <cstddef>
#include <optional>
#include <vector>

#include "codegen/raise/raise_expressions.h"

namespace weft {
namespace {

/// Appends what a vector is made of, if those are names and numbers. Constructors nest as deep as
/// the text.
bool append_components(const BodyRaise& raise, BodyExprId source, std::vector<BodyExprId>& out) {
  std::vector<BodyExprId> open{source};
  while (!open.empty()) {
    const BodyExprId id = open.back();
    open.pop_back();
    const BodyExpr& expr = raise.source(id);
    if (expr.type.is_scalar() && expr.argument_count == 0) {
      out.push_back(id);
    } else if (expr.op == Operation::Construct && expr.argument_count > 1) {
      for (std::uint32_t i = expr.argument_count; i-- > 0;) {
        open.push_back(raise.argument(expr, i));
      }
    } else {
      return false;
    }
  }
  return true;
}

/// One component of a vector; of a constructor of scalars, its argument.
BodyExprId component(BodyRaise& raise, BodyExprId source, int at) {
  const BodyExpr& vector = raise.source(source);
  if (vector.type.is_scalar()) {
    return raise.raised(source);
  }
  if (vector.op == Operation::Construct &&
      vector.argument_count == static_cast<std::uint32_t>(vector.type.rows())) {
    return raise.raised(vector, static_cast<std::uint32_t>(at));
  }
  return raise.add(Operation::Swizzle, DataType::scalar(vector.type.scalar_kind()),
                   {raise.raised(source)}, pack_swizzle(&at, 1));
}

}  // namespace

std::optional<BodyExprId> components_of_constructor(BodyRaise& raise, const BodyExpr& from) {
  const bool is_index = from.op == Operation::Index;
  const BodyExpr& object = raise.argument_expr(from, 0);
  std::vector<BodyExprId> components;
  if (object.op != Operation::Construct || !object.type.is_vector() ||
      (is_index && raise.argument_expr(from, 1).op != Operation::Literal) ||
      !append_components(raise, raise.argument(from, 0), components)) {
    return std::nullopt;
  }
  if (is_index) {
    const std::size_t at = raise.argument_expr(from, 1).payload;
    return at < components.size() ? std::optional(raise.raised(components[at])) : std::nullopt;
  }
  std::vector<BodyExprId> chosen;
  for (int i = 0; i < swizzle_count(from.payload); ++i) {
    const auto at = static_cast<std::size_t>(swizzle_component(from.payload, i));
    chosen.push_back(raise.raised(components[at]));
  }
  return chosen.size() == 1 ? chosen.front() : raise.construct(from.type, chosen);
}

std::optional<BodyExprId> compare_constant_components(BodyRaise& raise, const BodyExpr& from) {
  const std::optional<Operation> op = comparison_of_scalars(static_cast<Intrinsic>(from.payload));
  if (!op || !is_computed_from_literals(raise, from)) {
    return std::nullopt;
  }
  std::vector<BodyExprId> components;
  for (int i = 0; i < from.type.rows(); ++i) {
    const BodyExprId left = component(raise, raise.argument(from, 0), i);
    const BodyExprId right = component(raise, raise.argument(from, 1), i);
    components.push_back(raise.add(*op, bool_type, {left, right}));
  }
  return raise.construct(from.type, components);
}

}  // namespace weft
