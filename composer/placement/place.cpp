#include "composer/placement/place.h"

#include <algorithm>
#include <set>
#include <string_view>
#include <utility>

#include <fmt/format.h>

#include "composer/evaluations/build_plan.h"
#include "composer/evaluations/evaluation_builder.h"
#include "composer/evaluations/plan_cost.h"
#include "composer/evaluations/plan_functions.h"
#include "composer/placement/drop_unread_results.h"
#include "composer/placement/placement_model.h"
#include "composer/placement/split_by_cut.h"
#include "composer/placement/take_out_uniform_work.h"
#include "fragments/model/setting_values.h"
#include "support/flag.h"

namespace weft {
namespace {

/// Rewrites the evaluations of a plan, some of which move to the vertex stage. An evaluation that
/// both stages need gets a clone, which is added at the end: the order is that of keep_needed().
class PlacementRewriting {
 public:
  PlacementRewriting(Plan& plan, const PlacementModel& model, const Cut& cut)
      : plan_(plan),
        model_(model),
        is_moved_(plan.evaluations.size(), false),
        is_needed_(is_moved_),
        is_read_(is_moved_),
        placed_(plan.evaluations.size()),
        at_vertex_(plan.evaluations.size()) {
    for (std::size_t i = 0; i < model.cut.nodes.size(); ++i) {
      const bool is_moved = cut.at_vertex[i] && model.cut.nodes[i].freedom == Freedom::Either;
      is_moved_[model.evaluations[i].index()] = is_moved_[model.evaluations[i].index()] || is_moved;
    }
  }

  void run() {
    find_needed();
    const std::size_t count = is_needed_.size();
    std::size_t clones = 0;
    for (std::size_t i = 0; i < count; ++i) {
      clones += is_needed_[i] && is_read_[i] ? 1 : 0;
    }
    plan_.evaluations.reserve(count + clones);
    cloned_.reserve(clones);
    for (std::size_t i = 0; i < count; ++i) {
      const EvaluationId id(i);
      if (is_needed_[i]) {
        at_vertex_.set(id, in_vertex_stage(id));
      }
      if (is_needed_[i] && !is_read_[i]) {
        placed_.set(id, at_vertex_[id]);
      } else {
        placed_.set(id, is_moved_[i] ? interpolated(id) : kept(id));
      }
    }
  }

  /// The replacements of naive evaluations, as their readers see them.
  const Replacements& placed() const { return placed_; }
  /// The versions in the vertex stage, of moved evaluations and of what these read.
  const Replacements& at_vertex() const { return at_vertex_; }
  bool is_moved(EvaluationId id) const { return is_moved_[id.index()]; }
  /// The naive evaluation with the value of one of the rewritten ones.
  EvaluationId from(EvaluationId rewritten) const {
    return is_clone(rewritten) ? cloned_[rewritten.index() - is_moved_.size()] : rewritten;
  }
  /// Whether it is a second version, in the vertex stage, of one that the fragment stage keeps.
  bool is_clone(EvaluationId rewritten) const { return rewritten.index() >= is_moved_.size(); }

 private:
  /// Marks evaluations that the vertex stage needs (moved ones and the single values they read),
  /// and those that something unmoved reads.
  void find_needed() {
    for (const DemandedOutput& output : plan_.outputs) {
      is_read_[output.value.index()] = true;
    }
    for (std::size_t i = plan_.evaluations.size(); i-- > 0;) {
      is_needed_[i] = is_needed_[i] || is_moved_[i];
      const Evaluation& evaluation = plan_.evaluations[EvaluationId(i)];
      const bool crosses = std::holds_alternative<InterpolateEvaluation>(evaluation.kind);
      for (const EvaluationId input : evaluation.inputs) {
        is_needed_[input.index()] = is_needed_[input.index()] || (is_needed_[i] && !crosses);
        is_read_[input.index()] = is_read_[input.index()] || !is_moved_[i];
      }
    }
  }

  EvaluationId in_vertex_stage(EvaluationId id) {
    Evaluation& evaluation = plan_.evaluations[id];
    if (std::holds_alternative<InterpolateEvaluation>(evaluation.kind)) {
      return placed_[evaluation.inputs[0]];
    }
    if (!is_read_[id.index()]) {
      move_to_vertex_stage(evaluation);
      return in_vertex_stage_.merge_named(id);
    }
    Evaluation clone = evaluation;
    move_to_vertex_stage(clone);
    const EvaluationId made = in_vertex_stage_.add_named(std::move(clone));
    cloned_.resize(plan_.evaluations.size() - is_moved_.size(), id);
    return made;
  }

