#include <algorithm>
#include <utility>

#include "composer/elaborate/elaborate.h"

// The parts of the Elaborator about loops and `with`.
namespace weft {

Elaborator::Expanded Elaborator::expand_loop(InstanceId instance, const LoopNode& loop,
                                             Origin origin) {
  const CallContext context = instances_[instance].context;
  std::vector<CallId> inputs;
  if (Expanded count = need(instance, loop.count)) {
    inputs.push_back(*count);
  }
  for (const LoopNode::State& state : loop.states) {
    Expanded initial = need(instance, state.initial);
    if (!initial) {
      continue;
    }
    const Graph& graph = *instances_[instance].graph;
    const auto& bound = std::get<BoundNode>(graph.nodes[state.current].kind);
    inputs.push_back(
        calls_.add(DeclareCall{&*bound.type}, {*initial}, context,
                   {std::string(library().text(state.name)), graph.nodes[state.initial].span}));
  }
  if (inputs.size() != loop.states.size() + 1) {
    return std::nullopt;
  }
  return calls_.add(LoopCall{&loop, instance}, std::move(inputs), context, std::move(origin));
}

std::vector<CallId> Elaborator::loop_step(const LoopCall& loop, const std::vector<CallId>& states,
                                          std::uint32_t level, Stage stage) {
  const GraphInstance& in = instances_[loop.instance];
  const Graph& graph = *in.graph;
  std::vector<std::pair<NodeId, CallId>> bound = in.bound;
  for (std::size_t i = 0; i < states.size(); ++i) {
    bound.emplace_back(loop.node->states[i].current, states[i]);
  }
  std::sort(bound.begin(), bound.end());
  std::vector<NodeId> results;
  results.reserve(loop.node->states.size());
  for (const LoopNode::State& state : loop.node->states) {
    results.push_back(state.next);
  }
  keep_what_is_read(graph, in.bound.empty(), results, bound);
  const CallContext inner(stage, extended(in.context.environment, {}, level));
  const InstanceId step =
      instance_of(graph, in.fragment, in.ports, in.port_spans, inner, std::move(bound), in.parent);
  std::vector<CallId> nexts;
  for (const LoopNode::State& state : loop.node->states) {
    const CallId next = value({step, state.next});
    const auto& declared = std::get<BoundNode>(graph.nodes[state.current].kind);
    nexts.push_back(
        calls_.add(DeclareCall{&*declared.type}, {next}, inner,
                   {std::string(library().text(state.name)), graph.nodes[state.next].span}));
  }
  return nexts;
}

/// `value with (feature: …)`: expands the same graph in an environment with the injected features.
Elaborator::Expanded Elaborator::expand_with(InstanceId instance, const WithNode& with) {
  const CallContext context = instances_[instance].context;
  std::vector<Injected> injected;
  for (const WithNode::Injection& injection : with.injections) {
    if (Expanded value = need(instance, injection.value)) {
      const Span span = instances_[instance].graph->nodes[injection.value].span;
      const bool keeps_frame =
          injection.keeps_frame || is_same_frame(injection.feature, *value, context);
      injected.push_back(
          {injection.feature,
           calls_.add(DeclareFeatureCall{injection.feature, true}, {*value}, context, {{}, span}),
           keeps_frame, true, span});
    }
  }
  if (injected.size() != with.injections.size()) {
    return std::nullopt;
  }
  return need(under(instance, extended(context.environment, injected, 0)), with.value);
}

}  // namespace weft
