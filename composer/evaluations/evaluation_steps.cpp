#include "composer/evaluations/evaluation_steps.h"

#include <algorithm>
#include <utility>

#include "fragments/interpreter/operations.h"
#include "fragments/model/lookups.h"
#include "support/check.h"

namespace weft {

EvaluationSteps::EvaluationSteps(const Store<Evaluation>& evaluations,
                                 const PlanFunctions& functions_of, const TypeInterner& types,
                                 Stage stage)
    : step_of(evaluations.size(), none) {
  const auto steps_for = [this](const auto& ids) {
    std::vector<std::uint32_t> positions;
    for (const EvaluationId id : ids) {
      positions.push_back(step_of[id.index()]);
    }
    return positions;
  };
  for (std::size_t i = 0; i < evaluations.size(); ++i) {
    const EvaluationId id(i);
    const Evaluation& evaluation = evaluations[id];
    if (evaluation.stage != stage) {
      continue;
    }
    step_of[i] = static_cast<std::uint32_t>(steps.size());
    steps.push_back({evaluation.kind,
                     steps_for(evaluation.inputs),
                     types[evaluation.type].data(),
                     functions_of.is_in_function(id),
                     {}});
  }
  for (const PlanFunction& function : functions_of.functions) {
    const std::uint32_t leaf = step_of[function.leaf.index()];
    if (leaf != none) {
      steps[leaf].functions.push_back(static_cast<std::uint32_t>(functions.size()));
      functions.push_back(
          {function.port, function.level, steps_for(function.body), steps_for(function.results)});
    }
  }
}

/// Answers a leaf's calls of its functions.
class StepEvaluator::Functions final : public PortCallHandler {
 public:
  Functions(StepEvaluator& evaluator, const Step& step, const Fragment& fragment)
      : evaluator_(evaluator), step_(step), fragment_(fragment) {}

  tl::expected<Constant, EvaluationError> call(const PortCall& call, DataType /*result*/,
                                               const std::vector<Constant>& arguments,
                                               const Constant* /*index*/) override {
    const std::vector<Function>& all = evaluator_.all_.functions;
    const auto found =
        std::find_if(step_.functions.begin(), step_.functions.end(),
                     [&](std::uint32_t function) { return all[function].port == call.port; });
    WEFT_CHECK(found != step_.functions.end(), "a leaf calls a function that it is not given");
    const FragmentPort& port = fragment_.ports[call.port];
    std::vector<std::uint32_t> positions;
    for (std::size_t i = 0; i < arguments.size(); ++i) {
      positions.push_back(static_cast<std::uint32_t>(parameter_of(port, call, i)));
    }
    auto results = evaluator_.call(all[*found], positions, arguments);
    if (!results) {
      return tl::unexpected(std::move(results.error()));
    }
    return std::move(results->front());
  }

