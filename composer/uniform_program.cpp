#include "composer/uniform_program.h"

#include <algorithm>
#include <utility>

#include "fragments/interpreter/operations.h"
#include "support/check.h"
#include "support/float_bits.h"

namespace weft {

namespace {

constexpr std::uint32_t no_step = 0xffffffffU;

}  // namespace

UniformProgram::UniformProgram(const Library& library, const PlacedPlan& placed)
    : library_(&library),
      static_values_(placed.plan.static_values),
      results_(placed.uniform_results) {
  if (results_.empty()) {
    return;
  }
  const Plan& plan = placed.plan;
  std::vector<std::uint32_t> step_of(plan.evaluations.size(), no_step);
  const auto steps_for = [&step_of](const std::vector<EvaluationId>& ids) {
    std::vector<std::uint32_t> steps;
    for (const EvaluationId id : ids) {
      steps.push_back(step_of[id.index()]);
    }
    return steps;
  };
  for (std::size_t i = 0; i < plan.evaluations.size(); ++i) {
    const EvaluationId id(i);
    const Evaluation& evaluation = plan.evaluations[id];
    if (evaluation.stage != Stage::Host) {
      continue;
    }
    step_of[i] = static_cast<std::uint32_t>(steps_.size());
    steps_.push_back({evaluation.kind, steps_for(evaluation.inputs),
                      plan.types[evaluation.type].data(), plan.functions.is_in_function(id), {}});
  }
  for (std::size_t i = 0; i < plan.functions.functions.size(); ++i) {
    const PlanFunction& function = plan.functions.functions[PlanFunctionId(i)];
    const std::uint32_t leaf = step_of[function.leaf.index()];
    if (leaf != no_step) {
      steps_[leaf].functions.push_back(static_cast<std::uint32_t>(functions_.size()));
      functions_.push_back({function.port, function.level, steps_for(function.body),
                            steps_for(function.results)});
    }
  }
  result_steps_ = steps_for(results_);
  feature_words_.assign(library.features.size(), 0);
  for (const ProvidedFeature& provided : library.profiles[plan.profile].provided) {
    const DataType type = library.features[provided.feature].type.data();
    if (type.is_array()) {
      const ArrayType& array = library.data_types.array(type);
      const std::size_t elements = array.size != 0 ? array.size : provided.capacity;
      feature_words_[provided.feature.index()] =
          elements * zero_constant(library.data_types, array.element).bits.size();
    }
  }
}

/// One run of a uniform program. Functions are evaluated with their parameters in place: the
/// evaluations inside them have one value at a time, that of the innermost call.
class UniformEvaluator {
 public:
  UniformEvaluator(const UniformProgram& program, const HostInputs& inputs)
      : program_(program), inputs_(inputs), values_(program.steps_.size()) {}

  tl::expected<std::vector<Constant>, EvaluationError> run() {
    for (std::uint32_t i = 0; i < program_.steps_.size(); ++i) {
      if (!program_.steps_[i].is_in_function) {
        if (auto done = evaluate(i); !done) {
          return tl::unexpected(std::move(done.error()));
        }
      }
    }
    std::vector<Constant> results;
    for (const std::uint32_t step : program_.result_steps_) {
      results.push_back(value(step));
    }
    return results;
  }

  tl::expected<Constant, EvaluationError> call(const UniformProgram::Function& function,
                                               const std::vector<std::uint32_t>& positions,
                                               const std::vector<Constant>& arguments) {
    auto results = call_for_all(function, positions, arguments);
    if (!results) {
      return tl::unexpected(std::move(results.error()));
    }
    return std::move(results->front());
  }

 private:
  using Done = tl::expected<void, EvaluationError>;

  /// Answers a leaf's calls of the functions that it is given.
  class Functions final : public PortCallHandler {
   public:
    Functions(UniformEvaluator& evaluator, const UniformProgram::Step& step,
              const Fragment& fragment)
        : evaluator_(evaluator), step_(step), fragment_(fragment) {}

    tl::expected<Constant, EvaluationError> call(const PortCall& call, DataType /*result*/,
                                                 const std::vector<Constant>& arguments,
                                                 const Constant* /*index*/) override {
      const std::vector<UniformProgram::Function>& all = evaluator_.program_.functions_;
      const auto found = std::find_if(
          step_.functions.begin(), step_.functions.end(),
          [&](std::uint32_t function) { return all[function].port == call.port; });
      WEFT_CHECK(found != step_.functions.end(), "a leaf calls a function that it is not given");
      const FragmentPort& port = fragment_.ports[call.port];
      std::vector<std::uint32_t> positions;
      for (std::size_t i = 0; i < arguments.size(); ++i) {
        const bool is_fn = port.kind == FragmentPort::Kind::Fn;
        const auto at = is_fn ? static_cast<std::ptrdiff_t>(i)
                              : std::find(port.injected.begin(), port.injected.end(),
                                          call.injected[i]) -
                                    port.injected.begin();
        positions.push_back(static_cast<std::uint32_t>(at));
      }
      return evaluator_.call(all[*found], positions, arguments);
    }

   private:
    UniformEvaluator& evaluator_;
    const UniformProgram::Step& step_;
    const Fragment& fragment_;
  };

