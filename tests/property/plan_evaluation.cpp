#include "tests/property/plan_evaluation.h"

#include "fragments/interpreter/interpreter.h"
#include "fragments/interpreter/operations.h"
#include "support/float_bits.h"

namespace weft::testing {
namespace {

using Results = std::optional<std::vector<Constant>>;  // of one evaluation; of most just one

/// The evaluations of one stage, at one vertex, at the fragment, or on the host.
class StageEvaluation {
 public:
  StageEvaluation(const Library& library, const Plan& plan, const Primitive& primitive, Stage stage,
                  int vertex, const StageEvaluation* host,
                  const std::vector<StageEvaluation>* vertices)
      : library_(library),
        plan_(plan),
        primitive_(primitive),
        vertex_(vertex),
        host_(host),
        vertices_(vertices) {
    for (std::size_t i = 0; i < plan.evaluations.size(); ++i) {
      const Evaluation& evaluation = plan.evaluations[EvaluationId(i)];
      values_.push_back(evaluation.stage == stage ? value_of(evaluation) : std::nullopt);
    }
  }

  const Results& value(EvaluationId id) const { return values_[id.index()]; }

 private:
  Results value_of(const Evaluation& evaluation) const {
    const EvaluationKind& kind = evaluation.kind;
    if (const auto* constant = std::get_if<ConstantEvaluation>(&kind)) {
      return std::vector{constant->value};
    }
    if (const auto* feature = std::get_if<FeatureEvaluation>(&kind)) {
      return std::vector{primitive_.feature(feature->feature, vertex_)};
    }
    if (const auto* parameter = std::get_if<ParameterEvaluation>(&kind)) {
      return std::vector{primitive_.parameter(parameter->parameter)};
    }
    if (const auto* interpolate = std::get_if<InterpolateEvaluation>(&kind)) {
      return interpolated(evaluation, interpolate->is_flat);
    }
    if (std::holds_alternative<UniformEvaluation>(kind)) {
      return host_->value(evaluation.inputs[0]);
    }
    std::vector<Constant> inputs;
    for (const EvaluationId input : evaluation.inputs) {
      if (!values_[input.index()]) {
        return std::nullopt;
      }
      inputs.push_back(values_[input.index()]->front());
    }
    if (const auto* result = std::get_if<ResultEvaluation>(&kind)) {
      return std::vector{(*values_[evaluation.inputs[0].index()])[result->result]};
    }
    if (const auto* operation = std::get_if<OperationEvaluation>(&kind)) {
      return std::vector{apply_operation(library_.data_types, operation->op, operation->payload,
                                         plan_.types[evaluation.type].data(), inputs)};
    }
    const auto* leaf = std::get_if<LeafEvaluation>(&kind);
    return leaf == nullptr || leaf->function_level != 0 ? std::nullopt : called(*leaf, inputs);
  }

  Results called(const LeafEvaluation& leaf, const std::vector<Constant>& inputs) const {
    const Fragment& fragment = library_.fragments[leaf.fragment];
    const BodyInstance* instance = fragment.find_instance(leaf.type_arguments);
    if (instance == nullptr) {
      return std::nullopt;
    }
    std::vector<DataType> types;
    for (const FragmentResult& result : fragment.results) {
      types.push_back(result.type.type_variable ? leaf.type_arguments[*result.type.type_variable]
                                                : result.type.data);
    }
    const auto ports = static_cast<std::ptrdiff_t>(fragment.ports.size());
    const std::vector<Constant> values(inputs.begin(), inputs.begin() + ports);
    const std::vector<Constant> features(inputs.begin() + ports, inputs.end());
    auto results =
        evaluate_body(library_, instance->body, types, EvaluationInputs{values, features});
    return results ? Results(std::move(*results)) : std::nullopt;
  }

  Results interpolated(const Evaluation& evaluation, bool is_flat) const {
    Constant sum;
    for (int vertex = 0; vertex < 3; ++vertex) {
      const Results& at =
          (*vertices_)[static_cast<std::size_t>(vertex)].value(evaluation.inputs[0]);
      if (!at) {
        return std::nullopt;
      }
      if (vertex == 0) {
        sum = at->front();
        if (is_flat || !sum.type.is_float_based()) {
          break;
        }
        sum.bits.assign(sum.bits.size(), float_bits(0.0F));
      }
      for (std::size_t i = 0; i < sum.bits.size(); ++i) {
        const float weighted = primitive_.weights[static_cast<std::size_t>(vertex)] *
                               float_of_bits(at->front().bits[i]);
        sum.bits[i] = float_bits(float_of_bits(sum.bits[i]) + weighted);
      }
    }
    return std::vector{sum};
  }

  const Library& library_;
  const Plan& plan_;
  const Primitive& primitive_;
  int vertex_;
  const StageEvaluation* host_;                   // null of the host's own
  const std::vector<StageEvaluation>* vertices_;  // null but in the fragment stage
  std::vector<Results> values_;
};

}  // namespace

std::optional<std::vector<Constant>> evaluate_outputs(const Library& library, const Plan& plan,
                                                      const Primitive& primitive) {
  const StageEvaluation host(library, plan, primitive, Stage::Host, 0, nullptr, nullptr);
  std::vector<StageEvaluation> vertices;
  vertices.reserve(3);
  for (int vertex = 0; vertex < 3; ++vertex) {
    vertices.emplace_back(library, plan, primitive, Stage::Vertex, vertex, &host, nullptr);
  }
  const StageEvaluation fragment(library, plan, primitive, Stage::Fragment, 0, &host, &vertices);
  std::vector<Constant> outputs;
  for (const DemandedOutput& output : plan.outputs) {
    const bool is_vertex = plan.evaluations[output.value].stage == Stage::Vertex;
    const Results& value = (is_vertex ? vertices[0] : fragment).value(output.value);
    if (!value) {
      return std::nullopt;
    }
    outputs.push_back(value->front());
  }
  return outputs;
}

}  // namespace weft::testing
