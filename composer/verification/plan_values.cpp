#include "composer/verification/plan_values.h"

#include <map>
#include <string>

#include <fmt/format.h>

#include "fragments/interpreter/interpreter.h"
#include "fragments/interpreter/operations.h"
#include "support/float_bits.h"

namespace weft {
namespace {

using Results = EvaluationValues;

/// Evaluates one stage at one vertex, at the fragment, or on the host.
class StageEvaluation {
 public:
  StageEvaluation(const Library& library, const Plan& plan, const Primitive& primitive, Stage stage,
                  int vertex, const StageEvaluation* host,
                  const std::vector<StageEvaluation>* vertices, std::uint64_t most_steps,
                  const std::vector<bool>* only = nullptr)
      : library_(library),
        plan_(plan),
        primitive_(primitive),
        vertex_(vertex),
        host_(host),
        vertices_(vertices),
        most_steps_(most_steps),
        steps_left_(most_steps) {
    values_.resize(plan.evaluations.size());
    for (std::size_t i = 0; i < plan.evaluations.size(); ++i) {
      const EvaluationId id(i);
      const bool is_needed = only == nullptr || (*only)[i];
      if (is_needed && plan.evaluations[id].stage == stage && !plan.functions.is_in_function(id)) {
        values_[i] = value_of(id);
      }
    }
  }

  const Results& value(EvaluationId id) const { return values_[id.index()]; }
  /// Why the first evaluation that failed by itself has no value.
  const std::optional<EvaluationError>& fault() const { return fault_; }
  std::vector<Results> take_values() { return std::move(values_); }

 private:
  /// Answers a leaf's calls of its functions.
  class Functions final : public PortCallHandler {
   public:
    Functions(StageEvaluation& stage, EvaluationId leaf, const Fragment& fragment)
        : stage_(stage), leaf_(leaf), fragment_(fragment) {}

    tl::expected<Constant, EvaluationError> call(const PortCall& call, DataType /*result*/,
                                                 const std::vector<Constant>& arguments,
                                                 const Constant* index) override {
      const FragmentPort& port = fragment_.ports[call.port];
      std::map<std::uint32_t, Constant> given;
      for (std::uint32_t i = 0; i < arguments.size(); ++i) {
        std::uint32_t parameter = i;
        for (std::uint32_t j = 0; port.kind != FragmentPort::Kind::Fn && j < port.injected.size();
             ++j) {
          parameter = port.injected[j] == call.injected[i] ? j : parameter;
        }
        given[parameter] = arguments[i];
      }
      if (index != nullptr) {
        given[index_of_call] = *index;
      }
      for (const PlanFunction& function : stage_.plan_.functions.functions) {
        if (function.leaf == leaf_ && function.port == call.port) {
          Results results = stage_.call(function, given);
          if (results) {
            return results->front();
          }
        }
      }
      return tl::unexpected<EvaluationError>({"no value", {}});
    }

   private:
    StageEvaluation& stage_;
    EvaluationId leaf_;
    const Fragment& fragment_;
  };

  /// Calls a function with these parameters.
  Results call(const PlanFunction& function, const std::map<std::uint32_t, Constant>& given) {
    // An enclosing call may have different values for shared evaluations: save them.
    std::vector<Results> outer;
    for (const EvaluationId id : function.body) {
      outer.push_back(values_[id.index()]);
    }
    Results results = results_of(function, given);
    for (std::size_t i = 0; i < outer.size(); ++i) {
      values_[function.body[i].index()] = std::move(outer[i]);
    }
    return results;
  }

  Results results_of(const PlanFunction& function, const std::map<std::uint32_t, Constant>& given) {
    for (const EvaluationId id : function.body) {
      const auto* bound = std::get_if<BoundEvaluation>(&plan_.evaluations[id].kind);
      if (bound == nullptr || bound->level != function.level) {
        values_[id.index()] = value_of(id);
      } else if (const auto value = given.find(bound->parameter); value != given.end()) {
        values_[id.index()] = std::vector{value->second};
      } else {
        return std::nullopt;
      }
    }
    std::vector<Constant> results;
    for (const EvaluationId id : function.results) {
      if (!values_[id.index()]) {
        return std::nullopt;
      }
      results.push_back(values_[id.index()]->front());
    }
    return results;
  }

  const PlanFunction& function_of(EvaluationId id) const {
    return plan_.functions.functions[*plan_.functions.first[id.index()]];
  }

