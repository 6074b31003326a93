#include "fragments/syntax/size_expression.h"

#include <variant>
#include <vector>

namespace weft {

bool mentions_name(const syntax::Module& module, syntax::ExprId size,
                   const std::function<bool(NameId)>& is_one) {
  std::vector<syntax::ExprId> open{size};
  while (!open.empty()) {
    const syntax::Expr& expr = module.exprs[open.back()];
    open.pop_back();
    if (const auto* name = std::get_if<syntax::NameExpr>(&expr.kind)) {
      if (is_one(name->name)) {
        return true;
      }
    } else if (const auto* parentheses = std::get_if<syntax::ParenExpr>(&expr.kind)) {
      open.push_back(parentheses->inner);
    } else if (const auto* unary = std::get_if<syntax::UnaryExpr>(&expr.kind)) {
      open.push_back(unary->operand);
    } else if (const auto* binary = std::get_if<syntax::BinaryExpr>(&expr.kind)) {
      open.push_back(binary->left);
      open.push_back(binary->right);
    } else if (const auto* call = std::get_if<syntax::CallExpr>(&expr.kind)) {
      for (const syntax::Argument& argument : call->arguments) {
        open.push_back(argument.value);
      }
    }
  }
  return false;
}

}  // namespace weft
