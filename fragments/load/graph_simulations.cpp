#include <algorithm>
#include <numeric>
#include <string_view>

#include <fmt/format.h>

#include "fragments/load/graph_builder.h"
#include "fragments/model/simulation.h"
#include "fragments/model/thread_grid.h"

// Simulations in materials: loops whose steps are dispatches, so that their states outlive a draw.
namespace weft::building {
namespace {

std::optional<FeatureId> needed_feature(GraphBuilder& b, std::string_view path, Span span) {
  const std::optional<FeatureId> found = b.state.library.find_feature(path);
  if (!found) {
    b.state.report(
        error_at(Code::UnknownFeature, span,
                 fmt::format("a simulation needs feature '{}', which is not declared", path),
                 "it comes with: import \"core\";"));
  }
  return found;
}

}  // namespace

bool is_simulation(const GraphBuilder& b, const syntax::LoopExpr& loop, GraphPlace place) {
  const auto* count = std::get_if<syntax::NameExpr>(&b.module.exprs[loop.count].kind);
  return count != nullptr && b.state.text(count->name) == simulation_space &&
         !b.names.find(place.scope, count->name);
}

std::optional<SimulationFeatures> begin_simulation(GraphBuilder& b, const syntax::LoopExpr& loop,
                                                   GraphPlace place) {
  const Span span = b.module.exprs[loop.count].span;
  if (b.loops.states == nullptr) {
    b.state.report(error_at(Code::BadDeclaration, span,
                            "only a material has a simulation: its states are stored with it",
                            "give the fragment the state as a field: state: eval(thread.id) -> T"));
    return std::nullopt;
  }
  if (place.scope != GraphNames::outermost || place.is_injected) {
    b.state.report(error_at(Code::BadDeclaration, span,
                            "a simulation is outside of loops, functions, other simulations and "
                            "the operand of 'with'",
                            "bind it to a name in the material, and read its states there"));
    return std::nullopt;
  }
  const auto id = needed_feature(b, thread_id_path, span);
  const auto size = id ? needed_feature(b, thread_size_path, span) : std::nullopt;
  const auto nearest = size ? needed_feature(b, thread_nearest_path, span) : std::nullopt;
  const auto starts = nearest ? needed_feature(b, simulation_starts_path, span) : std::nullopt;
  return starts ? std::optional(SimulationFeatures{*id, *size, *nearest, *starts}) : std::nullopt;
}

NodeId add_state(GraphBuilder& b, const SimulationFeatures& features,
                 const syntax::LoopState& declared, TypePattern type, NodeId initial) {
  const Span span = declared.name.span;
  if (!type.data.is_void() && !type.data.is_scalar_or_vector()) {
    b.state.report(
        error_at(Code::BadDeclaration, declared.type.span,
                 fmt::format("a state of a simulation is a scalar or a vector, not {}",
                             b.state.library.type_name(type.data)),
                 "images and buffers hold numbers: hand on each part in a state of its own"));
  }
  const auto index = static_cast<std::uint32_t>(b.loops.states->size());
  MaterialState& state = b.loops.states->emplace_back();
  state.demand.stage = Stage::Thread;
  state.demand.name = declared.name.name;
  state.demand.target = TargetKind::State;
  state.demand.span = span;
  state.demand.type.data = type.data;
  for (const PatternEntry& entry : type.entries) {
    if (entry.value) {
      state.demand.type.entries.push_back({entry.trait, *entry.value, entry.conditional});
    }
  }
  state.type = std::move(type);
  const NodeId place = add_node(b, FeatureNode{features.place}, span);
  const NodeId size = add_node(b, FeatureNode{features.size}, span);
  return add_node(b, StateNode{index, initial, place, size}, span);
}

SimulationNode add_steps(GraphBuilder& b, const GraphLoop& loop, const std::vector<NodeId>& nexts) {
  SimulationNode simulation;
  const Span span = b.module.exprs[loop.expr->count].span;
  const NodeId starts = add_node(b, FeatureNode{loop.simulation->starts}, span);
  const NodeId nearest = add_node(b, FeatureNode{loop.simulation->nearest}, span);
  for (std::size_t i = 0; i < nexts.size(); ++i) {
    const std::uint32_t state = std::get<StateNode>(b.graph.nodes[loop.current[i]].kind).state;
    const NameId name = loop.expr->states[i].name.name;
    // A wrong next value is reported where it is written.
    const NodeId step = add_node(b, StepNode{state, nearest, starts, *loop.initial[i], nexts[i]},
                                 b.graph.nodes[nexts[i]].span);
    b.graph.nodes[step].name = name;
    (*b.loops.states)[state].step = step;
    simulation.names.push_back(name);
    simulation.states.push_back(step);
  }
  return simulation;
}

void order_states(GraphBuilder& b) {
  std::vector<MaterialState>& states = *b.loops.states;
  std::vector<std::uint32_t> order(states.size());
  std::iota(order.begin(), order.end(), 0U);
  std::sort(order.begin(), order.end(), [&states](std::uint32_t left, std::uint32_t right) {
    return states[left].demand.span.begin < states[right].demand.span.begin;
  });
  std::vector<std::uint32_t> position(states.size());
  std::vector<MaterialState> sorted;
  for (std::uint32_t i = 0; i < order.size(); ++i) {
    position[order[i]] = i;
    sorted.push_back(std::move(states[order[i]]));
  }
  states = std::move(sorted);
  for (GraphNode& node : b.graph.nodes) {
    if (auto* read = std::get_if<StateNode>(&node.kind)) {
      read->state = position[read->state];
    } else if (auto* step = std::get_if<StepNode>(&node.kind)) {
      step->state = position[step->state];
    }
  }
  std::unordered_map<NameId, Span> known;
  for (const MaterialState& state : states) {
    const auto [at, is_new] = known.try_emplace(state.demand.name, state.demand.span);
    if (!is_new) {
      b.state.report_duplicate(
          state.demand.span,
          fmt::format("the material has two states '{}'", b.state.text(state.demand.name)),
          at->second);
    }
  }
}

}  // namespace weft::building
