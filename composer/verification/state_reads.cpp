#include "composer/verification/state_reads.h"

#include <optional>

#include <fmt/format.h>

#include "composer/evaluations/plan_demands.h"

namespace weft {
namespace {

constexpr DataType place_type = DataType::vector(Scalar::Int, 3);

/// What a step writes, per state.
std::vector<std::optional<TypeId>> written_types(const Library& library, const Plan& plan) {
  const std::size_t demands = library.profiles[plan.profile].demands.size();
  std::vector<std::optional<TypeId>> types(library.materials[plan.material].states.size());
  for (const DemandedOutput& output : plan.outputs) {
    const std::size_t state = output.demand - demands;
    if (output.demand >= demands && state < types.size()) {
      types[state] = plan.evaluations[output.value].type;
    }
  }
  return types;
}

std::string fault_of(const Library& library, const Plan& plan, const Evaluation& each,
                     const StateEvaluation& read,
                     const std::vector<std::optional<TypeId>>& written) {
  if (read.state >= written.size() || !written[read.state]) {
    return fmt::format("reads state {}, which no step writes", read.state);
  }
  if (each.stage != Stage::Thread || each.natural_rate != Rate::Thread) {
    return fmt::format("reads a state per {} in the {} stage", rate_name(each.natural_rate),
                       stage_name(each.stage));
  }
  for (const EvaluationId input : each.inputs) {
    const DataType type = plan.types[plan.evaluations[input].type].data();
    if (type != place_type) {
      return fmt::format("reads a state at a {}", library.type_name(type));
    }
  }
  const SemanticType& is = plan.types[each.type];
  const SemanticType& was = plan.types[*written[read.state]];
  return is == was ? std::string()
                   : fmt::format("reads a state as {}, which is written as {}",
                                 library.type_name(is), library.type_name(was));
}

}  // namespace

std::vector<StateFault> find_state_faults(const Library& library, const Plan& plan) {
  const std::vector<std::optional<TypeId>> written = written_types(library, plan);
  std::vector<StateFault> faults;
  for (std::size_t i = 0; i < plan.evaluations.size(); ++i) {
    const Evaluation& each = plan.evaluations[EvaluationId(i)];
    if (const auto* read = std::get_if<StateEvaluation>(&each.kind)) {
      std::string fault = fault_of(library, plan, each, *read, written);
      if (!fault.empty()) {
        faults.push_back({EvaluationId(i), std::move(fault)});
      }
    }
  }
  return faults;
}

}  // namespace weft
