#include "codegen/lower/value_ranges.h"

#include <algorithm>
#include <string_view>
#include <variant>

#include "codegen/lower/body_ranges.h"
#include "fragments/model/metadata_range.h"

namespace weft {
namespace {

constexpr ValueRange of_order_one = {-1, 1};

// What `min` and `max` promise for every component.
ValueRange range_of_parameter(const Library& library, const MaterialParameter& parameter) {
  ValueRange range;
  const auto rows = static_cast<std::size_t>(parameter.type.data().rows());
  for (const MetaValue& bound : parameter.meta) {
    const std::string_view name = library.text(bound.name);
    if (name == "min") {
      range.least = bound_of(bound, 0);
      for (std::size_t i = 1; i < rows; ++i) {
        range.least = std::min(range.least, bound_of(bound, i));
      }
    } else if (name == "max") {
      range.greatest = bound_of(bound, 0);
      for (std::size_t i = 1; i < rows; ++i) {
        range.greatest = std::max(range.greatest, bound_of(bound, i));
      }
    }
  }
  return range;
}

class ValueRangeFinder {
 public:
  ValueRangeFinder(const Library& library, const Plan& plan,
                   const std::vector<bool>& is_of_order_one)
      : library_(library), plan_(plan), is_of_order_one_(is_of_order_one) {}

  std::vector<ValueRange> run() {
    ranges_.resize(plan_.evaluations.size());
    for (std::size_t i = 0; i < ranges_.size(); ++i) {
      const EvaluationId id(i);
      const Evaluation& evaluation = plan_.evaluations[id];
      if (plan_.types[evaluation.type].data().is_scalar_or_vector() &&
          !plan_.functions.is_in_function(id)) {
        ranges_[i] = range_of(evaluation);
        if (is_of_order_one_[i] && !ranges_[i].is_within(-1, 1)) {
          ranges_[i] = of_order_one;
        }
      }
    }
    return std::move(ranges_);
  }

 private:
  ValueRange range_of(const Evaluation& evaluation) const {
    if (const auto* constant = std::get_if<ConstantEvaluation>(&evaluation.kind)) {
      return range_of_constant(constant->value);
    }
    if (const auto* read = std::get_if<ParameterEvaluation>(&evaluation.kind)) {
      return range_of_read(read->parameter);
    }
    if (std::holds_alternative<InterpolateEvaluation>(evaluation.kind) ||
        std::holds_alternative<UniformEvaluation>(evaluation.kind)) {
      return ranges_[evaluation.inputs[0].index()];  // a mean of the vertices' values, or a copy
    }
    if (const auto* operation = std::get_if<OperationEvaluation>(&evaluation.kind)) {
      return operation_range(operation->op, operation->payload, plan_.types[evaluation.type].data(),
                             inputs_of(evaluation));
    }
    if (const auto* leaf = std::get_if<LeafEvaluation>(&evaluation.kind)) {
      return range_of_call(evaluation, *leaf);
    }
    return unknown_range;
  }

  ValueRange range_of_read(std::uint32_t parameter) const {
    if (parameter < plan_.static_values.size() && plan_.static_values[parameter]) {
      return range_of_constant(*plan_.static_values[parameter]);
    }
    const std::vector<MaterialParameter>& all = library_.materials[plan_.material].parameters;
    return parameter < all.size() ? range_of_parameter(library_, all[parameter]) : unknown_range;
  }

  std::vector<ValueRange> inputs_of(const Evaluation& evaluation) const {
    std::vector<ValueRange> inputs;
    inputs.reserve(evaluation.inputs.size());
    for (const EvaluationId input : evaluation.inputs) {
      inputs.push_back(ranges_[input.index()]);
    }
    return inputs;
  }

  ValueRange range_of_call(const Evaluation& evaluation, const LeafEvaluation& leaf) const {
    const Body* body = body_of(library_, leaf);
    const std::vector<double> no_errors(evaluation.inputs.size(), 0);
    return body != nullptr ? body_ranges(library_, *body, inputs_of(evaluation), no_errors).result
                           : unknown_range;
  }

  const Library& library_;
  const Plan& plan_;
  const std::vector<bool>& is_of_order_one_;
  std::vector<ValueRange> ranges_;  // per evaluation, of those so far
};

}  // namespace

std::vector<ValueRange> value_ranges(const Library& library, const Plan& plan,
                                     const std::vector<bool>& is_of_order_one) {
  return ValueRangeFinder(library, plan, is_of_order_one).run();
}

}  // namespace weft
