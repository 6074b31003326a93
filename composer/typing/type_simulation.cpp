#include "composer/typing/type_simulation.h"

#include <algorithm>

#include <fmt/format.h>

#include "composer/typing/apply_links.h"
#include "composer/typing/default_demand.h"
#include "composer/typing/explain_link.h"

namespace weft {
namespace {

const PatternEntry* stated_entry(const TypePattern& pattern, TraitId trait) {
  const auto found = std::find_if(pattern.entries.begin(), pattern.entries.end(),
                                  [trait](const PatternEntry& one) { return one.trait == trait; });
  return found != pattern.entries.end() ? &*found : nullptr;
}

/// The type of a state with this first value, which fits what is declared.
SemanticType state_type(const TypingContext& in, const MaterialState& state,
                        const TypedValue& initial) {
  SemanticType type = in.type_of(initial);
  type.lose_guarantees(in.lattice());
  for (const PatternEntry& entry : state.type.entries) {
    if (entry.value && !entry.conditional) {
      type.set(entry.trait, *entry.value, in.lattice());
    }
  }
  return type;
}

/// `'use', 'basis'`: the traits of a state that the next value does not have.
std::string lost_traits(const TypingContext& in, const SemanticType& state,
                        const SemanticType& next) {
  std::string names;
  for (const TraitEntry& entry : state.entries()) {
    const std::optional<ValueId> kept = next.value(entry.trait, in.lattice());
    if (!kept || !in.lattice().is_within(*kept, entry.value)) {
      names += fmt::format("{}'{}'", names.empty() ? "" : ", ",
                           in.library().text(in.lattice().trait(entry.trait).name));
    }
  }
  return names;
}

Diagnostic explain_step(const CallTyping& typing, const MaterialState& state,
                        const SemanticType& type, const Demand& demand, const TypedInputs& inputs) {
  const TypingContext& in = typing.in;
  const std::string name(in.library().text(state.demand.name));
  const Consumer consumer(fmt::format("the next value of state '{}'", name), name);
  Diagnostic failure =
      explain_failure(in, typing.at, inputs[2], demand, consumer, "", typing.origin.span);
  const std::string lost = lost_traits(in, type, in.type_of(inputs[2]));
  if (failure.code != Code::NoConversion || in.data_of(inputs[2]) != type.data() || lost.empty()) {
    return failure;
  }
  failure.message = fmt::format("the step loses {} of state '{}'", lost, name);
  const bool is_declared = std::all_of(
      type.entries().begin(), type.entries().end(),
      [&](const TraitEntry& entry) { return stated_entry(state.type, entry.trait) != nullptr; });
  failure.notes.push_back(
      is_declared
          ? Note{"a state has one type in all steps, which is declared here", state.demand.span}
          : Note{"a state has one type in all steps: the first value states its meanings",
                 in.graph().evaluations[inputs[1].evaluation].origin.span});
  return failure;
}

}  // namespace

TypedValue type_state(CallTyping& typing, const StateCall& call, const TypedInputs& inputs) {
  const TypingContext& in = typing.in;
  const MaterialState& state = in.composition.material.states[call.state];
  const TypeId type = in.values.intern(state_type(in, state, inputs[0]));
  return typing.make(StateEvaluation{call.state}, {inputs[1].evaluation, inputs[2].evaluation},
                     element_rate(typing.at.stage), type);
}

TypedValue type_step(CallTyping& typing, const StepCall& call, const TypedInputs& inputs) {
  const TypingContext& in = typing.in;
  const MaterialState& state = in.composition.material.states[call.state];
  const SemanticType type = state_type(in, state, inputs[1]);
  const Demand demand = demand_with_defaults(type, in.type_of(inputs[2]), in.lattice());
  if (!in.links.find(inputs[2], demand, typing.at)) {
    typing.report(explain_step(typing, state, type, demand, inputs));
    return {};
  }
  const std::string name(in.library().text(state.demand.name));
  const TypedValue next = convert(typing, inputs[2], demand,
                                  Consumer(fmt::format("the next value of state '{}'", name), name),
                                  "", typing.origin.span);
  if (next.is_error) {
    return {};
  }
  return typing.make(OperationEvaluation{Operation::Select},
                     {inputs[0].evaluation, inputs[1].evaluation, next.evaluation},
                     in.values.intern(type));
}

}  // namespace weft
