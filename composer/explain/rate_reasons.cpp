#include "composer/explain/rate_reasons.h"

#include <string_view>

#include <fmt/format.h>

#include "composer/evaluations/plan_functions.h"
#include "composer/evaluations/plan_parameters.h"
#include "composer/explain/evaluation_text.h"

namespace weft {
namespace {

class Reasons {
 public:
  Reasons(const Library& library, const PlacedPlan& placed)
      : library_(library), placed_(placed), plan_(placed.plan) {}

  std::vector<RateReason> run() {
    for (std::size_t i = 0; i < plan_.evaluations.size(); ++i) {
      reasons_.push_back(reason_of(EvaluationId(i)));
    }
    return std::move(reasons_);
  }

 private:
  Rate rate(EvaluationId id) const { return placed_.rates[id.index()]; }
  const Evaluation& evaluation(EvaluationId id) const { return plan_.evaluations[id]; }

  RateReason reason_of(EvaluationId id) const {
    const Evaluation& each = evaluation(id);
    if (std::holds_alternative<ConstantEvaluation>(each.kind)) {
      return {std::nullopt, "known when composing"};
    }
    if (const auto* feature = std::get_if<FeatureEvaluation>(&each.kind)) {
      return {std::nullopt, std::string(library_.text(library_.features[feature->feature].path))};
    }
    if (const auto* parameter = std::get_if<ParameterEvaluation>(&each.kind)) {
      return {std::nullopt,
              fmt::format("param {}", parameter_name(library_, plan_, parameter->parameter))};
    }
    if (const auto* bound = std::get_if<BoundEvaluation>(&each.kind)) {
      return {std::nullopt, bound->parameter == index_of_call ? "the index of a call"
                                                              : "a parameter of a function"};
    }
    if (const auto* state = std::get_if<StateEvaluation>(&each.kind)) {
      const Material& material = library_.materials[plan_.material];
      return {std::nullopt, fmt::format("the last step's {}",
                                        library_.text(material.states[state->state].demand.name))};
    }
    if (std::holds_alternative<MapEvaluation>(each.kind)) {
      return {std::nullopt, own_reason(each, rate(id)) + ", for each element"};
    }
    if (std::holds_alternative<InterpolateEvaluation>(each.kind)) {
      return {std::nullopt, fmt::format("{}, {}", reasons_[each.inputs.front().index()].cause,
                                        interpolation_word(plan_, each))};
    }
    if (std::holds_alternative<UniformEvaluation>(each.kind)) {
      return {std::nullopt, fmt::format("{}, from the uniform program",
                                        reasons_[each.inputs.front().index()].cause)};
    }
    // Functions run for the evaluations that receive them, so their captures count as inputs.
    for (EvaluationId input : direct_inputs(plan_.functions, library_, each, id)) {
      if (rate(input) == rate(id)) {
        return {input, reasons_[input.index()].cause};
      }
    }
    return {std::nullopt, own_reason(each, rate(id))};
  }

  /// No input has this rate: the join of the inputs' rates is higher, or the operation itself
  /// determines the rate.
  std::string own_reason(const Evaluation& each, Rate rate) const {
    Rate joined = Rate::Constant;
    std::string causes;
    for (EvaluationId input : each.inputs) {
      const Rate of_input = this->rate(input);
      if (of_input != Rate::Constant && join(joined, of_input) != joined) {
        joined = join(joined, of_input);
        causes += (causes.empty() ? "" : " and ") + reasons_[input.index()].cause;
      }
    }
    if (joined == rate) {
      return causes;
    }
    const auto* leaf = std::get_if<LeafEvaluation>(&each.kind);
    if (leaf == nullptr) {
      return "demanded there";
    }
    const std::string_view name = library_.text(library_.fragments[leaf->fragment].name);
    return lacks_results(*leaf) ? fmt::format("the other results of {}", name)
                                : fmt::format("{} takes a derivative", name);
  }

  const Library& library_;
  const PlacedPlan& placed_;
  const Plan& plan_;
  std::vector<RateReason> reasons_;
};

}  // namespace

std::vector<RateReason> rate_reasons(const Library& library, const PlacedPlan& placed) {
  return Reasons(library, placed).run();
}

}  // namespace weft
