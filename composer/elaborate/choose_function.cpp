#include "composer/elaborate/choose_function.h"

#include <algorithm>

#include "composer/elaborate/forwarded_functions.h"
#include "composer/elaborate/function_choices.h"
#include "composer/elaborate/function_hints.h"
#include "fragments/model/graph_inputs.h"

namespace weft {
namespace {

bool takes_functions(const FragmentPort* port) { return port->kind == FragmentPort::Kind::Fn; }

bool may_be_function(const Expansion& state, NodePlace place,
                     const std::vector<const FragmentPort*>& takers) {
  const GraphNode& node = state.instances.node(place);
  if (const auto* call = std::get_if<CallNode>(&node.kind)) {
    return std::any_of(takers.begin(), takers.end(), [&](const FragmentPort* taker) {
      return takes_functions(taker) &&
             !leaves_too_few_open(state.library(), *call, taker->parameters.size());
    });
  }
  return names_function(node) || forwarded_function(state, place).has_value();
}

/// Whether the node chooses between functions: one of its arms, or of the choices nested in them,
/// may be a function.
bool chooses_function(const Expansion& state, NodePlace place,
                      const std::vector<const FragmentPort*>& takers) {
  const bool is_wanted =
      takers.empty() || std::any_of(takers.begin(), takers.end(), takes_functions);
  const auto* choice = std::get_if<SelectNode>(&state.instances.node(place).kind);
  if (choice == nullptr || !is_wanted) {
    return false;
  }
  std::vector<NodeId> arms{choice->if_true, choice->if_false};
  while (!arms.empty()) {
    const NodePlace arm{place.instance, arms.back()};
    arms.pop_back();
    if (const auto* inner = std::get_if<SelectNode>(&state.instances.node(arm).kind)) {
      arms.push_back(inner->if_true);
      arms.push_back(inner->if_false);
    } else if (may_be_function(state, arm, takers)) {
      return true;
    }
  }
  return false;
}

/// The reports of a choice whose condition has no value.
Diagnostics refused_choice(const Library& library, const FunctionCondition& condition, Span choice,
                           Span where, const std::vector<const FragmentPort*>& takers) {
  Diagnostics reports = condition.errors;
  if (!condition.reason.empty()) {
    const auto taker = std::find_if(takers.begin(), takers.end(), takes_functions);
    reports.push_back(function_choice(
        library, condition, choice, where,
        taker != takers.end() ? (*taker)->parameters : std::vector<FragmentPort>()));
  }
  return reports;
}

}  // namespace

std::optional<bool> known_condition(const Expansion& state, CallId condition) {
  const CallKind& kind = state.calls[condition].kind;
  if (const auto* parameter = std::get_if<ParameterCall>(&kind)) {
    const auto& known = state.composition.static_values[parameter->parameter];
    return known && known->type.is_bool() ? std::optional(known->bits[0] != 0) : std::nullopt;
  }
  const auto* literal = std::get_if<LiteralCall>(&kind);
  if (literal == nullptr || !literal->value.type.is_bool()) {
    return std::nullopt;
  }
  state.calls.note_deciding(condition);
  return literal->value.bits[0] != 0;
}

const FunctionCondition* decided_condition(const Expansion& state, CallId condition, Span where) {
  const auto decided = state.conditions.find(condition);
  if (decided == state.conditions.end()) {
    state.missing.conditions.push_back({condition, where});
    return nullptr;
  }
  return &decided->second;
}

Chosen choose_function(const Expansion& state, NodePlace place, Stage stage,
                       const std::vector<const FragmentPort*>& takers) {
  while (chooses_function(state, place, takers)) {
    const GraphNode& node = state.instances.node(place);
    const auto& choice = std::get<SelectNode>(node.kind);
    const Expanded condition = state.need(place.instance, choice.condition);
    if (!condition) {
      return {};
    }
    std::optional<bool> value = known_condition(state, *condition);
    if (!value) {
      const Span where = state.instances.node({place.instance, choice.condition}).span;
      const FunctionCondition* decided = decided_condition(state, *condition, where);
      if (decided == nullptr) {
        return {};
      }
      value = decided->value;
      state.calls.note_deciding(*condition);
      if (!value) {
        return {std::nullopt, state.reports.erroneous(refused_choice(state.library(), *decided,
                                                                     node.span, where, takers),
                                                      stage, {{}, node.span})};
      }
    }
    place.node = *value ? choice.if_true : choice.if_false;
  }
  return {place.node, std::nullopt};
}

}  // namespace weft
