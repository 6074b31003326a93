#include "live/session/expression_tree.h"

#include <algorithm>
#include <variant>

#include "support/overloaded.h"

namespace weft::live {
namespace {

using syntax::ExprId;

void add_binding_values(const syntax::Module& module, const std::vector<syntax::BindingId>& ids,
                        std::vector<Operand>& into) {
  for (const syntax::BindingId id : ids) {
    const auto& kind = module.bindings[id].kind;
    if (const auto* value = std::get_if<syntax::ValueBinding>(&kind)) {
      into.push_back({value->value, true});
    } else if (const auto* stitch = std::get_if<syntax::StitchBinding>(&kind)) {
      add_binding_values(module, stitch->bindings, into);  // stitch blocks do not nest
    }
  }
}

void add_bound_names(const syntax::Module& module, const std::vector<syntax::BindingId>& ids,
                     std::vector<NameId>& into) {
  for (const syntax::BindingId id : ids) {
    const auto& kind = module.bindings[id].kind;
    if (const auto* value = std::get_if<syntax::ValueBinding>(&kind)) {
      into.push_back(value->name.name);
    } else if (const auto* stitch = std::get_if<syntax::StitchBinding>(&kind)) {
      add_bound_names(module, stitch->bindings, into);
    }
  }
}

std::vector<NameId> names_bound_by(const syntax::Module& module, const syntax::Expr& expr) {
  std::vector<NameId> names;
  if (const auto* lambda = std::get_if<syntax::LambdaExpr>(&expr.kind)) {
    for (const syntax::Identifier& parameter : lambda->parameters) {
      names.push_back(parameter.name);
    }
  } else if (const auto* loop = std::get_if<syntax::LoopExpr>(&expr.kind)) {
    for (const syntax::LoopState& state : loop->states) {
      names.push_back(state.name.name);
    }
    add_bound_names(module, loop->bindings, names);
  }
  return names;
}

/// How many of a loop's operands are outside of it: the count and the initial values.
std::size_t outer_operands(const syntax::Expr& expr) {
  const auto* loop = std::get_if<syntax::LoopExpr>(&expr.kind);
  return loop != nullptr ? 1 + loop->states.size() : 0;
}

bool is_number(const syntax::Module& module, ExprId id) {
  const syntax::Expr& expr = module.exprs[id];
  if (const auto* unary = std::get_if<syntax::UnaryExpr>(&expr.kind)) {
    return unary->op == syntax::UnaryOperator::Negate &&
           std::holds_alternative<syntax::NumberExpr>(module.exprs[unary->operand].kind);
  }
  return std::holds_alternative<syntax::NumberExpr>(expr.kind);
}

}  // namespace

std::vector<Operand> operands_of(const syntax::Module& module, ExprId id) {
  using namespace syntax;
  std::vector<Operand> found;
  std::visit(Overloaded{
                 [](const NameExpr&) {},
                 [](const NumberExpr&) {},
                 [](const BoolExpr&) {},
                 [](const StringExpr&) {},
                 [](const ColorExpr&) {},
                 [&](const ParenExpr& e) {
                   found = {{e.inner, true}};
                 },
                 [&](const UnaryExpr& e) {
                   found = {{e.operand, false}};
                 },
                 [&](const BinaryExpr& e) {
                   found = {{e.left, false}, {e.right, false}};
                 },
                 [&](const SelectExpr& e) {
                   found = {{e.condition, false}, {e.if_true, false}, {e.if_false, false}};
                 },
                 [&](const AscribeExpr& e) {
                   found = {{e.operand, false}};
                 },
                 [&](const MemberExpr& e) {
                   found = {{e.object, false}};
                 },
                 [&](const IndexExpr& e) {
                   found = {{e.object, false}, {e.index, true}};
                 },
                 [&](const CallExpr& e) {
                   if (!std::holds_alternative<NameExpr>(module.exprs[e.callee].kind)) {
                     found.push_back({e.callee, false});
                   }
                   for (const Argument& argument : e.arguments) {
                     found.push_back({argument.value, true});
                   }
                 },
                 [&](const WithExpr& e) {
                   found.push_back({e.operand, false});
                   for (const Injection& injection : e.injections) {
                     found.push_back({injection.value, true});
                   }
                 },
                 [&](const LoopExpr& e) {
                   found.push_back({e.count, false});
                   for (const LoopState& state : e.states) {
                     found.push_back({state.initial, true});
                   }
                   add_binding_values(module, e.bindings, found);
                 },
                 [&](const LambdaExpr& e) {
                   found = {{e.body, false}};
                 },
             },
             module.exprs[id].kind);
  return found;
}

ExprId unwrapped(const syntax::Module& module, ExprId id) {
  for (;;) {
    const syntax::Expr& expr = module.exprs[id];
    if (const auto* paren = std::get_if<syntax::ParenExpr>(&expr.kind)) {
      id = paren->inner;
    } else if (const auto* ascription = std::get_if<syntax::AscribeExpr>(&expr.kind)) {
      id = ascription->operand;
    } else {
      return id;
    }
  }
}

std::optional<Operand> operand_at(const syntax::Module& module, ExprId root,
                                  std::span<const std::uint32_t> path) {
  Operand operand{root, true};
  for (const std::uint32_t position : path) {
    const std::vector<Operand> operands = operands_of(module, unwrapped(module, operand.expr));
    if (position >= operands.size()) {
      return std::nullopt;
    }
    operand = operands[position];
  }
  return operand;
}

bool is_literal(const syntax::Module& module, ExprId id) {
  const syntax::Expr& expr = module.exprs[id];
  if (const auto* call = std::get_if<syntax::CallExpr>(&expr.kind)) {
    return !call->arguments.empty() &&
           std::holds_alternative<syntax::NameExpr>(module.exprs[call->callee].kind) &&
           std::all_of(call->arguments.begin(), call->arguments.end(),
                       [&](const syntax::Argument& argument) {
                         return !argument.name && is_number(module, argument.value);
                       });
  }
  return is_number(module, id) || std::holds_alternative<syntax::ColorExpr>(expr.kind) ||
         std::holds_alternative<syntax::BoolExpr>(expr.kind) ||
         std::holds_alternative<syntax::StringExpr>(expr.kind);
}

bool is_primary(const syntax::Module& module, ExprId id) {
  const auto& kind = module.exprs[id].kind;
  return !std::holds_alternative<syntax::UnaryExpr>(kind) &&
         !std::holds_alternative<syntax::BinaryExpr>(kind) &&
         !std::holds_alternative<syntax::SelectExpr>(kind) &&
         !std::holds_alternative<syntax::AscribeExpr>(kind) &&
         !std::holds_alternative<syntax::LoopExpr>(kind) &&
         !std::holds_alternative<syntax::LambdaExpr>(kind) &&
         !std::holds_alternative<syntax::WithExpr>(kind);
}

std::vector<NameUse> all_names_in(const syntax::Module& module, ExprId root) {
  struct Visit {
    ExprId expr;
    std::size_t bound;  // how many names are bound around it
    bool is_callee = false;
  };
  std::vector<NameUse> uses;
  std::vector<std::pair<Visit, std::vector<NameId>>> open;  // with the names to bind first
  std::vector<NameId> bound;
  open.push_back({{root, 0, false}, {}});
  while (!open.empty()) {
    auto [visit, names] = std::move(open.back());
    open.pop_back();
    bound.resize(visit.bound, NameId(0));
    bound.insert(bound.end(), names.begin(), names.end());
    const syntax::Expr& expr = module.exprs[visit.expr];
    const auto use = [&](NameId name, Span span, bool is_callee) {
      const bool is_bound = std::find(bound.begin(), bound.end(), name) != bound.end();
      uses.push_back({name, span, is_callee, is_bound});
    };
    if (const auto* name = std::get_if<syntax::NameExpr>(&expr.kind)) {
      use(name->name, expr.span, visit.is_callee);
    } else if (const auto* call = std::get_if<syntax::CallExpr>(&expr.kind)) {
      const syntax::Expr& callee = module.exprs[call->callee];
      if (const auto* called = std::get_if<syntax::NameExpr>(&callee.kind)) {
        use(called->name, callee.span, true);
      }
    }
    const std::vector<NameId> inner = names_bound_by(module, expr);
    const std::size_t outside = outer_operands(expr);
    const std::vector<Operand> operands = operands_of(module, visit.expr);
    // Last in, first out: what is inside keeps the bindings around it, so operands outside come
    // with the same number of bound names.
    const auto* call = std::get_if<syntax::CallExpr>(&expr.kind);
    const bool is_wrapped = visit.is_callee && std::holds_alternative<syntax::ParenExpr>(expr.kind);
    for (std::size_t i = 0; i < operands.size(); ++i) {
      const bool is_callee = is_wrapped || (call != nullptr && operands[i].expr == call->callee);
      open.push_back({{operands[i].expr, bound.size(), is_callee},
                      i < outside ? std::vector<NameId>() : inner});
    }
  }
  return uses;
}

std::vector<NameUse> names_in(const syntax::Module& module, ExprId root) {
  std::vector<NameUse> uses = all_names_in(module, root);
  std::erase_if(uses, [](const NameUse& use) { return use.is_bound; });
  return uses;
}

std::vector<NameId> bound_in(const syntax::Module& module, ExprId root) {
  std::vector<NameId> names;
  std::vector<ExprId> open{root};
  while (!open.empty()) {
    const ExprId id = open.back();
    open.pop_back();
    const std::vector<NameId> inner = names_bound_by(module, module.exprs[id]);
    names.insert(names.end(), inner.begin(), inner.end());
    for (const Operand& operand : operands_of(module, id)) {
      open.push_back(operand.expr);
    }
  }
  return names;
}

std::string_view binder_in(const syntax::Module& module, ExprId root, NameId name) {
  std::vector<ExprId> open{root};
  while (!open.empty()) {
    const ExprId id = open.back();
    open.pop_back();
    const syntax::Expr& expr = module.exprs[id];
    const std::vector<NameId> inner = names_bound_by(module, expr);
    if (std::find(inner.begin(), inner.end(), name) != inner.end()) {
      const auto* loop = std::get_if<syntax::LoopExpr>(&expr.kind);
      const auto is_it = [&](const syntax::LoopState& state) { return state.name.name == name; };
      return loop == nullptr                                                ? "lambda parameter"
             : std::any_of(loop->states.begin(), loop->states.end(), is_it) ? "loop state"
                                                                            : "loop binding";
    }
    for (const Operand& operand : operands_of(module, id)) {
      open.push_back(operand.expr);
    }
  }
  return {};
}

}  // namespace weft::live
