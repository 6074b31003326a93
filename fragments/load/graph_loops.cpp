#include <algorithm>
#include <unordered_map>

#include <fmt/format.h>

#include "fragments/load/graph_builder.h"

// Loops and lambdas in graphs.
namespace weft::building {

void visit_loop(GraphBuilder& b, const syntax::LoopExpr& loop, const GraphTask& task) {
  std::vector<syntax::ExprId> operands;
  std::optional<SimulationFeatures> simulation;
  if (!is_simulation(b, loop, task.place)) {
    operands.push_back(loop.count);
  } else if (simulation = begin_simulation(b, loop, task.place); !simulation) {
    b.values.push_failure();
    return;
  }
  for (const syntax::LoopState& loop_state : loop.states) {
    operands.push_back(loop_state.initial);
  }
  auto index = static_cast<std::uint32_t>(b.loops.all.size());
  b.loops.all.push_back({&loop});
  b.loops.all.back().simulation = simulation;
  b.tasks.push_back({GraphTask::Step::EnterLoop, task.expr, task.place, index});
  visit_each(b, operands, task.place);
}

namespace {

/// Adds the node that reads the state in a step.
NodeId add_current(GraphBuilder& b, const GraphLoop& loop, const syntax::LoopState& declared) {
  ResolvedType type = resolve_pattern(b.state, b.module, declared.type, b.types);
  const GraphValue& initial = loop.initial[loop.current.size()];
  const NodeId node =
      loop.simulation && initial
          ? add_state(b, *loop.simulation, declared, std::move(type.pattern), *initial)
          : add_node(b, BoundNode{declared.name.name, std::move(type.pattern)}, declared.name.span);
  b.graph.nodes[node].name = declared.name.name;
  return node;
}

}  // namespace

void enter_loop(GraphBuilder& b, const GraphTask& task) {
  const syntax::LoopExpr& expr = *b.loops.all[task.index].expr;
  GraphNames::Scope scope = b.names.open(task.place.scope);
  std::size_t count = expr.states.size();
  GraphLoop loop{&expr, scope};
  loop.simulation = b.loops.all[task.index].simulation;
  loop.initial = b.values.take(count);
  if (!loop.simulation) {
    loop.count = b.values.take(1).front();
  }
  std::unordered_map<NameId, std::size_t> states;
  for (const syntax::LoopState& loop_state : expr.states) {
    const NodeId node = add_current(b, loop, loop_state);
    if (b.names.add(scope, loop_state.name,
                    {GraphName::Kind::Bound, node.index(), loop_state.name.span})) {
      states.emplace(loop_state.name.name, loop.current.size());
    }
    loop.current.push_back(node);
  }
  loop.is_changed.assign(count, false);
  std::vector<const syntax::ValueBinding*> next(count, nullptr);
  for (syntax::BindingId id : expr.bindings) {
    const syntax::Binding& binding = b.module.bindings[id];
    const auto* value = std::get_if<syntax::ValueBinding>(&binding.kind);
    if (!value) {
      b.state.report(error_at(Code::BadDeclaration, binding.span,
                              "a loop has no outputs: its results are its states"));
      continue;
    }
    auto at = states.find(value->name.name);
    if (at == states.end()) {
      add_binding(b, *value, {scope, task.place.is_stitched});
    } else if (next[at->second]) {
      b.state.report_duplicate(
          value->name.span,
          fmt::format("the next value of '{}' is assigned twice", b.state.text(value->name.name)),
          next[at->second]->name.span);
    } else {
      next[at->second] = value;
    }
  }
  b.tasks.push_back({GraphTask::Step::LeaveLoop, task.expr, task.place, task.index});
  for (std::size_t i = count; i-- > 0;) {
    if (next[i]) {
      b.tasks.push_back({GraphTask::Step::Visit, next[i]->value, {scope, task.place.is_stitched}});
    }
    loop.is_changed[i] = next[i] != nullptr;
  }
  b.loops.all[task.index] = std::move(loop);
}

void leave_loop(GraphBuilder& b, const GraphTask& task) {
  const GraphLoop& loop = b.loops.all[task.index];
  auto changed =
      static_cast<std::size_t>(std::count(loop.is_changed.begin(), loop.is_changed.end(), true));
  auto nexts = b.values.pop(changed);
  if (!nexts) {
    return;
  }
  const bool has_initial = std::all_of(loop.initial.begin(), loop.initial.end(),
                                       [](const GraphValue& value) { return value.has_value(); });
  if (!has_initial || (!loop.simulation && !loop.count)) {
    b.values.push_failure();
    return;
  }
  std::vector<NodeId> next_of;
  next_of.reserve(loop.current.size());
  std::size_t taken = 0;
  for (std::size_t i = 0; i < loop.current.size(); ++i) {
    next_of.push_back(loop.is_changed[i] ? (*nexts)[taken++] : loop.current[i]);
  }
  const Span span = b.module.exprs[task.expr].span;
  if (loop.simulation) {
    push_node(b, add_steps(b, loop, next_of), span);
    return;
  }
  LoopNode node{*loop.count, {}};
  for (std::size_t i = 0; i < loop.current.size(); ++i) {
    node.states.push_back(
        {loop.expr->states[i].name.name, *loop.initial[i], loop.current[i], next_of[i]});
  }
  push_node(b, std::move(node), span);
}

void visit_lambda(GraphBuilder& b, const syntax::LambdaExpr& lambda, const GraphTask& task) {
  GraphNames::Scope scope = b.names.open(task.place.scope);
  GraphLambda made{&lambda, {}};
  for (const syntax::Identifier& parameter : lambda.parameters) {
    NodeId node = add_node(b, BoundNode{parameter.name, std::nullopt}, parameter.span);
    b.graph.nodes[node].name = parameter.name;
    b.names.add(scope, parameter, {GraphName::Kind::Bound, node.index(), parameter.span});
    made.parameters.push_back(node);
  }
  b.tasks.push_back({GraphTask::Step::LeaveLambda, task.expr, task.place,
                     static_cast<std::uint32_t>(b.lambdas.size())});
  b.tasks.push_back({GraphTask::Step::Visit, lambda.body, {scope, task.place.is_stitched}});
  b.lambdas.push_back(std::move(made));
}

void leave_lambda(GraphBuilder& b, const GraphTask& task) {
  if (auto body = b.values.pop(1)) {
    push_node(b, LambdaNode{b.lambdas[task.index].parameters, body->front()},
              b.module.exprs[task.expr].span);
  }
}

}  // namespace weft::building
