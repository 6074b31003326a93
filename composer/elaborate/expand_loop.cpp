#include "composer/elaborate/expand_loop.h"

#include <algorithm>

namespace weft {
namespace {

/// Converts a state to its declared type. `value` is the node that `call` expands.
CallId declared_state(const Expansion& state, const GraphInstance& in, const LoopNode::State& of,
                      NodeId value, CallId call, CallContext context) {
  const auto& declared = std::get<BoundNode>(in.graph->nodes[of.current].kind);
  return state.calls.add(declare_in(in, *declared.type), {call}, context,
                         {std::string(state.library().text(of.name)), in.graph->nodes[value].span});
}

}  // namespace

Expanded expand_loop(const Expansion& state, InstanceId instance, const LoopNode& loop,
                     Origin origin) {
  const GraphInstance& in = state.instances[instance];
  CallIds inputs;
  if (const Expanded count = state.need(instance, loop.count)) {
    inputs.push_back(*count);
  }
  for (const LoopNode::State& each : loop.states) {
    if (const Expanded initial = state.need(instance, each.initial)) {
      inputs.push_back(declared_state(state, in, each, each.initial, *initial, in.context));
    }
  }
  return inputs.size() == loop.states.size() + 1
             ? Expanded(state.calls.add(LoopCall{&loop, instance}, std::move(inputs), in.context,
                                        std::move(origin)))
             : std::nullopt;
}

std::optional<std::vector<CallId>> expand_step(const Expansion& state, const LoopCall& loop,
                                               const std::vector<CallId>& states,
                                               std::uint32_t level, Stage stage) {
  GraphInstance step = state.instances[loop.instance];
  std::vector<NodeId> results;
  for (std::size_t i = 0; i < states.size(); ++i) {
    step.bound.emplace_back(loop.node->states[i].current, states[i]);
    results.push_back(loop.node->states[i].next);
  }
  std::sort(step.bound.begin(), step.bound.end());
  const CallContext inner(stage, state.environments.extended(step.context.environment, {}, level));
  step.context = inner;
  const InstanceId inside = state.instances.add(std::move(step));
  const std::optional<CallIds> values = state.need_all(inside, results);
  if (!values) {
    return std::nullopt;
  }
  std::vector<CallId> nexts;
  nexts.reserve(results.size());
  for (std::size_t i = 0; i < results.size(); ++i) {
    nexts.push_back(declared_state(state, state.instances[inside], loop.node->states[i], results[i],
                                   (*values)[i], inner));
  }
  return nexts;
}

}  // namespace weft