 private:
  StepEvaluator& evaluator_;
  const Step& step_;
  const Fragment& fragment_;
};

StepEvaluator::Done StepEvaluator::run() {
  return run_needed(std::vector<bool>(all_.steps.size(), true));
}

StepEvaluator::Done StepEvaluator::run(const std::vector<std::uint32_t>& wanted) {
  std::vector<bool> is_needed(all_.steps.size(), false);
  for (const std::uint32_t step : wanted) {
    is_needed[step] = true;
  }
  // A function's result is an input of the step that calls it, so captures are reached too.
  for (std::size_t i = all_.steps.size(); i-- > 0;) {
    for (std::size_t at = 0; is_needed[i] && at < all_.steps[i].inputs.size(); ++at) {
      is_needed[all_.steps[i].inputs[at]] = true;
    }
  }
  return run_needed(is_needed);
}

StepEvaluator::Done StepEvaluator::run_needed(const std::vector<bool>& is_needed) {
  for (std::uint32_t i = 0; i < all_.steps.size(); ++i) {
    if (is_needed[i] && !all_.steps[i].is_in_function) {
      if (auto done = evaluate(i); !done) {
        return done;
      }
    }
  }
  return {};
}

/// `arguments`: of the parameters at `positions`.
tl::expected<std::vector<Constant>, EvaluationError> StepEvaluator::call(
    const Function& function, const std::vector<std::uint32_t>& positions,
    const std::vector<Constant>& arguments) {
  if (open_calls_ == limits_.calls) {
    return tl::unexpected(EvaluationError{"functions call each other too deep", Span{}});
  }
  ++open_calls_;
  // An enclosing active function may have the same level and share steps: save its values.
  const bool is_shared = is_open_.test(function.level);
  std::vector<std::vector<Constant>> outer;
  for (std::size_t i = 0; is_shared && i < function.body.size(); ++i) {
    outer.push_back(values_[function.body[i]]);
  }
  is_open_.set(function.level);
  Done done;
  for (std::size_t i = 0; i < function.body.size() && done; ++i) {
    const std::uint32_t step = function.body[i];
    const auto* bound = std::get_if<BoundEvaluation>(&all_.steps[step].kind);
    if (bound != nullptr && bound->level == function.level) {
      const auto at = std::find(positions.begin(), positions.end(), bound->parameter);
      WEFT_CHECK(at != positions.end(), "a function is called without one of its parameters");
      values_[step] = {arguments[static_cast<std::size_t>(at - positions.begin())]};
    } else {
      done = evaluate(step);
    }
  }
  std::vector<Constant> results;
  for (std::size_t i = 0; i < function.results.size() && done; ++i) {
    results.push_back(value(function.results[i]));
  }
  for (std::size_t i = 0; i < outer.size(); ++i) {
    values_[function.body[i]] = std::move(outer[i]);
  }
  is_open_.set(function.level, is_shared);
  --open_calls_;
  if (!done) {
    return tl::unexpected(std::move(done.error()));
  }
  return results;
}

StepEvaluator::Done StepEvaluator::evaluate(std::uint32_t index) {
  if (++done_ > limits_.steps) {
    return tl::unexpected(EvaluationError{"the evaluation takes too many steps", Span{}});
  }
  const Step& step = all_.steps[index];
  if (const auto* leaf = std::get_if<LeafEvaluation>(&step.kind)) {
    return evaluate_leaf(index, step, *leaf);
  }
  if (const auto* loop = std::get_if<LoopEvaluation>(&step.kind)) {
    return evaluate_loop(index, step, *loop);
  }
  if (const auto* map = std::get_if<MapEvaluation>(&step.kind)) {
    return evaluate_map(index, step, *map);
  }
  if (const auto* constant = std::get_if<ConstantEvaluation>(&step.kind)) {
    values_[index] = {constant->value};
  } else if (const auto* feature = std::get_if<FeatureEvaluation>(&step.kind)) {
    values_[index] = {inputs_.feature(feature->feature)};
  } else if (const auto* parameter = std::get_if<ParameterEvaluation>(&step.kind)) {
    values_[index] = {inputs_.parameter(parameter->parameter)};
  } else if (const auto* result = std::get_if<ResultEvaluation>(&step.kind)) {
    values_[index] = {values_[step.inputs[0]][result->result]};
  } else if (const auto* operation = std::get_if<OperationEvaluation>(&step.kind)) {
    values_[index] = {apply_operation(library_.data_types, operation->op, operation->payload,
                                      step.type, input_values(step))};
  }
  return {};
}

std::vector<Constant> StepEvaluator::input_values(const Step& step) const {
  std::vector<Constant> values;
  for (const std::uint32_t input : step.inputs) {
    values.push_back(value(input));
  }
  return values;
}

StepEvaluator::Done StepEvaluator::evaluate_leaf(std::uint32_t index, const Step& step,
                                                 const LeafEvaluation& leaf) {
  const Fragment& fragment = signature_of(library_, leaf);
  const Body* body = body_of(library_, leaf);
  WEFT_CHECK(body != nullptr, "a native leaf among steps");
  const std::vector<DataType> types = result_types(fragment, leaf.type_arguments);
  std::vector<Constant> ports;
  std::vector<Constant> features;
  for (std::size_t i = 0; i < step.inputs.size(); ++i) {
    if (i >= fragment.ports.size()) {
      features.push_back(value(step.inputs[i]));
    } else if (fragment.ports[i].kind == FragmentPort::Kind::Value) {
      ports.push_back(value(step.inputs[i]));
    } else {
      ports.emplace_back();  // called, not read
    }
  }
  Functions functions(*this, step, fragment);
  EvaluationInputs given{ports, features};
  given.port_calls = &functions;
  given.step_limit = limits_.steps_of_body.value_or(given.step_limit);
  auto results = evaluate_body(library_, *body, types, given);
  if (!results) {
    return tl::unexpected(std::move(results.error()));
  }
  values_[index] = std::move(*results);
  return {};
}

StepEvaluator::Done StepEvaluator::evaluate_loop(std::uint32_t index, const Step& step,
                                                 const LoopEvaluation& loop) {
  const Function& next = all_.functions[step.functions.front()];
  const Constant& count = value(step.inputs[0]);
  std::uint64_t rounds = count.bits[0];
  if (count.type == int_type && (count.bits[0] >> 31U) != 0) {
    rounds = 0;
  }
  std::vector<Constant> states;
  std::vector<std::uint32_t> positions;
  for (std::uint32_t i = 0; i < loop.states.size(); ++i) {
    states.push_back(value(step.inputs[i + 1]));
    positions.push_back(i);
  }
  constexpr std::uint64_t most_rounds = 1'000'000;
  if (rounds > most_rounds) {
    return tl::unexpected(EvaluationError{"a loop takes more than 1,000,000 steps", Span{}});
  }
  for (std::uint64_t round = 0; round < rounds; ++round) {
    auto after = call(next, positions, states);
    if (!after) {
      return tl::unexpected(std::move(after.error()));
    }
    states = std::move(*after);
  }
  values_[index] = std::move(states);
  return {};
}

StepEvaluator::Done StepEvaluator::evaluate_map(std::uint32_t index, const Step& step,
                                                const MapEvaluation& map) {
  const Function& function = all_.functions[step.functions.front()];
  const DataTypeTable& types = library_.data_types;
  const std::size_t arrays = step.inputs.size() - 1;
  std::vector<std::uint32_t> positions;
  std::vector<DataType> elements;
  for (std::uint32_t i = 0; i < arrays; ++i) {
    positions.push_back(i);
    elements.push_back(types.array(value(step.inputs[i]).type).element);
  }
  Constant result{step.type, {}};
  for (std::uint32_t at = 0; at < map.size; ++at) {
    std::vector<Constant> arguments;
    for (std::size_t i = 0; i < arrays; ++i) {
      arguments.push_back(element(value(step.inputs[i]), elements[i], at));
    }
    auto made = call(function, positions, arguments);
    if (!made) {
      return tl::unexpected(std::move(made.error()));
    }
    result.bits.insert(result.bits.end(), made->front().bits.begin(), made->front().bits.end());
  }
  values_[index] = {std::move(result)};
  return {};
}

/// Positions past the end read the last element.
Constant StepEvaluator::element(const Constant& array, DataType type, std::uint32_t at) const {
  const std::size_t size = zero_constant(library_.data_types, type).bits.size();
  const std::size_t count = array.bits.size() / size;
  WEFT_CHECK(count != 0, "a map over an array without elements");
  const auto first =
      array.bits.begin() + static_cast<std::ptrdiff_t>(std::min<std::size_t>(at, count - 1) * size);
  return {type, {first, first + static_cast<std::ptrdiff_t>(size)}};
}

}  // namespace weft
