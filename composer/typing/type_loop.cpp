#include "composer/typing/type_loop.h"

#include <algorithm>

#include <fmt/format.h>

#include "composer/typing/apply_links.h"
#include "composer/typing/default_demand.h"
#include "composer/typing/explain_link.h"
#include "composer/typing/type_functions.h"

namespace weft {
namespace {

std::optional<Diagnostic> explain_wrong_loop(const TypingContext& in, const LoopCall& call,
                                             const TypedInputs& inputs, Span span) {
  const DataType count = in.data_of(inputs[0]);
  if (count != DataType::scalar(Scalar::Int) && count != DataType::scalar(Scalar::Uint)) {
    return error_at(Code::TypeMismatch, span,
                    fmt::format("the number of steps of a loop is an int, not {}",
                                in.library().type_name(count)));
  }
  for (std::size_t i = 0; i < call.node->states.size(); ++i) {
    if (in.data_of(inputs[i + 1]).is_texture()) {
      return error_at(Code::TextureChoice, span,
                      fmt::format("state '{}' of the loop cannot hold a texture: a texture cannot "
                                  "be selected at run time",
                                  in.library().text(call.node->states[i].name)),
                      "sample each and select among the results");
    }
  }
  return std::nullopt;
}

/// What is known of a state in every step.
struct LoopState {
  SemanticType type;
  Rate rate;
};

/// A loop whose step is typed.
struct TypedSteps {
  std::uint32_t level;
  std::vector<EvaluationId> nexts;
};

/// The next states for states of given types and rates.
struct LoopRound {
  std::vector<EvaluationId> nexts = {};
  FunctionLevels around = {};
  bool has_changed = false;
};

/// Leaves a state what its next value states too, by the rules of MeetRule::Same: a meaning goes to
/// the nearest common ancestor, and one that has to be converted stays. No conversion changes a
/// `use`, so one without a common ancestor is lost. Returns whether the type changed.
bool leave_shared(const TypingContext& in, SemanticType& state, const SemanticType& next) {
  const std::vector<TraitEntry> before = state.entries();
  for (const TraitEntry& entry : before) {
    const std::optional<ValueId> value = next.value(entry.trait, in.lattice());
    const Trait& trait = in.lattice().trait(entry.trait);
    if (!value) {
      state.remove(entry.trait);
    } else if (trait.kind == TraitKind::Meaning && !trait.is_distinct) {
      const auto common = in.lattice().common_ancestor(entry.value, *value);
      if (common) {
        state.set(entry.trait, *common, in.lattice());
      } else if (entry.trait == in.known().use) {
        state.remove(entry.trait);
      }
    }
  }
  return state.entries() != before;
}

/// The next value that a step gives: a written number before its declaration, since it adopts what
/// the state states.
const TypedValue& given_by(const TypingContext& in, CallId step) {
  const Call& call = in.call(step);
  if (std::holds_alternative<DeclareCall>(call.kind)) {
    const TypedValue* written = in.calls.find_value(call.inputs.front());
    if (written != nullptr && !written->is_error && written->is_adaptable()) {
      return *written;
    }
  }
  return in.calls.value(step);
}

/// Converts a next value to the type of its state. Erroneous as convert() is. `initial`: the first
/// value.
TypedValue next_of_state(CallTyping& typing, std::string_view name, const SemanticType& state,
                         const TypedValue& next, const TypedValue& initial) {
  const TypingContext& in = typing.in;
  const Demand demand = demand_with_defaults(state, in.type_of(next), in.lattice());
  const Consumer consumer(fmt::format("the next value of state '{}'", name), std::string(name));
  const auto span_of = [&in](const TypedValue& value) {
    return in.graph().evaluations[value.evaluation].origin.span;
  };
  if (in.links.find(next, demand, typing.at)) {
    return convert(typing, next, demand, consumer, "", span_of(next));
  }
  Diagnostic failure = explain_failure(in, typing.at, next, demand, consumer, "", span_of(next));
  failure.notes.push_back(
      {"a state has one type in all steps: the first value states its meanings", span_of(initial)});
  typing.report(std::move(failure));
  return {};
}

/// Types the step for states of these types and rates, and brings both to what holds of the next
/// states too. Nothing if a state is erroneous or not typed yet.
std::optional<LoopRound> type_step(CallTyping& typing, const LoopCall& call,
                                   const TypedInputs& inputs, std::uint32_t level,
                                   std::vector<LoopState>& states) {
  const TypingContext& in = typing.in;
  const Stage stage = typing.at.stage;
  std::vector<CallId> current;
  for (std::uint32_t i = 0; i < states.size(); ++i) {
    const std::string name(in.library().text(call.node->states[i].name));
    current.push_back(in.elaborator.bound({level, i, states[i].type, states[i].rate}, stage,
                                          {name, std::nullopt}));
  }
  bool is_ready = true;
  const std::vector<CallId> steps = in.elaborator.loop_step(call, current, level, stage);
  for (CallId next : steps) {
    is_ready = typing.requests.require(next) != nullptr && is_ready;
  }
  if (!is_ready) {
    return std::nullopt;
  }
  LoopRound round;
  for (std::size_t i = 0; i < states.size(); ++i) {
    const TypedValue& next = given_by(in, steps[i]);
    if (in.calls.value(steps[i]).is_error) {
      return std::nullopt;
    }
    round.has_changed =
        (!next.is_adaptable() && leave_shared(in, states[i].type, in.type_of(next))) ||
        round.has_changed;
  }
  for (std::size_t i = 0; i < states.size() && !round.has_changed; ++i) {
    const TypedValue value = next_of_state(typing, in.library().text(call.node->states[i].name),
                                           states[i].type, given_by(in, steps[i]), inputs[i + 1]);
    if (value.is_error) {
      return std::nullopt;
    }
    const Rate rate = join(states[i].rate, in.values.rate_of(value));
    round.has_changed = round.has_changed || rate != states[i].rate;
    states[i].rate = rate;
    round.around |= in.graph().levels[value.evaluation.index()];
    round.around.reset(level);
    round.nexts.push_back(value.evaluation);
  }
  return round;
}

/// Types steps until the types and rates of the states stay. `states` have those of the first
/// values, and get those of all.
std::optional<TypedSteps> type_steps(CallTyping& typing, const LoopCall& call,
                                     const TypedInputs& inputs, std::uint32_t level,
                                     std::vector<LoopState>& states) {
  for (;;) {
    auto round = type_step(typing, call, inputs, level, states);
    if (!round) {
      return std::nullopt;
    }
    const std::uint32_t outside = highest_level(round->around) + 1;
    if (round->has_changed) {
      continue;
    }
    if (outside >= level) {
      return TypedSteps{level, std::move(round->nexts)};
    }
    level = outside;
  }
}

/// Explains that a loop whose number of steps varies takes derivatives, if it does.
std::optional<Diagnostic> explain_divergence(const TypingContext& in, const TypedSteps& steps,
                                             Rate counted, Span span) {
  for (EvaluationId next : steps.nexts) {
    if (!is_single(counted) && in.graph().derivative_levels[next.index()].test(steps.level)) {
      return error_at(
          Code::DivergentDerivative, span,
          fmt::format("'{}' takes a derivative, but the number of steps of this loop varies per {}",
                      derivative_below(in, next, steps.level), rate_name(counted)),
          "sample_lod takes an explicit level and works everywhere");
    }
  }
  return std::nullopt;
}

}  // namespace

TypedValue type_loop(CallTyping& typing, const LoopCall& call, const TypedInputs& inputs) {
  const TypingContext& in = typing.in;
  if (auto wrong = explain_wrong_loop(in, call, inputs, typing.span())) {
    typing.report(std::move(*wrong));
    return {};
  }
  const std::uint32_t level = in.elaborator.environments()[typing.at.environment].level + 1;
  if (level > greatest_function_level) {
    typing.report(nested_too_deep(typing.span()));
    return {};
  }
  std::vector<LoopState> states;
  states.reserve(call.node->states.size());
  for (std::size_t i = 0; i < call.node->states.size(); ++i) {
    states.push_back({in.type_of(inputs[i + 1]),
                      join(in.values.rate_of(inputs[0]), in.values.rate_of(inputs[i + 1]))});
  }
  auto steps = type_steps(typing, call, inputs, level, states);
  if (!steps) {
    return {};
  }
  if (auto diverges = explain_divergence(in, *steps, in.values.rate_of(inputs[0]), typing.span())) {
    typing.report(std::move(*diverges));
    return {};
  }
  LoopEvaluation loop{steps->level, {}};
  std::vector<EvaluationId> all;
  std::vector<TypeId> types;
  all.reserve(inputs.size() + steps->nexts.size());
  for (std::size_t i = 0; i < inputs.size(); ++i) {
    all.push_back(inputs[i].evaluation);
  }
  loop.states.reserve(states.size());
  types.reserve(states.size());
  for (std::size_t i = 0; i < states.size(); ++i) {
    loop.states.push_back(call.node->states[i].name);
    types.push_back(in.values.intern(states[i].type));
  }
  all.insert(all.end(), steps->nexts.begin(), steps->nexts.end());
  TypedValue value = typing.make(std::move(loop), std::move(all), types.front());
  value.several = std::make_shared<SeveralResults>(SeveralResults{std::move(types)});
  return value;
}

}  // namespace weft
