#include <algorithm>
#include <cstdint>
#include <limits>
#include <utility>

#include <fmt/format.h>

#include "fragments/check/check_body.h"
#include "fragments/load/graph_builder.h"
#include "fragments/model/call_arguments.h"
#include "fragments/model/feature_paths.h"
#include "support/float_bits.h"

// Names in graphs (parameters, ports, bindings and their cycles, paths of features).
namespace weft::building {
namespace {

void report_cycle(GraphBuilder& b, std::uint32_t first) {
  if (b.bindings.cycles_left-- <= 0) {
    return;
  }
  auto begin = std::find(b.bindings.begun.begin(), b.bindings.begun.end(), first);
  std::vector<std::uint32_t> cycle(begin, b.bindings.begun.end());
  // The report starts at the binding that comes first in the text, wherever the cycle was entered.
  std::rotate(cycle.begin(),
              std::min_element(cycle.begin(), cycle.end(),
                               [&b](std::uint32_t left, std::uint32_t right) {
                                 return b.bindings.all[left].binding->name.span.begin <
                                        b.bindings.all[right].binding->name.span.begin;
                               }),
              cycle.end());
  constexpr std::size_t most_named = 64;
  std::string text;
  for (std::size_t i = 0; i < cycle.size() && i < most_named; ++i) {
    text += fmt::format("{} -> ", b.state.text(b.bindings.all[cycle[i]].binding->name.name));
  }
  if (cycle.size() > most_named) {
    text += fmt::format("({} more) -> ", cycle.size() - most_named);
  }
  const syntax::Identifier& start = b.bindings.all[cycle.front()].binding->name;
  text += b.state.text(start.name);
  Diagnostic diagnostic = error_at(Code::GraphCycle, start.span,
                                   fmt::format("values depend on each other in a cycle: {}", text));
  diagnostic.node = b.state.text(start.name);
  for (std::size_t i = 1; i < cycle.size() && i < most_named; ++i) {
    const syntax::Identifier& name = b.bindings.all[cycle[i]].binding->name;
    diagnostic.notes.push_back(
        {fmt::format("'{}' is part of the cycle", b.state.text(name.name)), name.span});
  }
  b.state.report(std::move(diagnostic));
}

/// For the name of a state of a loop that is bound to a name: how to read it.
std::string hint_for_state(const GraphBuilder& b, NameId name) {
  const auto loop = b.bindings.loop_of_state.find(name);
  return loop == b.bindings.loop_of_state.end()
             ? std::string()
             : fmt::format("it is a state of '{0}': {0}.{1}", b.state.text(loop->second),
                           b.state.text(name));
}

}  // namespace

void add_parameters(GraphBuilder& b, const std::vector<MaterialParameter>& parameters) {
  b.names.describe(parameters);
  for (std::size_t i = 0; i < parameters.size(); ++i) {
    b.names.add(GraphNames::outermost, {parameters[i].name, parameters[i].span},
                {GraphName::Kind::Parameter, static_cast<std::uint32_t>(i), parameters[i].span});
  }
}

void add_ports(GraphBuilder& b, const Fragment& fragment) {
  b.ports.fragment = &fragment;
  b.names.describe(fragment.ports);
  for (std::uint32_t i = 0; i < fragment.ports.size(); ++i) {
    const FragmentPort& port = fragment.ports[i];
    b.names.add(GraphNames::outermost, {port.name, port.span},
                {GraphName::Kind::Port, i, port.span});
    NodeId node = add_node(b, GraphPortNode{i}, port.span);
    b.graph.nodes[node].name = port.name;
    if (port.kind == FragmentPort::Kind::Value) {
      node = *add_declared(b, node, port.type, port.name, port.span);
    }
    b.ports.nodes.push_back(node);
  }
}

void add_values(GraphBuilder& b, const std::vector<NamedValue>& values) {
  for (const NamedValue& value : values) {
    b.names.add(
        GraphNames::outermost, {value.name, value.span},
        {GraphName::Kind::Port, static_cast<std::uint32_t>(b.ports.nodes.size()), value.span});
    const NodeId node = add_node(b, GraphPortNode{value.port}, value.span);
    b.ports.nodes.push_back(*add_declared(b, node, value.type, value.name, value.span));
  }
}

void add_binding(GraphBuilder& b, const syntax::ValueBinding& binding, GraphPlace place) {
  const auto index = static_cast<std::uint32_t>(b.bindings.all.size());
  b.bindings.all.push_back({&binding, place.scope, place.is_stitched});
  b.names.add(place.scope, binding.name, {GraphName::Kind::Binding, index, binding.name.span});
  const syntax::ExprId value = without_parentheses(b.module, binding.value);
  if (const auto* loop = std::get_if<syntax::LoopExpr>(&b.module.exprs[value].kind)) {
    for (const syntax::LoopState& state : loop->states) {
      b.bindings.loop_of_state.try_emplace(state.name.name, binding.name.name);
    }
  }
}

std::vector<const syntax::Binding*> add_bindings(GraphBuilder& b,
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
    const syntax::Binding& binding = b.module.bindings[item.binding];
    if (const auto* value = std::get_if<syntax::ValueBinding>(&binding.kind)) {
      add_binding(b, *value, {GraphNames::outermost, item.is_stitched});
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

namespace {

void push_choice(GraphBuilder& b, const std::vector<ChoiceList>& lists, NameId name,
                 const GraphTask& task) {
  const Span span = b.module.exprs[task.expr].span;
  auto value = value_of_choice(b.state.library, lists, name, span, b.state.spelling,
                               [&] { return b.names.values_seen_from(task.place.scope); });
  if (!value) {
    b.state.report(std::move(value.error()));
    b.values.push_failure();
    return;
  }
  const bool is_large = *value > std::numeric_limits<std::int32_t>::max();
  push_node(
      b,
      LiteralNode{{is_large ? uint_type : int_type, {static_cast<std::uint32_t>(*value)}}, false},
      span);
}

}  // namespace

void visit_name(GraphBuilder& b, const syntax::NameExpr& name, const GraphTask& task) {
  Span span = b.module.exprs[task.expr].span;
  if (auto found = b.names.find(task.place.scope, name.name)) {
    switch (found->kind) {
      case GraphName::Kind::Binding:
        visit_binding(b, found->index);
        break;
      case GraphName::Kind::Bound:
        b.values.push(NodeId(found->index));
        break;
      case GraphName::Kind::Parameter:
        push_node(b, ParameterNode{found->index}, span);
        break;
      case GraphName::Kind::Port:
        b.values.push(b.ports.nodes[found->index]);
        break;
    }
  } else if (const auto* lists = b.names.choices().find(task.expr)) {
    push_choice(b, *lists, name.name, task);
  } else if (auto constant = find_named_constant(b.state.text(name.name))) {
    push_node(b, LiteralNode{{float_type, {float_bits(*constant)}}, false}, span);
  } else if (const auto& fragments = b.state.library.find_fragments(name.name);
             !fragments.empty()) {
    FunctionNode function{name.name, fragments};
    function.outsiders = prefer_visible(b.state.library, b.module.file, function.candidates);
    push_node(b, std::move(function), span);
  } else {
    b.names.report_unknown_name(task.place.scope, name.name, span, hint_for_state(b, name.name));
    b.values.push_failure();
  }
}

void visit_binding(GraphBuilder& b, std::uint32_t index) {
  GraphBinding& local = b.bindings.all[index];
  if (local.progress == GraphBinding::Progress::Done) {
    b.values.push(local.value);
    return;
  }
  if (local.progress == GraphBinding::Progress::Begun) {
    report_cycle(b, index);
    b.values.push_failure();
    return;
  }
  local.progress = GraphBinding::Progress::Begun;
  b.bindings.begun.push_back(index);
  syntax::ExprId expr = local.binding->value;
  GraphPlace place{local.scope, local.is_stitched};
  b.tasks.push_back({GraphTask::Step::FinishBinding, expr, place, index});
  b.tasks.push_back({GraphTask::Step::Visit, expr, place});
}

namespace {

/// Gives a value without a name that of its binding. What the value ascribes is the same value.
void name_value(Graph& graph, NodeId value, NameId name) {
  for (;;) {
    GraphNode& node = graph.nodes[value];
    node.name = node.name.value_or(name);
    const auto* ascribe = std::get_if<AscribeNode>(&node.kind);
    if (ascribe == nullptr || graph.nodes[ascribe->value].name) {
      return;
    }
    value = ascribe->value;
  }
}

}  // namespace

void finish_binding(GraphBuilder& b, std::uint32_t index) {
  const syntax::ValueBinding& binding = *b.bindings.all[index].binding;
  GraphValue value = b.values.top();
  if (value) {
    name_value(b.graph, *value, binding.name.name);
  }
  if (binding.type) {
    ResolvedType type = resolve_pattern(b.state, b.module, *binding.type, b.types);
    value = type.is_broken ? std::nullopt
                           : add_declared(b, value, std::move(type.pattern), binding.name.name,
                                          binding.name.span);
  }
  b.values.top() = value;
  b.bindings.all[index].value = value;
  b.bindings.all[index].progress = GraphBinding::Progress::Done;
  b.bindings.begun.pop_back();
}

/// Lowers a chain `a.b.c`: a feature and members of it if `a` is not a local name; else members of
/// the value `a`. Handles the whole chain at once, so long chains stay linear.
void visit_member(GraphBuilder& b, const GraphTask& task) {
  std::vector<syntax::ExprId> chain;  // outermost first
  syntax::ExprId head = task.expr;
  while (const auto* member = std::get_if<syntax::MemberExpr>(&b.module.exprs[head].kind)) {
    chain.push_back(head);
    head = without_parentheses(b.module, member->object);
  }
  auto member_of = [&b](syntax::ExprId expr) {
    return std::get<syntax::MemberExpr>(b.module.exprs[expr].kind).member;
  };
  const auto* name = std::get_if<syntax::NameExpr>(&b.module.exprs[head].kind);
  std::size_t members_left = chain.size();
  bool is_feature = name && !b.names.find(task.place.scope, name->name) &&
                    b.state.library.feature_spaces.count(name->name) != 0;
  if (is_feature) {
    std::string path(b.state.text(name->name));
    std::optional<FeatureId> feature;
    const std::size_t beyond = chain.size() - std::min(chain.size(), most_feature_names - 1);
    for (std::size_t i = chain.size(); i-- > beyond;) {
      path += fmt::format(".{}", b.state.text(member_of(chain[i]).name));
      if (auto found = b.state.library.find_feature(path)) {
        feature = found;
        members_left = i;
      }
    }
    if (!feature) {
      syntax::Identifier first = member_of(chain.back());
      Span span = b.module.exprs[head].span;
      report_unknown_feature(b.state, {{{name->name, span}, first}, cover(span, first.span)});
      b.values.push_failure();
      return;
    }
    push_node(b, FeatureNode{*feature}, b.module.exprs[chain[members_left]].span);
  }
  for (std::size_t i = 0; i < members_left; ++i) {
    b.tasks.push_back({GraphTask::Step::Member, chain[i], task.place});
  }
  if (!is_feature) {
    b.tasks.push_back({GraphTask::Step::Visit, head, task.place});
  }
}

}  // namespace weft::building
