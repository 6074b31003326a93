#include <array>
#include <utility>

#include <fmt/format.h>

#include "fragments/check/check_body.h"
#include "fragments/check/check_context.h"
#include "fragments/check/check_expression.h"
#include "fragments/interpreter/interpreter.h"

namespace weft {

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
  CheckContext context(library, module);
  context.choices = choices;
  CheckedValue value = check_expression(context, expr);
  convert(context, value, expected, "the constant");
  if (!context.diagnostics.empty()) {
    return failed(std::move(context.diagnostics));
  }
  const BodyExpr& checked = context.body.exprs[*value.expr];
  if (checked.op == Operation::Literal) {  // as most constants of a large document are
    return Constant{checked.type, {checked.payload}};
  }
  auto evaluated = evaluate_expression(library, context.body, *value.expr);
  if (!evaluated) {
    return failed(error_at(Code::NotConstant, evaluated.error().span, evaluated.error().message));
  }
  return std::move(*evaluated);
}

}  // namespace weft
