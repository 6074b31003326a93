// The locations of host values, and the costs of evaluations.

#include "codegen/lower/lower_plan.h"
#include "composer/evaluations/plan_cost.h"
#include "tools/plan_dump.h"

namespace weft::tools {
namespace {

std::vector<double> costs_of(const Library& library, const PlacedPlan& placed) {
  RunCounts runs = run_counts(library, library.profiles[placed.plan.profile]);
  if (placed.placement) {
    runs = placed.placement->runs;
  }
  std::vector<double> costs;
  for (const std::uint64_t operations : evaluation_operations(library, placed.plan)) {
    const std::uint64_t times = runs.at(placed.rates[costs.size()]);
    costs.push_back(static_cast<double>(operations) * static_cast<double>(times));
  }
  return costs;
}

bool reads(const Evaluation& evaluation, const ValueSource& source) {
  if (const auto* feature = std::get_if<FeatureEvaluation>(&evaluation.kind)) {
    return source.feature == feature->feature;
  }
  if (const auto* parameter = std::get_if<ParameterEvaluation>(&evaluation.kind)) {
    return source.parameter == parameter->parameter;
  }
  return std::holds_alternative<UniformEvaluation>(evaluation.kind) &&
         source.result == evaluation.inputs[0];
}

std::optional<PlanFacts::Place> place_of(const Interface& interface, const Evaluation& evaluation) {
  for (const Block& block : interface.blocks) {
    for (const BlockMember& member : block.members) {
      if (reads(evaluation, member.source)) {
        const bool has_set = block.kind != BlockKind::Push;
        return PlanFacts::Place{has_set ? std::optional(block.set) : std::nullopt, member.offset};
      }
    }
  }
  for (const TextureBinding& texture : interface.textures) {
    if (reads(evaluation, texture.source)) {
      return PlanFacts::Place{texture.set, std::nullopt};
    }
  }
  return std::nullopt;
}

}  // namespace

PlanFacts collect_facts(const Library& library, const PlacedPlan& placed) {
  PlanFacts facts;
  facts.costs = costs_of(library, placed);
  facts.places.resize(placed.plan.evaluations.size());
  // A plan that no target supports is not faulty: show it without locations.
  if (const Result<Programs> programs = lower_plan(library, placed)) {
    for (std::size_t i = 0; i < facts.places.size(); ++i) {
      facts.places[i] = place_of(programs->interface, placed.plan.evaluations[EvaluationId(i)]);
    }
  }
  return facts;
}

}  // namespace weft::tools