  Results repeated(EvaluationId id, const LoopEvaluation& loop) {
    const EvaluationIds& inputs = plan_.evaluations[id].inputs;
    const Results count = values_[inputs[0].index()];
    std::map<std::uint32_t, Constant> states;
    for (std::uint32_t i = 0; i < loop.states.size(); ++i) {
      const Results first = values_[inputs[i + 1].index()];
      if (!count || !first) {
        return std::nullopt;
      }
      states[i] = first->front();
    }
    const auto steps = static_cast<std::int32_t>(count->front().bits[0]);
    for (std::int32_t step = 0; step < steps; ++step) {
      const Results next = call(function_of(id), states);
      if (!next) {
        return std::nullopt;
      }
      for (std::uint32_t i = 0; i < loop.states.size(); ++i) {
        states[i] = (*next)[i];
      }
    }
    std::vector<Constant> results;
    for (const auto& [position, state] : states) {
      results.push_back(state);
    }
    return results;
  }

  Results mapped(EvaluationId id, const MapEvaluation& map) {
    const EvaluationIds& inputs = plan_.evaluations[id].inputs;
    Constant made{plan_.types[plan_.evaluations[id].type].data(), {}};
    for (std::uint32_t at = 0; at < map.size; ++at) {
      std::map<std::uint32_t, Constant> elements;
      for (std::uint32_t i = 0; i + 1 < inputs.size(); ++i) {
        const Results array = values_[inputs[i].index()];
        if (!array) {
          return std::nullopt;
        }
        const DataType element = library_.data_types.array(array->front().type).element;
        elements[i] = apply_operation(library_.data_types, Operation::Index, 0, element,
                                      {array->front(), Constant{int_type, {at}}});
      }
      const Results one = call(function_of(id), elements);
      if (!one) {
        return std::nullopt;
      }
      made.bits.insert(made.bits.end(), one->front().bits.begin(), one->front().bits.end());
    }
    return std::vector{made};
  }

  Results without_value(EvaluationError error) {
    fault_ = fault_ ? fault_ : std::optional(std::move(error));
    return std::nullopt;
  }

  Results value_of(EvaluationId id) {
    if (steps_left_ == 0) {
      return without_value({fmt::format("no end within {} evaluations", most_steps_), {}});
    }
    --steps_left_;
    const Evaluation& evaluation = plan_.evaluations[id];
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
    if (const auto* loop = std::get_if<LoopEvaluation>(&kind)) {
      return repeated(id, *loop);
    }
    if (const auto* map = std::get_if<MapEvaluation>(&kind)) {
      return mapped(id, *map);
    }
    if (std::holds_alternative<StateEvaluation>(kind)) {
      return without_value({"a state of a simulation has no value on the CPU", {}});
    }
    std::vector<Constant> inputs;
    for (std::size_t i = 0; i < evaluation.inputs.size(); ++i) {
      const Results& input = values_[evaluation.inputs[i].index()];
      const bool is_called = is_function(evaluation, i);
      if (!input && !is_called) {
        return std::nullopt;
      }
      inputs.push_back(is_called ? Constant() : input->front());
    }
    if (const auto* result = std::get_if<ResultEvaluation>(&kind)) {
      return std::vector{(*values_[evaluation.inputs[0].index()])[result->result]};
    }
    if (const auto* operation = std::get_if<OperationEvaluation>(&kind)) {
      return std::vector{apply_operation(library_.data_types, operation->op, operation->payload,
                                         plan_.types[evaluation.type].data(), inputs)};
    }
    const auto* leaf = std::get_if<LeafEvaluation>(&kind);
    return leaf == nullptr ? std::nullopt : called(id, *leaf, inputs);
  }

  bool is_function(const Evaluation& evaluation, std::size_t input) const {
    const auto* leaf = std::get_if<LeafEvaluation>(&evaluation.kind);
    if (leaf == nullptr) {
      return false;
    }
    const std::vector<FragmentPort>& ports = signature_of(library_, *leaf).ports;
    return input < ports.size() && ports[input].kind != FragmentPort::Kind::Value;
  }

