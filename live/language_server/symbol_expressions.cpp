#include <algorithm>
#include <variant>

#include "live/language_server/symbol_collector.h"
#include "live/session/expression_tree.h"
#include "support/overloaded.h"

namespace weft::lsp {
namespace {

using syntax::ExprId;

/// Paths of features are short; longer chains of members are not looked at.
constexpr std::size_t most_path_parts = 8;
/// How many values are followed to find the fragment that a value comes from.
constexpr int most_values_followed = 16;

Span member_span(const syntax::MemberExpr& expr) { return expr.member.span; }

/// The loop whose states an expression has; null if it is no loop.
const syntax::LoopExpr* loop_of(const SymbolCollector& c, ExprId expr) {
  const syntax::Module& module = c.text.module();
  for (int i = 0; i < most_values_followed; ++i) {
    const syntax::Expr& at = module.exprs[live::unwrapped(module, expr)];
    if (const auto* loop = std::get_if<syntax::LoopExpr>(&at.kind)) {
      return loop;
    }
    const auto* with = std::get_if<syntax::WithExpr>(&at.kind);
    const auto* name = std::get_if<syntax::NameExpr>(&at.kind);
    const auto local = name != nullptr ? c.find_local(name->name) : std::nullopt;
    const auto origin = local ? c.origins.find(*local) : c.origins.end();
    if (with != nullptr) {
      expr = with->operand;
    } else if (origin != c.origins.end() && origin->second.value && !origin->second.type) {
      expr = *origin->second.value;
    } else {
      return nullptr;
    }
  }
  return nullptr;
}

const syntax::LoopState* find_state(const syntax::LoopExpr* loop, NameId name) {
  const std::size_t count = loop != nullptr ? loop->states.size() : 0;
  for (std::size_t i = 0; i < count; ++i) {
    if (loop->states[i].name.name == name) {
      return &loop->states[i];
    }
  }
  return nullptr;
}

/// The fragment or struct whose results or members an expression has, with the members that lead
/// from it to the expression: `Nest.one` of `n.one`, where `n` is declared a `Nest`. Empty if that
/// takes types.
std::string owner_of(const SymbolCollector& c, ExprId expr) {
  const syntax::Module& module = c.text.module();
  std::string path;
  for (int i = 0; i < most_values_followed; ++i) {
    const syntax::Expr& at = module.exprs[live::unwrapped(module, expr)];
    if (const auto* read = std::get_if<syntax::MemberExpr>(&at.kind)) {
      if (const auto* loop = loop_of(c, read->object)) {
        const syntax::LoopState* state = find_state(loop, read->member.name);
        return state != nullptr ? c.spelling(state->type.name.name) + path : std::string();
      }
      path.insert(0, "." + c.spelling(read->member.name));
      expr = read->object;
      continue;
    }
    if (const auto* call = std::get_if<syntax::CallExpr>(&at.kind)) {
      const auto* callee = std::get_if<syntax::NameExpr>(&module.exprs[call->callee].kind);
      return callee != nullptr && !c.find_local(callee->name) ? c.spelling(callee->name) + path
                                                              : std::string();
    }
    if (const auto* index = std::get_if<syntax::IndexExpr>(&at.kind)) {
      expr = index->object;
      continue;
    }
    if (const auto* with = std::get_if<syntax::WithExpr>(&at.kind)) {
      expr = with->operand;
      continue;
    }
    const auto* name = std::get_if<syntax::NameExpr>(&at.kind);
    const auto local = name != nullptr ? c.find_local(name->name) : std::nullopt;
    const auto origin = local ? c.origins.find(*local) : c.origins.end();
    if (origin == c.origins.end()) {
      return {};
    }
    if (origin->second.type) {
      return c.spelling(*origin->second.type) + path;
    }
    if (!origin->second.value) {
      return {};
    }
    expr = *origin->second.value;
  }
  return {};
}

/// `surface.uv.x` where `surface` is no local name: every prefix may be a feature.
void collect_path(SymbolCollector& c, const syntax::NameExpr& root, Span root_span,
                  const std::vector<const syntax::MemberExpr*>& members) {
  std::string path = c.spelling(root.name);
  c.mention({SymbolSpace::FeatureSpace, {}, path}, root_span);
  for (std::size_t i = 0; i < members.size() && i < most_path_parts; ++i) {
    path += "." + c.spelling(members[i]->member.name);
    c.mention({SymbolSpace::Feature, {}, path}, member_span(*members[i]));
  }
}

/// A chain of members; returns the expression at its beginning if that is still to be visited.
std::optional<ExprId> collect_members(SymbolCollector& c, ExprId expr) {
  const syntax::Module& module = c.text.module();
  std::vector<const syntax::MemberExpr*> members;
  while (const auto* member = std::get_if<syntax::MemberExpr>(&module.exprs[expr].kind)) {
    members.push_back(member);
    expr = member->object;
  }
  std::reverse(members.begin(), members.end());
  const syntax::Expr& root = module.exprs[expr];
  const auto* name = std::get_if<syntax::NameExpr>(&root.kind);
  if (name != nullptr && !c.find_local(name->name)) {
    collect_path(c, *name, root.span, members);
    return std::nullopt;
  }
  std::size_t next = 0;
  std::string owner;
  if (const auto* state = find_state(loop_of(c, expr), members.front()->member.name)) {
    c.mention(local_symbol(c, state->name), member_span(*members.front()));
    owner = c.spelling(state->type.name.name);
    next = 1;
  } else {
    owner = owner_of(c, expr);
  }
  for (; !owner.empty() && next < members.size() && next < most_path_parts; ++next) {
    const std::string read = c.spelling(members[next]->member.name);
    c.mention({SymbolSpace::Field, owner, read}, member_span(*members[next]));
    owner += "." + read;
  }
  return expr;
}

void collect_name(SymbolCollector& c, NameId name, Span span, bool is_callee) {
  if (const auto local = c.find_local(name)) {
    c.made.occurrences.push_back({span, *local});
  } else {
    c.mention({SymbolSpace::Callable, {}, c.spelling(name)}, span);
  }
  c.made.occurrences.back().is_call = is_callee;
}

void collect_call(SymbolCollector& c, const syntax::CallExpr& call) {
  const syntax::Expr& callee = c.text.module().exprs[call.callee];
  const auto* name = std::get_if<syntax::NameExpr>(&callee.kind);
  if (name == nullptr) {
    return;
  }
  collect_name(c, name->name, callee.span, true);
  const bool is_local = c.find_local(name->name).has_value();
  for (const syntax::Argument& argument : call.arguments) {
    if (argument.name && !is_local) {
      c.mention({SymbolSpace::Port, c.spelling(name->name), c.spelling(argument.name->name)},
                argument.name->span);
    }
  }
}

/// Declares what a lambda or loop binds, and binds it.
void bind_inner(SymbolCollector& c, const syntax::Expr& expr) {
  if (const auto* lambda = std::get_if<syntax::LambdaExpr>(&expr.kind)) {
    for (const syntax::Identifier& parameter : lambda->parameters) {
      c.bound.emplace_back(parameter.name,
                           c.declare_local(parameter, DeclaredKind::Variable, parameter.span));
    }
  } else if (const auto* loop = std::get_if<syntax::LoopExpr>(&expr.kind)) {
    for (const syntax::LoopState& state : loop->states) {
      c.bound.emplace_back(state.name.name, c.declare_local(state.name, DeclaredKind::Variable,
                                                            cover(state.name.span, state.type.span),
                                                            {std::nullopt, state.type.name.name}));
    }
    for (const syntax::BindingId id : loop->bindings) {
      const syntax::Binding& binding = c.text.module().bindings[id];
      const auto* value = std::get_if<syntax::ValueBinding>(&binding.kind);
      if (value == nullptr) {
        continue;
      }
      // A binding of a state's name gives its next value.
      const auto known = std::find_if(
          loop->states.begin(), loop->states.end(),
          [&](const syntax::LoopState& state) { return state.name.name == value->name.name; });
      if (known != loop->states.end()) {
        c.made.occurrences.push_back({value->name.span, *c.find_local(value->name.name)});
      } else {
        c.bound.emplace_back(value->name.name,
                             c.declare_local(value->name, DeclaredKind::Variable, binding.span,
                                             {value->value, std::nullopt}));
      }
    }
  }
}

/// How many of an expression's operands are outside of what it binds.
std::size_t outside_operands(const syntax::Expr& expr) {
  const auto* loop = std::get_if<syntax::LoopExpr>(&expr.kind);
  return loop != nullptr ? 1 + loop->states.size() : 0;
}

/// The mentions of an expression itself, without its operands.
void collect_own(SymbolCollector& c, const syntax::Expr& expr) {
  if (const auto* name = std::get_if<syntax::NameExpr>(&expr.kind)) {
    collect_name(c, name->name, expr.span, false);
  } else if (const auto* call = std::get_if<syntax::CallExpr>(&expr.kind)) {
    collect_call(c, *call);
  } else if (const auto* ascription = std::get_if<syntax::AscribeExpr>(&expr.kind)) {
    collect_traits(c, ascription->traits);
  } else if (const auto* with = std::get_if<syntax::WithExpr>(&expr.kind)) {
    for (const syntax::Injection& injection : with->injections) {
      collect_feature(c, injection.feature);
    }
  } else if (const auto* loop = std::get_if<syntax::LoopExpr>(&expr.kind)) {
    for (const syntax::LoopState& state : loop->states) {
      collect_type(c, state.type);
    }
  }
}

}  // namespace

void collect_expression(SymbolCollector& c, ExprId root) {
  struct Visit {
    ExprId expr;
    /// What is bound around it.
    std::vector<std::pair<NameId, std::uint32_t>> bound = {};
    bool restores = false;
  };
  const std::size_t outer = c.bound.size();
  std::vector<Visit> open{{root}};
  while (!open.empty()) {
    Visit visit = std::move(open.back());
    open.pop_back();
    if (visit.restores) {
      c.bound = std::move(visit.bound);
    }
    ExprId at = visit.expr;
    if (std::holds_alternative<syntax::MemberExpr>(c.text.module().exprs[at].kind)) {
      const auto rest = collect_members(c, at);
      if (!rest) {
        continue;
      }
      at = *rest;
    }
    const syntax::Expr& expr = c.text.module().exprs[at];
    collect_own(c, expr);
    const std::vector<live::Operand> operands = live::operands_of(c.text.module(), at);
    const std::size_t outside = outside_operands(expr);
    const bool binds = std::holds_alternative<syntax::LambdaExpr>(expr.kind) ||
                       std::holds_alternative<syntax::LoopExpr>(expr.kind);
    std::vector<std::pair<NameId, std::uint32_t>> before;
    if (binds) {
      before = c.bound;
      bind_inner(c, expr);
    }
    // Last in, first out: the first operand inside of what the expression binds sets the names,
    // and so does the first after it.
    if (binds && !open.empty() && !open.back().restores) {
      open.back().bound = before;
      open.back().restores = true;
    }
    for (std::size_t i = operands.size(); i-- > 0;) {
      Visit inner{operands[i].expr};
      if (binds && (i == 0 || i == outside)) {
        inner.bound = i < outside ? before : c.bound;
        inner.restores = true;
      }
      open.push_back(std::move(inner));
    }
  }
  c.bound.resize(outer, {NameId(0), 0});
}

void declare_bindings(SymbolCollector& c, const std::vector<syntax::BindingId>& bindings) {
  for (const syntax::BindingId id : bindings) {
    const syntax::Binding& binding = c.text.module().bindings[id];
    if (const auto* value = std::get_if<syntax::ValueBinding>(&binding.kind)) {
      const std::optional<NameId> type =
          value->type ? std::optional(value->type->name.name) : std::nullopt;
      c.scope[value->name.name] =
          c.declare_local(value->name, DeclaredKind::Binding, binding.span, {value->value, type});
    } else if (const auto* stitch = std::get_if<syntax::StitchBinding>(&binding.kind)) {
      declare_bindings(c, stitch->bindings);  // stitch blocks do not nest
    }
  }
}

void collect_bindings(SymbolCollector& c, const std::vector<syntax::BindingId>& bindings,
                      const std::string& owner) {
  for (const syntax::BindingId id : bindings) {
    const syntax::Binding& binding = c.text.module().bindings[id];
    if (const auto* value = std::get_if<syntax::ValueBinding>(&binding.kind)) {
      if (value->type) {
        collect_type(c, *value->type);
      }
      collect_expression(c, value->value);
    } else if (const auto* stitch = std::get_if<syntax::StitchBinding>(&binding.kind)) {
      collect_bindings(c, stitch->bindings, owner);  // stitch blocks do not nest
    } else {
      const auto& output = std::get<syntax::OutputBinding>(binding.kind);
      const syntax::Expr& target = c.text.module().exprs[output.target];
      const auto* name = std::get_if<syntax::NameExpr>(&target.kind);
      const bool is_result = name != nullptr && !owner.empty() &&
                             c.ids.contains({SymbolSpace::Field, owner, c.spelling(name->name)});
      if (name != nullptr && (owner.empty() || is_result)) {
        c.mention({owner.empty() ? SymbolSpace::Output : SymbolSpace::Field, owner,
                   c.spelling(name->name)},
                  target.span);
      }
      if (output.value) {
        collect_expression(c, *output.value);
      } else {
        const std::size_t first = c.made.occurrences.size();
        collect_expression(c, output.target);
        if (name != nullptr && (owner.empty() || is_result) && first < c.made.occurrences.size()) {
          c.made.occurrences[first].is_shorthand = true;
        }
      }
    }
  }
}

}  // namespace weft::lsp
