#include "composer/verification/placement_record.h"

#include <algorithm>
#include <set>

#include <fmt/format.h>

#include "composer/evaluations/plan_cost.h"
#include "fragments/model/setting_values.h"

namespace weft {
namespace {

void check_costs(const ComparedPlans& plans, const std::vector<std::uint64_t>& operations,
                 const Placement& placement, RecordFaults& faults) {
  const Plan& naive = plans.naive();
  const Plan& plan = plans.placed().plan;
  if (placement.naive_cost != plan_cost(naive, operations, placement.runs)) {
    faults.report(fmt::format("the naive plan does not cost {}", placement.naive_cost));
  }
  // Placement counted single values in every stage that reads them, before the host took them
  // out, and elements before they became maps. So costs may differ by at most twice the naive
  // plan's cost for single values.
  std::uint64_t of_host = 0;
  for (std::size_t i = 0; i < operations.size(); ++i) {
    of_host += is_single(naive.evaluations[EvaluationId(i)].natural_rate) ? operations[i] : 0;
  }
  const std::vector<std::uint64_t> here = operations_with_functions(plans.library(), plan);
  const std::uint64_t cost = placement.cost;
  const std::uint64_t least = plan_cost(plan, here, placement.runs);
  const bool has_maps = std::any_of(
      plan.evaluations.begin(), plan.evaluations.end(),
      [](const Evaluation& each) { return std::holds_alternative<MapEvaluation>(each.kind); });
  const bool is_near = has_maps || (cost <= least + 2 * of_host && least <= cost + 2 * of_host);
  if (cost > placement.naive_cost || !is_near) {
    faults.report(fmt::format("the plan does not cost {}", cost));
  }
}

bool is_part(const Evaluation& evaluation) {
  const auto* leaf = std::get_if<LeafEvaluation>(&evaluation.kind);
  return leaf != nullptr && value_part(*leaf) != nullptr;
}

/// Checks each listed evaluation and returns the list as a set.
std::set<EvaluationId> check_listed(const ComparedPlans& plans,
                                    const std::vector<std::uint64_t>& operations,
                                    const std::vector<MovedEvaluation>& moved,
                                    RecordFaults& faults) {
  const Plan& plan = plans.placed().plan;
  const std::vector<std::uint64_t> here = operations_with_functions(plans.library(), plan);
  const bool has_parts = std::any_of(plan.evaluations.begin(), plan.evaluations.end(), is_part);
  std::set<EvaluationId> listed;
  for (std::size_t i = 0; i < moved.size(); ++i) {
    const auto& [id, operations_named, was_there] = moved[i];
    const auto operations_of_run = operations_named;  // clang 14 cannot capture structured bindings
    const bool is_in_order =
        id.index() < plan.evaluations.size() && (i == 0 || !(id < moved[i - 1].evaluation));
    const auto seen = is_in_order ? plans.meanings().at_fragment[id.index()] : std::nullopt;
    const std::vector<EvaluationId> same =
        seen ? plans.with_meaning(*seen) : std::vector<EvaluationId>();
    const bool is_computed = is_in_order && (!same.empty() || is_part(plan.evaluations[id]));
    if (!is_computed || plan.evaluations[id].stage != Stage::Vertex) {
      faults.report("what was moved is not of the vertex stage, or not in order");
      continue;
    }
    const bool is_counted = std::any_of(same.begin(), same.end(), [&](EvaluationId of) {
      return operations[of.index()] == operations_of_run;
    });
    // Of a split leaf, the rest costs less than the whole; and placement counted the parts that
    // became maps of elements, which the host computes.
    std::uint64_t whole = 0;
    for (const EvaluationId of : same) {
      whole = std::max(whole, operations[of.index()]);
    }
    const bool is_less =
        here[id.index()] == operations_of_run ||
        (has_parts && here[id.index()] < operations_of_run && operations_of_run < whole);
    const auto own = plans.meanings().here[id.index()];
    if ((!is_counted && !is_less) || was_there != (own && !plans.with_meaning(*own).empty())) {
      faults.report(id, fmt::format("was moved with {} operations{}", operations_of_run,
                                    was_there ? ", and was there" : ""));
    }
    listed.insert(id);
  }
  return listed;
}

/// Whether a plan has calls of which stages may compute some results, which the cut counts whole.
bool has_several_results(const Library& library, const Plan& naive) {
  return std::any_of(naive.evaluations.begin(), naive.evaluations.end(),
                     [&](const Evaluation& each) {
                       const auto* leaf = std::get_if<LeafEvaluation>(&each.kind);
                       return leaf != nullptr && !is_single(each.natural_rate) &&
                              signature_of(library, *leaf).results.size() > 1;
                     });
}

/// Whether the naive plan computes the meaning per fragment and outside functions.
bool is_computed_by_naive(const ComparedPlans& plans, std::uint32_t meaning) {
  const std::vector<EvaluationId>& same = plans.with_meaning(meaning);
  const Plan& naive = plans.naive();
  return std::any_of(same.begin(), same.end(), [&](EvaluationId of) {
    const Evaluation& each = naive.evaluations[of];
    return each.stage == Stage::Fragment && !naive.functions.is_in_function(of) &&
           !is_single(each.natural_rate) &&
           !std::holds_alternative<InterpolateEvaluation>(each.kind);
  });
}

/// The meanings that the naive plan's calls with several results depend on, if calls of the placed
/// plan leave results out. Such an input may have run in both stages and be left at the vertices.
std::set<std::uint32_t> inputs_left_out(const ComparedPlans& plans) {
  const auto& placed = plans.placed().plan.evaluations;
  const bool leaves_out = std::any_of(placed.begin(), placed.end(), [](const Evaluation& each) {
    const auto* leaf = std::get_if<LeafEvaluation>(&each.kind);
    return leaf != nullptr && lacks_results(*leaf);
  });
  std::set<std::uint32_t> meanings;
  const Plan& naive = plans.naive();
  std::vector<bool> is_input(naive.evaluations.size(), false);
  for (std::size_t i = naive.evaluations.size(); leaves_out && i-- > 0;) {
    const Evaluation& each = naive.evaluations[EvaluationId(i)];
    const auto* leaf = std::get_if<LeafEvaluation>(&each.kind);
    const bool has_several =
        leaf != nullptr && signature_of(plans.library(), *leaf).results.size() > 1;
    for (const EvaluationId input : each.inputs) {
      is_input[input.index()] = is_input[input.index()] || is_input[i] || has_several;
    }
    if (is_input[i]) {
      meanings.insert(plans.naive_meanings()[i]);
    }
  }
  return meanings;
}

/// Checks that everything that was moved is listed.
void check_unlisted(const ComparedPlans& plans, const std::set<EvaluationId>& listed,
                    RecordFaults& faults) {
  const Plan& plan = plans.placed().plan;
  const PlacedMeanings& meanings = plans.meanings();
  std::set<std::uint32_t> computed_per_fragment;
  for (std::size_t i = 0; i < plan.evaluations.size(); ++i) {
    const Evaluation& each = plan.evaluations[EvaluationId(i)];
    if (each.stage == Stage::Fragment && meanings.here[i] &&
        !std::holds_alternative<InterpolateEvaluation>(each.kind)) {
      computed_per_fragment.insert(*meanings.here[i]);
      // A call that computes one of several results is a call.
      for (const EvaluationId of : plans.with_meaning(*meanings.here[i])) {
        const Evaluation& same = plans.naive().evaluations[of];
        if (std::holds_alternative<ResultEvaluation>(same.kind)) {
          computed_per_fragment.insert(plans.naive_meanings()[same.inputs[0].index()]);
        }
      }
    }
  }
  const std::set<std::uint32_t> left_out = inputs_left_out(plans);
  for (std::size_t i = 0; i < plan.evaluations.size(); ++i) {
    const EvaluationId id(i);
    const auto seen = meanings.at_fragment[i];
    const Evaluation& each = plan.evaluations[id];
    const bool is_moved = each.stage == Stage::Vertex && !is_single(each.natural_rate) && seen &&
                          is_computed_by_naive(plans, *seen) &&
                          computed_per_fragment.count(*seen) == 0 && left_out.count(*seen) == 0 &&
                          !plan.functions.is_in_function(id);
    if (is_moved && listed.count(id) == 0) {
      faults.report(id, "was moved, but placement does not say so");
    }
  }
}

}  // namespace

void check_placement_record(const ComparedPlans& plans, const PlacementOptions& options,
                            RecordFaults& faults) {
  const Library& library = plans.library();
  const PlacedPlan& placed = plans.placed();
  if (!placed.placement) {
    if (placed.plan.evaluations.size() != plans.naive().evaluations.size()) {
      faults.report("is not the naive plan, but does not say what placement did");
    }
    return;
  }
  // The binding names every field, so a new field does not compile until it is checked here.
  const auto& [runs, budget, naive_cost, cost, is_proven, moved] = *placed.placement;
  static_cast<void>(naive_cost);
  static_cast<void>(cost);
  const Profile& profile = library.profiles[plans.naive().profile];
  const RunCounts of_profile = run_counts(library, profile);
  if (runs.vertices != options.vertices.value_or(of_profile.vertices) ||
      runs.fragments != options.fragments.value_or(of_profile.fragments)) {
    faults.report(fmt::format("placement assumed {} vertices and {} fragments", runs.vertices,
                              runs.fragments));
  }
  std::optional<std::uint32_t> limit = options.interpolants;
  if (const auto set = setting_number(library, profile, "interpolants"); set && !limit) {
    limit = static_cast<std::uint32_t>(*set);
  }
  if (budget != limit) {
    faults.report("placement had another budget than was asked for");
  }
  if (!budget && !is_proven && !has_several_results(library, plans.naive())) {
    faults.report("placement without a budget is proven");
  }
  const std::vector<std::uint64_t> operations = operations_with_functions(library, plans.naive());
  check_costs(plans, operations, *placed.placement, faults);
  check_unlisted(plans, check_listed(plans, operations, moved, faults), faults);
}

}  // namespace weft