  Results called(EvaluationId id, const LeafEvaluation& leaf, const std::vector<Constant>& inputs) {
    const Fragment& fragment = signature_of(library_, leaf);
    const Body* body = body_of(library_, leaf);
    if (body == nullptr) {
      return without_value({fmt::format("'{}' is native code, which has no value on the CPU",
                                        library_.text(fragment.name)),
                            fragment.span});
    }
    std::vector<DataType> types;
    for (const FragmentResult& result : fragment.results) {
      types.push_back(result.type.type_variable ? leaf.type_arguments[*result.type.type_variable]
                                                : result.type.data);
    }
    const auto ports = static_cast<std::ptrdiff_t>(fragment.ports.size());
    const std::vector<Constant> values(inputs.begin(), inputs.begin() + ports);
    const std::vector<Constant> features(inputs.begin() + ports, inputs.end());
    EvaluationInputs given{values, features, primitive_.textures};
    Functions functions(*this, id, fragment);
    given.port_calls = &functions;
    given.derivatives = primitive_.derivatives;
    auto results = evaluate_body(library_, *body, types, given);
    return results ? Results(std::move(*results)) : without_value(results.error());
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
  const StageEvaluation* host_;                   // null on the host itself
  const std::vector<StageEvaluation>* vertices_;  // null except in the fragment stage
  std::uint64_t most_steps_;
  std::uint64_t steps_left_;
  std::optional<EvaluationError> fault_;
  std::vector<Results> values_;
};

}  // namespace

PlanValues values_of_plan(const Library& library, const Plan& plan, const Primitive& primitive,
                          std::uint64_t most_steps) {
  StageEvaluation host(library, plan, primitive, Stage::Host, 0, nullptr, nullptr, most_steps);
  std::vector<StageEvaluation> vertices;
  vertices.reserve(3);
  for (int vertex = 0; vertex < 3; ++vertex) {
    vertices.emplace_back(library, plan, primitive, Stage::Vertex, vertex, &host, nullptr,
                          most_steps);
  }
  // Some plans, of single expressions, have no profile.
  const bool has_threads =
      std::any_of(plan.evaluations.begin(), plan.evaluations.end(),
                  [](const Evaluation& each) { return each.stage == Stage::Thread; });
  const Stage last = has_threads ? Stage::Thread : Stage::Fragment;
  StageEvaluation fragment(library, plan, primitive, last, 0, &host, &vertices, most_steps);
  std::vector<EvaluationValues> values = fragment.take_values();
  std::vector<EvaluationValues> of_vertex = vertices[0].take_values();
  std::vector<EvaluationValues> of_host = host.take_values();
  for (std::size_t i = 0; i < values.size(); ++i) {
    const Stage stage = plan.evaluations[EvaluationId(i)].stage;
    if (stage != last) {
      values[i] = std::move((stage == Stage::Vertex ? of_vertex : of_host)[i]);
    }
  }
  const auto& fault = host.fault() ? host.fault() : vertices[0].fault();
  return {std::move(values), fault ? fault : fragment.fault()};
}

std::vector<EvaluationValues> evaluate_vertices(const Library& library, const Plan& plan,
                                                const Primitive& primitive, EvaluationId value,
                                                int count) {
  constexpr std::uint64_t most_steps = 1'000'000;
  std::vector<bool> needed(plan.evaluations.size());
  needed[value.index()] = true;
  for (std::size_t i = plan.evaluations.size(); i-- > 0;) {  // inputs have smaller ids
    for (const EvaluationId input : plan.evaluations[EvaluationId(i)].inputs) {
      needed[input.index()] = needed[input.index()] || needed[i];
    }
  }
  const StageEvaluation host(library, plan, primitive, Stage::Host, 0, nullptr, nullptr, most_steps,
                             &needed);
  std::vector<EvaluationValues> values;
  values.reserve(static_cast<std::size_t>(count));
  for (int vertex = 0; vertex < count; ++vertex) {
    values.push_back(StageEvaluation(library, plan, primitive, Stage::Vertex, vertex, &host,
                                     nullptr, most_steps, &needed)
                         .value(value));
  }
  return values;
}

std::vector<EvaluationValues> evaluate_plan(const Library& library, const Plan& plan,
                                            const Primitive& primitive, std::uint64_t most_steps) {
  return values_of_plan(library, plan, primitive, most_steps).values;
}

tl::expected<std::vector<Constant>, EvaluationError> evaluate_outputs(const Library& library,
                                                                      const Plan& plan,
                                                                      const Primitive& primitive) {
  constexpr std::uint64_t most_steps = 1'000'000;
  const auto [values, fault] = values_of_plan(library, plan, primitive, most_steps);
  std::vector<Constant> outputs;
  for (const DemandedOutput& output : plan.outputs) {
    const EvaluationValues& value = values[output.value.index()];
    if (!value) {
      return tl::unexpected(fault.value_or(EvaluationError{"this has no value on the CPU", {}}));
    }
    outputs.push_back(value->front());
  }
  return outputs;
}

}  // namespace weft
