#include <algorithm>

#include "composer/elaborate/elaborate.h"
#include "composer/elaborate/function_choices.h"
#include "composer/elaborate/function_hints.h"
#include "fragments/model/graph_inputs.h"

// The parts of the Elaborator about arguments that choose between functions, `mode == 0 ? hills :
// ridges`. The condition is decided at compile time, and only the chosen function is expanded.
namespace weft {

bool Elaborator::may_be_function(InstanceId instance, NodeId id,
                                 const std::vector<const FragmentPort*>& takers) const {
  const GraphNode& node = instances_[instance].graph->nodes[id];
  if (const auto* call = std::get_if<CallNode>(&node.kind)) {
    return std::any_of(takers.begin(), takers.end(), [&](const FragmentPort* taker) {
      return taker->kind == FragmentPort::Kind::Fn &&
             !leaves_too_few_open(library(), *call, taker->parameters.size());
    });
  }
  return names_function(node) || handed_on(instance, id).has_value();
}

/// Whether the node chooses between functions: one of its arms, or of the choices nested in them,
/// may be a function.
bool Elaborator::chooses_function(InstanceId instance, NodeId id,
                                  const std::vector<const FragmentPort*>& takers) const {
  const bool takes_functions =
      takers.empty() || std::any_of(takers.begin(), takers.end(), [](const FragmentPort* taker) {
        return taker->kind == FragmentPort::Kind::Fn;
      });
  const Graph& graph = *instances_[instance].graph;
  const auto* choice = std::get_if<SelectNode>(&graph.nodes[id].kind);
  if (choice == nullptr || !takes_functions) {
    return false;
  }
  std::vector<NodeId> arms{choice->if_true, choice->if_false};
  while (!arms.empty()) {
    const NodeId arm = arms.back();
    arms.pop_back();
    if (const auto* inner = std::get_if<SelectNode>(&graph.nodes[arm].kind)) {
      arms.push_back(inner->if_true);
      arms.push_back(inner->if_false);
    } else if (may_be_function(instance, arm, takers)) {
      return true;
    }
  }
  return false;
}

Elaborator::Chosen Elaborator::choose_function(InstanceId instance, NodeId id, Stage stage,
                                               const std::vector<const FragmentPort*>& takers) {
  while (chooses_function(instance, id, takers)) {
    const GraphNode& node = instances_[instance].graph->nodes[id];
    const SelectNode choice = std::get<SelectNode>(node.kind);
    const Expanded condition = need(instance, choice.condition);
    if (!condition) {
      return {};
    }
    std::optional<bool> value = known_condition(*condition);
    if (!value) {
      const Span where = instances_[instance].graph->nodes[choice.condition].span;
      const auto known = function_conditions_.find(*condition);
      if (known == function_conditions_.end()) {
        undecided_.push_back({*condition, where});
        return {};
      }
      if (!known->second.value) {
        return {std::nullopt,
                reports_.erroneous(refused_choice(known->second, node.span, where, takers), stage,
                                   {{}, node.span})};
      }
      value = known->second.value;
    }
    id = *value ? choice.if_true : choice.if_false;
  }
  return {id, std::nullopt};
}

Diagnostics Elaborator::refused_choice(const FunctionCondition& condition, Span choice, Span where,
                                       const std::vector<const FragmentPort*>& takers) const {
  Diagnostics reports = condition.errors;
  if (!condition.reason.empty()) {
    const auto taker = std::find_if(takers.begin(), takers.end(), [](const FragmentPort* one) {
      return one->kind == FragmentPort::Kind::Fn;
    });
    reports.push_back(function_choice(
        library(), condition, choice, where,
        taker != takers.end() ? (*taker)->parameters : std::vector<FragmentPort>()));
  }
  return reports;
}

/// Decides the pending conditions. Typing them may expand more of the graph, so this runs while no
/// other node is being expanded.
void Elaborator::decide_conditions() {
  if (undecided_.empty()) {
    return;
  }
  std::vector<Place> waiting = std::exchange(waiting_, {});
  for (const Undecided& one : std::exchange(undecided_, {})) {
    if (function_conditions_.find(one.condition) == function_conditions_.end()) {
      FunctionCondition answer = decider_ != nullptr
                                     ? decider_->decide(*this, one.condition, one.where)
                                     : FunctionCondition();
      function_conditions_.emplace(one.condition, std::move(answer));
    }
  }
  waiting_ = std::move(waiting);
}

}  // namespace weft
