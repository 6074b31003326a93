#include "live/session/binding_results.h"

#include <algorithm>
#include <set>
#include <string>
#include <vector>

namespace weft::live {
namespace {

/// The named results of each fragment of a name; of one that has none, none.
std::vector<std::vector<std::string>> results_of(const EditContext& context,
                                                 std::string_view fragment) {
  const DocumentText& document = context.document;
  std::vector<std::vector<std::string>> found = context.fragments.results(fragment);
  for (const syntax::Signature* signature : signatures_of(document, fragment)) {
    std::vector<std::string>& names = found.emplace_back();
    const auto* named = std::get_if<std::vector<syntax::NamedResult>>(&signature->result);
    for (const syntax::NamedResult& each :
         named != nullptr ? *named : std::vector<syntax::NamedResult>()) {
      names.emplace_back(document.spelling(each.name.name));
    }
  }
  return found;
}

void add_results(const EditContext& context, const syntax::Expr& expr, BindingResults& into) {
  const DocumentText& document = context.document;
  if (const auto* loop = std::get_if<syntax::LoopExpr>(&expr.kind)) {
    for (const syntax::LoopState& state : loop->states) {
      into.names.emplace(document.spelling(state.name.name));
    }
    into.are_several = into.are_several || loop->states.size() > 1;
    return;
  }
  const auto* call = std::get_if<syntax::CallExpr>(&expr.kind);
  const auto* callee =
      call != nullptr
          ? std::get_if<syntax::NameExpr>(
                &document.module().exprs[unwrapped(document.module(), call->callee)].kind)
          : nullptr;
  if (callee == nullptr) {
    return;
  }
  const auto found = results_of(context, document.spelling(callee->name));
  for (const std::vector<std::string>& names : found) {
    into.names.insert(names.begin(), names.end());
  }
  const auto is_one = [](const std::vector<std::string>& names) { return names.size() < 2; };
  into.are_several =
      into.are_several || (!found.empty() && std::none_of(found.begin(), found.end(), is_one));
}

}  // namespace

BindingResults results_of_binding(const EditContext& context, std::uint32_t binding) {
  const DocumentText& document = context.document;
  const syntax::Module& module = document.module();
  const std::uint32_t graph = document.nodes()[binding].graph;
  BindingResults results;
  std::set<std::uint32_t> seen{binding};
  std::vector<syntax::ExprId> open;
  const auto enter = [&](std::uint32_t node) {
    if (document.nodes()[node].kind == NodeKind::Value) {
      open.push_back(*document.nodes()[node].value);
    }
  };
  enter(binding);
  while (!open.empty()) {
    const syntax::Expr& expr = module.exprs[unwrapped(module, open.back())];
    open.pop_back();
    if (const auto* name = std::get_if<syntax::NameExpr>(&expr.kind)) {
      const auto node = document.find_node(graph, document.spelling(name->name), false);
      if (node && seen.insert(*node).second) {
        enter(*node);
      }
    } else if (const auto* with = std::get_if<syntax::WithExpr>(&expr.kind)) {
      open.push_back(with->operand);
    } else if (const auto* select = std::get_if<syntax::SelectExpr>(&expr.kind)) {
      open.push_back(select->if_true);
      open.push_back(select->if_false);
    } else {
      add_results(context, expr, results);
    }
  }
  return results;
}

std::map<std::uint32_t, MemberRead> member_reads(const DocumentText& document,
                                                 syntax::ExprId root) {
  const syntax::Module& module = document.module();
  std::map<std::uint32_t, MemberRead> reads;
  std::vector<syntax::ExprId> open{root};
  while (!open.empty()) {
    const syntax::ExprId id = open.back();
    open.pop_back();
    const syntax::Expr& expr = module.exprs[id];
    if (const auto* member = std::get_if<syntax::MemberExpr>(&expr.kind)) {
      const syntax::Expr& object = module.exprs[unwrapped(module, member->object)];
      if (std::holds_alternative<syntax::NameExpr>(object.kind)) {
        reads.emplace(object.span.begin,
                      MemberRead{document.spelling(member->member.name), document.text(expr.span)});
      }
    }
    for (const Operand& operand : operands_of(module, id)) {
      open.push_back(operand.expr);
    }
  }
  return reads;
}

}  // namespace weft::live