  void move_to_vertex_stage(Evaluation& evaluation) const {
    evaluation.stage = Stage::Vertex;
    set_at_vertex(evaluation.kind);
    at_vertex_.redirect(evaluation.inputs);
    if (!is_single(evaluation.natural_rate)) {
      const auto* bound = std::get_if<BoundEvaluation>(&evaluation.kind);
      evaluation.natural_rate = in_vertex_stage_.rate_of(
          evaluation.inputs, bound != nullptr ? bound->rate : Rate::Constant);
    }
  }

  EvaluationId kept(EvaluationId id) {
    Evaluation& evaluation = plan_.evaluations[id];
    placed_.redirect(evaluation.inputs);
    return evaluation.stage == Stage::Vertex ? in_vertex_stage_.merge_named(id) : id;
  }

  /// Interpolates a moved value for its fragment readers.
  EvaluationId interpolated(EvaluationId id) {
    Evaluation& evaluation = plan_.evaluations[id];
    const EvaluationId source = at_vertex_[id];
    const bool is_flat =
        model_.is_flat[id.index()] || plan_.evaluations[source].natural_rate <= Rate::Instance;
    evaluation.kind = InterpolateEvaluation{is_flat};
    evaluation.inputs = {source};
    evaluation.stage = Stage::Fragment;
    evaluation.natural_rate = Rate::Fragment;
    return id;
  }

