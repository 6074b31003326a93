#include "composer/evaluations/plan_cost.h"

#include <array>
#include <limits>

#include "fragments/analysis/operation_counts.h"
#include "fragments/model/setting_values.h"

namespace weft {
namespace {

constexpr std::uint64_t most = std::numeric_limits<std::uint64_t>::max();

void add_product(std::uint64_t& sum, std::uint64_t a, std::uint64_t b) {
  const std::uint64_t product = b != 0 && a > most / b ? most : a * b;
  sum = product > most - sum ? most : sum + product;
}

}  // namespace

std::uint64_t RunCounts::at(Rate rate) const {
  switch (rate) {
    case Rate::Constant:
      return 0;
    case Rate::Instance:  // its stage is the vertex stage
    case Rate::Vertex:
      return vertices;
    case Rate::Fragment:
    case Rate::Thread:
      return fragments;
    default:
      return 1;
  }
}

RunCounts run_counts(const Library& library, const Profile& profile) {
  RunCounts runs;
  const auto number = [&](std::string_view name, std::uint64_t otherwise) {
    const std::optional<double> set = setting_number(library, profile, name);
    return set ? static_cast<std::uint64_t>(*set) : otherwise;
  };
  runs.vertices = number("vertices", runs.vertices);
  runs.fragments =
      number(profile.last_stage() == Stage::Thread ? "threads" : "fragments", runs.fragments);
  return runs;
}

std::vector<std::uint64_t> evaluation_operations(const Library& library, const Plan& plan) {
  OperationCounts counts(library);
  return evaluation_operations(counts, plan);
}

std::vector<std::uint64_t> evaluation_operations(OperationCounts& counts, const Plan& plan) {
  std::vector<std::uint64_t> operations;
  operations.reserve(plan.evaluations.size());
  const LeafEvaluation* last = nullptr;  // the same leaf is often called repeatedly
  std::uint64_t operations_of_last = 0;
  for (const Evaluation& evaluation : plan.evaluations) {
    if (const auto* leaf = std::get_if<LeafEvaluation>(&evaluation.kind)) {
      if (last == nullptr || last->fragment != leaf->fragment ||
          last->type_arguments != leaf->type_arguments || last->special != leaf->special) {
        operations_of_last = counts.count(leaf->fragment, leaf->type_arguments, leaf->special);
        last = leaf;
      }
      operations.push_back(operations_of_last);
    } else if (const auto* operation = std::get_if<OperationEvaluation>(&evaluation.kind)) {
      const DataType type = plan.types[evaluation.type].data();
      operations.push_back(operation_count(operation->op, operation->payload, type, 1));
    } else {
      operations.push_back(0);
    }
  }
  return operations;
}

std::vector<std::uint64_t> operations_with_functions(const Library& library, const Plan& plan) {
  OperationCounts counts(library);
  return operations_with_functions(counts, plan);
}

std::vector<std::uint64_t> operations_with_functions(OperationCounts& counts, const Plan& plan) {
  std::vector<std::uint64_t> operations = evaluation_operations(counts, plan);
  for (const PlanFunction& function : plan.functions.functions) {  // inner ones first
    std::uint64_t& of_call = operations[function.leaf.index()];
    for (const EvaluationId id : function.body) {
      add_product(of_call, operations[id.index()], 1);
    }
  }
  for (std::size_t i = 0; i < operations.size(); ++i) {
    const bool is_inside = plan.functions.is_in_function(EvaluationId(i));
    operations[i] = is_inside ? 0 : operations[i];
  }
  return operations;
}

std::uint64_t plan_cost(const Plan& plan, const std::vector<std::uint64_t>& operations,
                        const RunCounts& runs) {
  // A value interpolated for two readers is one interpolant, as in the generated text.
  std::array<std::vector<bool>, 2> is_paid{std::vector<bool>(operations.size(), false),
                                           std::vector<bool>(operations.size(), false)};
  std::uint64_t cost = 0;
  for (std::size_t i = 0; i < plan.evaluations.size(); ++i) {
    const Evaluation& evaluation = plan.evaluations[EvaluationId(i)];
    add_product(cost, operations[i], runs.at(evaluation.natural_rate));
    if (const auto* interpolate = std::get_if<InterpolateEvaluation>(&evaluation.kind)) {
      const std::size_t source = evaluation.inputs[0].index();
      std::vector<bool>& paid = is_paid[interpolate->is_flat ? 1 : 0];
      const auto components =
          static_cast<std::uint64_t>(plan.types[evaluation.type].data().component_count());
      add_product(cost, paid[source] ? 0 : components, runs.fragments);
      paid[source] = true;
    }
  }
  return cost;
}

std::vector<OutputCost> output_costs(const Library& library, const PlacedPlan& placed,
                                     const RunCounts& runs) {
  const Plan& plan = placed.plan;
  const std::vector<std::uint64_t> operations = operations_with_functions(library, plan);
  std::vector<OutputCost> costs;
  costs.reserve(plan.outputs.size());
  for (std::size_t output = 0; output < plan.outputs.size(); ++output) {
    OutputCost cost;
    cost.output = static_cast<std::uint32_t>(output);
    std::vector<bool> is_needed(plan.evaluations.size(), false);
    is_needed[plan.outputs[output].value.index()] = true;
    for (std::size_t i = plan.evaluations.size(); i-- > 0;) {  // users come after their inputs
      if (!is_needed[i]) {
        continue;
      }
      const Evaluation& evaluation = plan.evaluations[EvaluationId(i)];
      for (const EvaluationId input : evaluation.inputs) {
        is_needed[input.index()] = true;
      }
      const Rate rate = placed.rates[i];
      if (operations[i] != 0) {
        add_product(cost.operations[rate], operations[i], 1);
      }
      add_product(cost.per_draw, operations[i], runs.at(rate));
      if (std::holds_alternative<InterpolateEvaluation>(evaluation.kind)) {
        const int components = plan.types[evaluation.type].data().component_count();
        add_product(cost.per_draw, static_cast<std::uint64_t>(components), runs.fragments);
      }
    }
    costs.push_back(std::move(cost));
  }
  return costs;
}

}  // namespace weft
