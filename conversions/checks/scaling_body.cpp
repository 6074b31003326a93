#include "conversions/checks/scaling_body.h"

#include <optional>
#include <vector>

#include "fragments/model/returned_expression.h"

namespace weft {
namespace {

enum class Form : std::uint8_t { Other, Constant, Scaled };

/// Returns the form of an expression, given its arguments' in `forms`.
Form form_of(const Body& body, const BodyExpr& expr, const std::vector<Form>& forms) {
  const auto form = [&](std::uint32_t argument) {
    return forms[body.argument(expr, argument).index()];
  };
  switch (expr.op) {
    case Operation::Literal:
      return Form::Constant;
    case Operation::Port:
      return Form::Scaled;
    case Operation::Negate:
      return form(0);
    case Operation::Multiply:
      return form(0) == Form::Constant   ? form(1)
             : form(1) == Form::Constant ? form(0)
                                         : Form::Other;
    case Operation::Divide:
      return form(1) == Form::Constant ? form(0) : Form::Other;
    case Operation::Construct: {
      Form all = Form::Constant;
      for (std::uint32_t i = 0; i < expr.argument_count; ++i) {
        all = form(i) == Form::Constant ? all : Form::Other;
      }
      return all;
    }
    default:
      return Form::Other;
  }
}

}  // namespace

bool is_scaling(const Body& body) {
  const std::optional<BodyExprId> result = returned_expression(body);
  if (!result) {
    return false;
  }
  std::vector<Form> forms;
  forms.reserve(body.exprs.size());
  for (const BodyExpr& expr : body.exprs) {  // arguments precede their readers
    const bool is_float = expr.type.is_scalar_or_vector() && expr.type.is_float_based();
    forms.push_back(is_float ? form_of(body, expr, forms) : Form::Other);
  }
  return forms[result->index()] == Form::Scaled;
}

}  // namespace weft
