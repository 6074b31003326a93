#include <array>
#include <utility>

#include <fmt/format.h>

#include "fragments/check/check_body.h"
#include "fragments/check/check_context.h"
#include "fragments/check/check_expression.h"
#include "fragments/interpreter/interpreter.h"
#include "support/float_bits.h"

namespace weft {
namespace {

/// The value of a number of the expected type, which needs no context: so are most defaults of a
/// large document. The lexer has rejected numbers that do not fit their kind.
std::optional<Constant> number_of_type(const syntax::Expr& expr, DataType expected) {
  const auto* number = std::get_if<syntax::NumberExpr>(&expr.kind);
  if (number == nullptr) {
    return std::nullopt;
  }
  if (number->kind == syntax::NumberKind::Float && expected == float_type) {
    return Constant{expected, {float_bits(static_cast<float>(number->real))}};
  }
  const bool is_exact = (number->kind == syntax::NumberKind::Int && expected == int_type) ||
                        (number->kind == syntax::NumberKind::Uint && expected == uint_type);
  return is_exact ? std::optional(Constant{expected, {static_cast<std::uint32_t>(number->integer)}})
                  : std::nullopt;
}

}  // namespace

std::optional<float> find_named_constant(std::string_view name) {
  struct NamedConstant {
    std::string_view name;
    float value;
  };
  constexpr std::array constants = {
      NamedConstant{"PI", 3.14159265358979323846F},
      NamedConstant{"TWO_PI", 6.28318530717958647693F},
      NamedConstant{"HALF_PI", 1.57079632679489661923F},
      NamedConstant{"INV_PI", 0.31830988618379067154F},
      NamedConstant{"E", 2.71828182845904523536F},
  };
  for (const NamedConstant& constant : constants) {
    if (constant.name == name) {
      return constant.value;
    }
  }
  return std::nullopt;
}

Result<Constant> check_constant(const Library& library, const syntax::Module& module,
                                syntax::ExprId expr, DataType expected,
                                const NamedChoices& choices) {
  if (auto number = number_of_type(module.exprs[expr], expected)) {
    return std::move(*number);
  }
  CheckContext context(library, module);
  context.choices = choices;
  CheckedValue value = check_expression(context, expr);
  convert(context, value, expected, "the constant");
  if (!context.diagnostics.empty() || !value.expr) {
    return failed(std::move(context.diagnostics));
  }
  const BodyExpr& checked = context.body.exprs[*value.expr];
  if (checked.op == Operation::Literal) {
    return Constant{checked.type, {checked.payload}};
  }
  auto evaluated = evaluate_expression(library, context.body, *value.expr);
  if (!evaluated) {
    return failed(error_at(Code::NotConstant, evaluated.error().span, evaluated.error().message));
  }
  return std::move(*evaluated);
}

}  // namespace weft
