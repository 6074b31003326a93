#include "composer/typing/type_loop.h"

#include <fmt/format.h>

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

/// A loop whose step is typed.
struct TypedSteps {
  std::uint32_t level;
  std::vector<EvaluationId> nexts;
};

/// The next states for states of given rates.
struct LoopRound {
  std::vector<EvaluationId> nexts = {};
  FunctionLevels around = {};
  bool has_risen = false;
};

/// Types the step for states of these rates, and raises the rates to those of the next states.
/// Nothing if a state is erroneous or not typed yet.
std::optional<LoopRound> type_step(CallTyping& typing, const LoopCall& call,
                                   const TypedInputs& inputs, std::uint32_t level,
                                   std::vector<Rate>& rates) {
  const TypingContext& in = typing.in;
  const Stage stage = typing.at.stage;
  std::vector<CallId> states;
  for (std::uint32_t i = 0; i < rates.size(); ++i) {
    const std::string name(in.library().text(call.node->states[i].name));
    states.push_back(in.elaborator.bound({level, i, in.type_of(inputs[i + 1]), rates[i]}, stage,
                                         {name, std::nullopt}));
  }
  bool is_ready = true;
  const std::vector<CallId> steps = in.elaborator.loop_step(call, states, level, stage);
  for (CallId next : steps) {
    is_ready = typing.requests.require(next) != nullptr && is_ready;
  }
  if (!is_ready) {
    return std::nullopt;
  }
  LoopRound round;
  for (std::size_t i = 0; i < rates.size(); ++i) {
    const TypedValue& next = in.calls.value(steps[i]);
    if (next.is_error) {
      return std::nullopt;
    }
    const Rate rate = join(rates[i], in.values.rate_of(next));
    round.has_risen = round.has_risen || rate != rates[i];
    rates[i] = rate;
    round.around |= in.graph().levels[next.evaluation.index()];
    round.around.reset(level);
    round.nexts.push_back(next.evaluation);
  }
  return round;
}

/// Types steps until the rates of the states stay.
std::optional<TypedSteps> type_steps(CallTyping& typing, const LoopCall& call,
                                     const TypedInputs& inputs, std::uint32_t level) {
  const ValueStore& values = typing.in.values;
  std::vector<Rate> rates(call.node->states.size(), values.rate_of(inputs[0]));
  for (std::size_t i = 0; i < rates.size(); ++i) {
    rates[i] = join(rates[i], values.rate_of(inputs[i + 1]));
  }
  for (;;) {
    auto round = type_step(typing, call, inputs, level, rates);
    if (!round) {
      return std::nullopt;
    }
    const std::uint32_t outside = highest_level(round->around) + 1;
    if (outside < level) {
      level = outside;
    } else if (!round->has_risen) {
      return TypedSteps{level, std::move(round->nexts)};
    }
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
  auto steps = type_steps(typing, call, inputs, level);
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
  loop.states.reserve(call.node->states.size());
  types.reserve(call.node->states.size());
  for (std::size_t i = 0; i < call.node->states.size(); ++i) {
    loop.states.push_back(call.node->states[i].name);
    types.push_back(inputs[i + 1].type);
  }
  all.insert(all.end(), steps->nexts.begin(), steps->nexts.end());
  TypedValue value = typing.make(std::move(loop), std::move(all), types.front());
  value.several = std::make_shared<SeveralResults>(SeveralResults{std::move(types)});
  return value;
}

}  // namespace weft
