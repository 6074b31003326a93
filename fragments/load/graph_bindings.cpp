#include <algorithm>

#include <fmt/format.h>

#include "fragments/check/check_body.h"
#include "fragments/load/graph_builder.h"
#include "fragments/model/feature_paths.h"
#include "support/float_bits.h"

// GraphBuilder: names (parameters, ports, bindings and their cycles, paths of features).
namespace weft {

void GraphBuilder::add_parameters(const std::vector<MaterialParameter>& parameters) {
  for (std::size_t i = 0; i < parameters.size(); ++i) {
    names_.add(GraphNames::outermost, {parameters[i].name, parameters[i].span},
               {GraphName::Kind::Parameter, static_cast<std::uint32_t>(i), parameters[i].span});
  }
}

void GraphBuilder::add_ports(const Fragment& fragment) {
  for (std::uint32_t i = 0; i < fragment.ports.size(); ++i) {
    const FragmentPort& port = fragment.ports[i];
    names_.add(GraphNames::outermost, {port.name, port.span},
               {GraphName::Kind::Port, i, port.span});
    NodeId node = add(GraphPortNode{i}, port.span);
    graph_.nodes[node].name = port.name;
    if (port.kind == FragmentPort::Kind::Value) {
      node = *declared(node, port.type, port.name, port.span);
    }
    ports_.push_back(node);
  }
}

void GraphBuilder::add_values(const std::vector<NamedValue>& values) {
  for (const NamedValue& value : values) {
    names_.add(GraphNames::outermost, {value.name, value.span},
               {GraphName::Kind::Port, static_cast<std::uint32_t>(ports_.size()), value.span});
    const NodeId node = add(GraphPortNode{value.port}, value.span);
    ports_.push_back(*declared(node, value.type, value.name, value.span));
  }
}

std::vector<const syntax::Binding*> GraphBuilder::add_bindings(
    const std::vector<syntax::BindingId>& bindings) {
  std::vector<const syntax::Binding*> outputs;
  struct Item {
    syntax::BindingId binding;
    bool is_stitched;
  };
  std::vector<Item> items;
  for (auto at = bindings.rbegin(); at != bindings.rend(); ++at) {
    items.push_back({*at, false});
  }
  while (!items.empty()) {
    Item item = items.back();
    items.pop_back();
    const syntax::Binding& binding = module_.bindings[item.binding];
    if (const auto* value = std::get_if<syntax::ValueBinding>(&binding.kind)) {
      auto index = static_cast<std::uint32_t>(locals_.size());
      locals_.push_back({value, GraphNames::outermost, item.is_stitched});
      names_.add(GraphNames::outermost, value->name,
                 {GraphName::Kind::Binding, index, value->name.span});
    } else if (const auto* stitch = std::get_if<syntax::StitchBinding>(&binding.kind)) {
      for (auto at = stitch->bindings.rbegin(); at != stitch->bindings.rend(); ++at) {
        items.push_back({*at, true});
      }
    } else {
      outputs.push_back(&binding);
    }
  }
  return outputs;
}

void GraphBuilder::visit_name(const syntax::NameExpr& name, const Task& task) {
  Span span = module_.exprs[task.expr].span;
  if (auto found = names_.find(task.place.scope, name.name)) {
    switch (found->kind) {
      case GraphName::Kind::Binding:
        visit_binding(found->index);
        break;
      case GraphName::Kind::Bound:
        values_.push_back(NodeId(found->index));
        break;
      case GraphName::Kind::Parameter:
        push(ParameterNode{found->index}, span);
        break;
      case GraphName::Kind::Port:
        values_.push_back(ports_[found->index]);
        break;
    }
  } else if (auto constant = find_named_constant(state_.text(name.name))) {
    push(LiteralNode{{float_type, {float_bits(*constant)}}, false}, span);
  } else if (const auto& fragments = state_.library.find_fragments(name.name); !fragments.empty()) {
    push(FunctionNode{name.name, fragments}, span);
  } else {
    names_.report_unknown_name(task.place.scope, name.name, span);
    push_failure();
  }
}

void GraphBuilder::visit_binding(std::uint32_t index) {
  Local& local = locals_[index];
  if (local.progress == Local::Progress::Done) {
    values_.push_back(local.value);
    return;
  }
  if (local.progress == Local::Progress::Begun) {
    report_cycle(index);
    push_failure();
    return;
  }
  local.progress = Local::Progress::Begun;
  begun_.push_back(index);
  syntax::ExprId expr = local.binding->value;
  Place place{local.scope, local.is_stitched};
  tasks_.push_back({Task::Step::FinishBinding, expr, place, index});
  tasks_.push_back({Task::Step::Visit, expr, place});
}

void GraphBuilder::finish_binding(std::uint32_t index) {
  const syntax::ValueBinding& binding = *locals_[index].binding;
  Value value = values_.back();
  if (binding.type) {
    ResolvedType type = resolve_pattern(state_, module_, *binding.type, types_);
    value = type.is_broken
                ? std::nullopt
                : declared(value, std::move(type.pattern), binding.name.name, binding.name.span);
  } else if (value && !graph_.nodes[*value].name) {
    graph_.nodes[*value].name = binding.name.name;
  }
  values_.back() = value;
  locals_[index].value = value;
  locals_[index].progress = Local::Progress::Done;
  begun_.pop_back();
}

void GraphBuilder::report_cycle(std::uint32_t first) {
  if (cycles_left_-- <= 0) {
    return;
  }
  auto begin = std::find(begun_.begin(), begun_.end(), first);
  std::vector<std::uint32_t> cycle(begin, begun_.end());
  // The report starts at the binding that comes first in the text, wherever the cycle was entered.
  std::rotate(cycle.begin(),
              std::min_element(cycle.begin(), cycle.end(),
                               [this](std::uint32_t left, std::uint32_t right) {
                                 return locals_[left].binding->name.span.begin <
                                        locals_[right].binding->name.span.begin;
                               }),
              cycle.end());
  constexpr std::size_t most_named = 64;
  std::string text;
  for (std::size_t i = 0; i < cycle.size() && i < most_named; ++i) {
    text += fmt::format("{} -> ", state_.text(locals_[cycle[i]].binding->name.name));
  }
  if (cycle.size() > most_named) {
    text += fmt::format("({} more) -> ", cycle.size() - most_named);
  }
  const syntax::Identifier& start = locals_[cycle.front()].binding->name;
  text += state_.text(start.name);
  Diagnostic diagnostic = error_at(Code::GraphCycle, start.span,
                                   fmt::format("values depend on each other in a cycle: {}", text));
  diagnostic.node = state_.text(start.name);
  for (std::size_t i = 1; i < cycle.size() && i < most_named; ++i) {
    const syntax::Identifier& name = locals_[cycle[i]].binding->name;
    diagnostic.notes.push_back(
        {fmt::format("'{}' is part of the cycle", state_.text(name.name)), name.span});
  }
  state_.report(std::move(diagnostic));
}

/// Lowers a chain `a.b.c`: a feature and members of it if `a` is not a local name; else members of
/// the value `a`. Handles the whole chain at once, so long chains stay linear.
void GraphBuilder::visit_member(const Task& task) {
  std::vector<syntax::ExprId> chain;  // outermost first
  syntax::ExprId head = task.expr;
  while (const auto* member = std::get_if<syntax::MemberExpr>(&module_.exprs[head].kind)) {
    chain.push_back(head);
    head = without_parentheses(member->object);
  }
  auto member_of = [this](syntax::ExprId expr) {
    return std::get<syntax::MemberExpr>(module_.exprs[expr].kind).member;
  };
  const auto* name = std::get_if<syntax::NameExpr>(&module_.exprs[head].kind);
  std::size_t members_left = chain.size();
  bool is_feature = name && !names_.find(task.place.scope, name->name) &&
                    state_.library.feature_spaces.count(name->name) != 0;
  if (is_feature) {
    std::string path(state_.text(name->name));
    std::optional<FeatureId> feature;
    const std::size_t beyond = chain.size() - std::min(chain.size(), most_feature_names - 1);
    for (std::size_t i = chain.size(); i-- > beyond;) {
      path += fmt::format(".{}", state_.text(member_of(chain[i]).name));
      if (auto found = state_.library.find_feature(path)) {
        feature = found;
        members_left = i;
      }
    }
    if (!feature) {
      syntax::Identifier first = member_of(chain.back());
      Span span = module_.exprs[head].span;
      report_unknown_feature(state_, {{{name->name, span}, first}, cover(span, first.span)});
      push_failure();
      return;
    }
    push(FeatureNode{*feature}, module_.exprs[chain[members_left]].span);
  }
  for (std::size_t i = 0; i < members_left; ++i) {
    tasks_.push_back({Task::Step::Member, chain[i], task.place});
  }
  if (!is_feature) {
    tasks_.push_back({Task::Step::Visit, head, task.place});
  }
}

}  // namespace weft