  Plan& plan_;
  const PlacementModel& model_;
  std::vector<Flag> is_moved_;   // per evaluation of the naive plan
  std::vector<Flag> is_needed_;  // the vertex stage needs it, or already has it
  std::vector<Flag> is_read_;    // something unmoved reads it
  Replacements placed_;
  Replacements at_vertex_;
  std::vector<EvaluationId> cloned_;  // per clone: its original
  // Shared by both origins: moved evaluations, and those of the old vertex stage.
  EvaluationBuilder in_vertex_stage_{plan_.evaluations, plan_.types};
};

/// The operations of the new plan's evaluations. `operations` belong to the naive plan. A value of
/// one per draw counts once, however many stages read it, as the uniform program computes it.
std::vector<std::uint64_t> operations_of(const NeededEvaluations& needed,
                                         const PlacementRewriting& rewriting,
                                         const std::vector<std::uint64_t>& operations) {
  std::vector<std::uint64_t> carried(needed.evaluations.size(), 0);
  for (std::size_t i = 0; i < needed.ids.size(); ++i) {
    const std::optional<EvaluationId> id = needed.ids.find(EvaluationId(i));
    const bool is_counted = id && rewriting.is_clone(EvaluationId(i)) &&
                            is_single(needed.evaluations[*id].natural_rate);
    if (id && !is_counted &&
        !std::holds_alternative<InterpolateEvaluation>(needed.evaluations[*id].kind)) {
      carried[id->index()] = operations[rewriting.from(EvaluationId(i)).index()];
    }
  }
  return carried;
}

/// Records the evaluations that were moved to the vertex stage.
std::vector<MovedEvaluation> moved_evaluations(const PlacementModel& model,
                                               const VertexTwins& twins,
                                               const PlacementRewriting& rewriting,
                                               const Replacements& ids) {
  std::vector<MovedEvaluation> moved;
  for (std::size_t i = 0; i < model.cut.nodes.size(); ++i) {
    const EvaluationId id = model.evaluations[i];
    if (rewriting.is_moved(id) && model.cut.nodes[i].freedom == Freedom::Either) {
      moved.push_back({ids[rewriting.at_vertex()[id]], model.operations[id.index()],
                       twins[id.index()].has_value()});
    }
  }
  std::sort(moved.begin(), moved.end(), [](const MovedEvaluation& a, const MovedEvaluation& b) {
    return a.evaluation < b.evaluation;
  });
  return moved;
}

/// A stated type applies to the value in every stage.
std::vector<StatedType> stated_everywhere(const std::vector<StatedType>& stated,
                                          const PlacementRewriting& rewriting,
                                          const Replacements& ids) {
  std::vector<StatedType> rewritten;
  rewriting.placed().append_redirected(stated, rewritten);
  rewriting.at_vertex().append_redirected(stated, rewritten);
  std::vector<StatedType> kept;
  ids.append_redirected(rewritten, kept);
  sort_stated_types(kept);
  return kept;
}

/// Whether the cut counted calls whole that may compute fewer results in the stage it puts them in.
bool may_leave_out_results(const Library& library, const Plan& plan, const PlacementModel& model) {
  for (std::size_t i = 0; i < model.cut.nodes.size(); ++i) {
    const EvaluationKind& kind = plan.evaluations[model.evaluations[i]].kind;
    const auto* leaf = std::get_if<LeafEvaluation>(&kind);
    if (leaf != nullptr && model.cut.nodes[i].freedom == Freedom::Either &&
        may_leave_out_results(library, *leaf)) {
      return true;
    }
  }
  return false;
}

Diagnostic beyond_budget(const Profile& profile, std::uint32_t components, std::uint32_t budget,
                         std::string_view needs) {
  Diagnostic diagnostic =
      error(Code::InterpolantBudget,
            fmt::format("{} {} interpolated components, but there {} {}", needs, components,
                        budget == 1 ? "is" : "are", budget),
            "raise the profile's interpolants setting, or read less per fragment");
  diagnostic.span = profile.span;
  return diagnostic;
}

Diagnostic beyond_budget(const Library& library, const Plan& plan, const CutModel& model) {
  CutModel components_alone = model;
  components_alone.budget.reset();
  components_alone.vertices = 0;
  components_alone.fragments = 1;
  for (CutNode& node : components_alone.nodes) {
    node.fragment_operations = 0;
  }
  let_all_repeat(components_alone);
  return beyond_budget(library.profiles[plan.profile], minimum_cut(components_alone)->components,
                       *model.budget, "the plan needs at least");
}

/// How many components a plan interpolates.
std::uint32_t interpolated_components(const Plan& plan) {
  std::set<std::pair<EvaluationId, bool>> counted;
  std::uint32_t components = 0;
  for (const Evaluation& each : plan.evaluations) {
    const auto* interpolate = std::get_if<InterpolateEvaluation>(&each.kind);
    if (interpolate != nullptr &&
        counted.emplace(each.inputs.front(), interpolate->is_flat).second) {
      components += static_cast<std::uint32_t>(plan.types[each.type].data().component_count());
    }
  }
  return components;
}

/// A plan that computes everything where it is demanded.
Result<PlacedPlan> place_where_demanded(const Library& library, Plan plan,
                                        const PlacementOptions& options) {
  const Profile& profile = library.profiles[plan.profile];
  const auto budget = interpolant_budget(library, profile, options);
  const std::uint32_t components = budget ? interpolated_components(plan) : 0;
  if (budget && components > *budget) {
    return failed({beyond_budget(profile, components, *budget, "without placement the plan has")});
  }
  return place_naively(std::move(plan));
}

}  // namespace

Result<PlacedPlan> place(const Library& library, Plan plan, const PlacementOptions& options,
                         OperationLaw operation) {
  LibraryFacts facts(library, operation);
  return place(library, std::move(plan), options, facts);
}

Result<PlacedPlan> place(const Library& library, Plan plan, const PlacementOptions& options,
                         LibraryFacts& facts) {
  const Profile& profile = library.profiles[plan.profile];
  if (profile.as_functions) {
    return place_naively(std::move(plan));
  }
  if (!options.is_on) {
    return place_where_demanded(library, std::move(plan), options);
  }
  const bool has_host = has_uniform_program(library, profile, options);
  std::vector<SplitCall> calls = may_split_leaves(library, profile, options)
                                     ? find_split_calls(library, plan, has_host, facts)
                                     : std::vector<SplitCall>();
  std::optional<std::uint64_t> naive_cost;
  if (!calls.empty()) {
    naive_cost = plan_cost(plan, operations_with_functions(facts.operations, plan),
                           run_counts(library, profile, options));
  }
  SplitPlan split = split_by_cut(library, std::move(plan), calls, options, facts);
  plan = std::move(split.plan);
  const VertexTwins& twins = split.twins;
  const PlacementModel& model = split.model;
  const std::optional<Cut>& cut = split.cut;
  if (!cut) {
    return failed({beyond_budget(library, plan, model.cut)});
  }
  Placement placement;
  placement.runs = {model.cut.vertices, model.cut.fragments};
  placement.budget = model.cut.budget;
  placement.naive_cost =
      naive_cost ? *naive_cost : plan_cost(plan, model.operations, placement.runs);
  placement.is_proven = cut->is_proven && !may_leave_out_results(library, plan, model);
  PlacementRewriting rewriting(plan, model, *cut);
  rewriting.run();
  rewriting.placed().redirect(plan.outputs);
  NeededEvaluations needed = keep_needed(std::move(plan.evaluations), plan.outputs);
  placement.moved = moved_evaluations(model, twins, rewriting, needed.ids);
  plan.stated_types = stated_everywhere(plan.stated_types, rewriting, needed.ids);
  const std::vector<std::uint64_t> operations = operations_of(needed, rewriting, model.operations);
  plan.evaluations = std::move(needed.evaluations);
  plan.functions = find_functions(library, plan.evaluations);
  placement.cost = plan_cost(plan, operations, placement.runs);
  if (has_host) {
    take_out_uniform_work(library, plan, placement, facts.operations);
  }
  drop_unread_results(library, plan, placement, facts.operations);
  PlacedPlan placed = place_naively(std::move(plan));
  placed.placement = std::move(placement);
  return placed;
}

}  // namespace weft