  const Constant& value(std::uint32_t step) const { return values_[step].front(); }

  /// `arguments` are those of the function's parameters at `positions`.
  tl::expected<std::vector<Constant>, EvaluationError> call_for_all(
      const UniformProgram::Function& function, const std::vector<std::uint32_t>& positions,
      const std::vector<Constant>& arguments) {
    for (const std::uint32_t step : function.body) {
      const auto* bound = std::get_if<BoundEvaluation>(&program_.steps_[step].kind);
      if (bound != nullptr && bound->level == function.level) {
        const auto at = std::find(positions.begin(), positions.end(), bound->parameter);
        WEFT_CHECK(at != positions.end(), "a function is called without one of its parameters");
        values_[step] = {arguments[static_cast<std::size_t>(at - positions.begin())]};
      } else if (auto done = evaluate(step); !done) {
        return tl::unexpected(std::move(done.error()));
      }
    }
    std::vector<Constant> results;
    for (const std::uint32_t result : function.results) {
      results.push_back(value(result));
    }
    return results;
  }

  Done evaluate(std::uint32_t index) {
    const UniformProgram::Step& step = program_.steps_[index];
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
      Constant given = inputs_.feature(feature->feature);
      given.bits.resize(
          std::max(given.bits.size(), program_.feature_words_[feature->feature.index()]), 0);
      values_[index] = {std::move(given)};
    } else if (const auto* parameter = std::get_if<ParameterEvaluation>(&step.kind)) {
      const bool is_static = parameter->parameter < program_.static_values_.size() &&
                             program_.static_values_[parameter->parameter].has_value();
      values_[index] = {is_static ? *program_.static_values_[parameter->parameter]
                                  : inputs_.parameter(parameter->parameter)};
    } else if (const auto* result = std::get_if<ResultEvaluation>(&step.kind)) {
      values_[index] = {values_[step.inputs[0]][result->result]};
    } else if (const auto* operation = std::get_if<OperationEvaluation>(&step.kind)) {
      values_[index] = {apply_operation(program_.library_->data_types, operation->op,
                                        operation->payload, step.type, input_values(step))};
    }
    return {};
  }

  std::vector<Constant> input_values(const UniformProgram::Step& step) const {
    std::vector<Constant> values;
    for (const std::uint32_t input : step.inputs) {
      values.push_back(value(input));
    }
    return values;
  }

  Done evaluate_leaf(std::uint32_t index, const UniformProgram::Step& step,
                     const LeafEvaluation& leaf) {
    const Fragment& fragment = program_.library_->fragments[leaf.fragment];
    const BodyInstance* instance = fragment.find_instance(leaf.type_arguments);
    WEFT_CHECK(instance != nullptr, "a native leaf in a uniform program");
    std::vector<DataType> types;
    for (const FragmentResult& result : fragment.results) {
      types.push_back(result.type.type_variable ? leaf.type_arguments[*result.type.type_variable]
                                                : result.type.data);
    }
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
    auto results = evaluate_body(*program_.library_, instance->body, types, given);
    if (!results) {
      return tl::unexpected(std::move(results.error()));
    }
    values_[index] = std::move(*results);
    return {};
  }

  Done evaluate_loop(std::uint32_t index, const UniformProgram::Step& step,
                     const LoopEvaluation& loop) {
    const UniformProgram::Function& next = program_.functions_[step.functions.front()];
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
      auto after = call_for_all(next, positions, states);
      if (!after) {
        return tl::unexpected(std::move(after.error()));
      }
      states = std::move(*after);
    }
    values_[index] = std::move(states);
    return {};
  }

  Done evaluate_map(std::uint32_t index, const UniformProgram::Step& step,
                    const MapEvaluation& map) {
    const UniformProgram::Function& function = program_.functions_[step.functions.front()];
    const DataTypeTable& types = program_.library_->data_types;
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
      auto made = call_for_all(function, positions, arguments);
      if (!made) {
        return tl::unexpected(std::move(made.error()));
      }
      result.bits.insert(result.bits.end(), made->front().bits.begin(), made->front().bits.end());
    }
    values_[index] = {std::move(result)};
    return {};
  }

  /// The last for positions behind it.
  Constant element(const Constant& array, DataType type, std::uint32_t at) const {
    const std::size_t size = zero_constant(program_.library_->data_types, type).bits.size();
    const std::size_t count = array.bits.size() / size;
    WEFT_CHECK(count != 0, "a map over an array without elements");
    const auto first = array.bits.begin() +
                       static_cast<std::ptrdiff_t>(std::min<std::size_t>(at, count - 1) * size);
    return {type, {first, first + static_cast<std::ptrdiff_t>(size)}};
  }

  const UniformProgram& program_;
  const HostInputs& inputs_;
  std::vector<std::vector<Constant>> values_;  // per step: one, but of calls with several results
};

tl::expected<std::vector<Constant>, EvaluationError> UniformProgram::evaluate(
    const HostInputs& inputs) const {
  if (results_.empty()) {
    return std::vector<Constant>();
  }
  return UniformEvaluator(*this, inputs).run();
}

}  // namespace weft
