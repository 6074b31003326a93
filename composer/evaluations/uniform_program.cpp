#include "composer/evaluations/uniform_program.h"

#include <algorithm>
#include <utility>

#include "composer/evaluations/evaluation_steps.h"
#include "fragments/interpreter/operations.h"
#include "support/check.h"

namespace weft {

UniformProgram::UniformProgram(const Library& library, const PlacedPlan& placed)
    : library_(&library),
      static_values_(placed.plan.static_values),
      results_(placed.uniform_results) {
  if (results_.empty()) {
    return;
  }
  const Plan& plan = placed.plan;
  steps_ = std::make_shared<const EvaluationSteps>(plan.evaluations, plan.functions, plan.types,
                                                   Stage::Host);
  for (const EvaluationId id : results_) {
    result_steps_.push_back(steps_->step_of[id.index()]);
  }
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

tl::expected<std::vector<Constant>, EvaluationError> UniformProgram::evaluate(
    const HostInputs& inputs) const {
  return evaluate_steps(result_steps_, inputs);
}

tl::expected<std::vector<Constant>, EvaluationError> UniformProgram::evaluate(
    const std::vector<EvaluationId>& wanted, const HostInputs& inputs) const {
  std::vector<std::uint32_t> steps;
  for (const EvaluationId id : wanted) {
    const auto at = std::lower_bound(results_.begin(), results_.end(), id);
    WEFT_CHECK(at != results_.end() && *at == id, "a result of another program is wanted");
    steps.push_back(result_steps_[static_cast<std::size_t>(at - results_.begin())]);
  }
  return evaluate_steps(steps, inputs);
}

tl::expected<std::vector<Constant>, EvaluationError> UniformProgram::evaluate_steps(
    const std::vector<std::uint32_t>& steps, const HostInputs& inputs) const {
  if (steps.empty()) {
    return std::vector<Constant>();
  }
  const StepInputs given{
      [&](FeatureId feature) {
        Constant value = inputs.feature(feature);
        value.bits.resize(std::max(value.bits.size(), feature_words_[feature.index()]), 0);
        return value;
      },
      [&](std::uint32_t parameter) {
        const bool is_static =
            parameter < static_values_.size() && static_values_[parameter].has_value();
        return is_static ? *static_values_[parameter] : inputs.parameter(parameter);
      }};
  StepEvaluator evaluator(*library_, *steps_, given);
  if (auto done = evaluator.run(steps); !done) {
    return tl::unexpected(std::move(done.error()));
  }
  std::vector<Constant> results;
  for (const std::uint32_t step : steps) {
    results.push_back(evaluator.values(step).front());
  }
  return results;
}

}  // namespace weft
