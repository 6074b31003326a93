#include "composer/placement/place.h"

#include <algorithm>
#include <array>

#include <fmt/format.h>

#include "composer/evaluations/build_plan.h"
#include "composer/evaluations/plan_cost.h"
#include "composer/evaluations/plan_functions.h"
#include "composer/placement/placement_model.h"
#include "composer/placement/take_out_uniform_work.h"
#include "composer/placement/unique_evaluations.h"
#include "fragments/model/setting_values.h"

namespace weft {
namespace {

/// Rewrites a plan with some evaluations moved to the vertex stage. Moves evaluations out of the
/// old plan.
class PlacementRewriting {
 public:
  PlacementRewriting(Plan& plan, const PlacementModel& model, const Cut& cut)
      : plan_(plan),
        model_(model),
        is_moved_(plan.evaluations.size(), false),
        is_needed_(is_moved_),
        is_read_(is_moved_) {
    for (std::size_t i = 0; i < model.cut.nodes.size(); ++i) {
      const bool is_moved = cut.at_vertex[i] && model.cut.nodes[i].freedom == Freedom::Either;
      is_moved_[model.evaluations[i].index()] = is_moved_[model.evaluations[i].index()] || is_moved;
    }
  }

  void run() {
    find_needed();
    made_.reserve(plan_.evaluations.size());
    from_.reserve(plan_.evaluations.size());
    for (std::size_t i = 0; i < plan_.evaluations.size(); ++i) {
      Evaluation& evaluation = plan_.evaluations[EvaluationId(i)];
      at_vertex_.emplace_back();
      const bool leaves = is_needed_[i] && !is_read_[i];
      if (is_needed_[i]) {
        at_vertex_[i] =
            add_to_vertex_stage(leaves ? std::move(evaluation) : Evaluation(evaluation));
        from_.resize(made_.size(), EvaluationId(i));
      }
      placed_.push_back(leaves         ? *at_vertex_[i]
                        : is_moved_[i] ? interpolated(EvaluationId(i))
                                       : kept(std::move(evaluation)));
      from_.resize(made_.size(), EvaluationId(i));
    }
  }

  Store<Evaluation> take_evaluations() { return std::move(made_); }
  /// The replacement of a naive evaluation, as its readers see it.
  EvaluationId placed(EvaluationId id) const { return placed_[id.index()]; }
  /// The vertex-stage evaluation of a moved one.
  EvaluationId at_vertex(EvaluationId id) const { return *at_vertex_[id.index()]; }
  /// Its versions in either stage.
  std::array<std::optional<EvaluationId>, 2> made_for(EvaluationId id) const {
    return {placed_[id.index()], at_vertex_[id.index()]};
  }
  bool is_moved(EvaluationId id) const { return is_moved_[id.index()]; }
  /// Per new evaluation: the naive one with the same value.
  const std::vector<EvaluationId>& from() const { return from_; }

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

  EvaluationId add_to_vertex_stage(Evaluation&& clone) {
    if (std::holds_alternative<InterpolateEvaluation>(clone.kind)) {
      return placed_[clone.inputs[0].index()];
    }
    clone.stage = Stage::Vertex;
    clone.kind = kind_at_vertex(std::move(clone.kind));
    const auto* bound = std::get_if<BoundEvaluation>(&clone.kind);
    Rate rate = bound != nullptr ? bound->rate : Rate::Constant;
    for (EvaluationId& input : clone.inputs) {
      input = *at_vertex_[input.index()];
      rate = join(rate, made_[input].natural_rate);
    }
    clone.natural_rate = is_single(clone.natural_rate) ? clone.natural_rate : rate;
    return in_vertex_stage_.add(std::move(clone));
  }

  EvaluationId kept(Evaluation&& evaluation) {
    for (EvaluationId& input : evaluation.inputs) {
      input = placed_[input.index()];
    }
    return evaluation.stage == Stage::Vertex ? in_vertex_stage_.add(std::move(evaluation))
                                             : made_.add(std::move(evaluation));
  }

  /// Interpolates a moved value for its fragment readers.
  EvaluationId interpolated(EvaluationId id) {
    Evaluation& evaluation = plan_.evaluations[id];
    const EvaluationId source = *at_vertex_[id.index()];
    const bool is_flat = model_.is_flat[id.index()] || made_[source].natural_rate <= Rate::Instance;
    return made_.add({InterpolateEvaluation{is_flat},
                      {source},
                      Stage::Fragment,
                      Rate::Fragment,
                      evaluation.type,
                      std::move(evaluation.origin)});
  }

  Plan& plan_;
  const PlacementModel& model_;
  std::vector<bool> is_moved_;   // per evaluation of the naive plan
  std::vector<bool> is_needed_;  // the vertex stage needs it, or already has it
  std::vector<bool> is_read_;    // something unmoved reads it
  std::vector<EvaluationId> placed_;
  std::vector<std::optional<EvaluationId>> at_vertex_;
  Store<Evaluation> made_;
  std::vector<EvaluationId> from_;
  // Shared by both origins: moved evaluations, and those of the old vertex stage.
  UniqueEvaluations in_vertex_stage_{made_, plan_.types};
};

/// Tables about naive evaluations, translated to the new plan.
struct CarriedOver {
  std::vector<FeatureSet> needs;
  std::vector<std::uint64_t> operations;
};

/// `needs` and `operations` belong to the naive plan; `from` gives, per evaluation before
/// keep_needed(), the naive one with the same value. A value depends on the same features wherever
/// it is computed.
CarriedOver carry_over(std::vector<FeatureSet> needs, const std::vector<std::uint64_t>& operations,
                       const std::vector<EvaluationId>& from, const NeededEvaluations& needed) {
  CarriedOver carried;
  carried.needs.resize(needed.evaluations.size());
  carried.operations.resize(needed.evaluations.size(), 0);
  std::vector<std::optional<EvaluationId>> last(
      needs.size());  // the last copy, into which `needs` is moved
  for (std::size_t i = 0; i < from.size(); ++i) {
    const std::optional<EvaluationId>& id = needed.ids[i];
    if (!id) {
      continue;
    }
    std::optional<EvaluationId>& before = last[from[i].index()];
    if (before) {
      carried.needs[before->index()] = needs[from[i].index()];
    }
    before = *id;
    const bool crosses =
        std::holds_alternative<InterpolateEvaluation>(needed.evaluations[*id].kind);
    carried.operations[id->index()] = crosses ? 0 : operations[from[i].index()];
  }
  for (std::size_t i = 0; i < last.size(); ++i) {
    if (last[i]) {
      carried.needs[last[i]->index()] = std::move(needs[i]);
    }
  }
  return carried;
}

Diagnostic beyond_budget(const Library& library, const Plan& plan, const CutModel& model) {
  CutModel components_alone = model;
  components_alone.budget.reset();
  components_alone.vertices = 0;
  components_alone.fragments = 1;
  for (CutNode& node : components_alone.nodes) {
    node.fragment_operations = 0;
  }
  const std::uint32_t least = minimum_cut(components_alone)->components;
  const Profile& profile = library.profiles[plan.profile];
  Diagnostic diagnostic =
      error(Code::InterpolantBudget,
            fmt::format("the plan needs at least {} interpolated components, but there {} {}",
                        least, *model.budget == 1 ? "is" : "are", *model.budget),
            "raise the profile's interpolants setting, or read less per fragment");
  diagnostic.span = profile.span;
  return diagnostic;
}

}  // namespace

Result<PlacedPlan> place(const Library& library, Plan plan, const PlacementOptions& options,
                         OperationLaw operation) {
  const Profile& profile = library.profiles[plan.profile];
  if (!options.is_on || profile.as_functions) {
    return place_naively(std::move(plan));
  }
  const VertexTwins twins = find_vertex_twins(plan);
  const PlacementModel model = model_placement(library, plan, twins, options, operation);
  const std::optional<Cut> cut = minimum_cut(model.cut);
  if (!cut) {
    return failed({beyond_budget(library, plan, model.cut)});
  }
  Placement placement;
  placement.runs = {model.cut.vertices, model.cut.fragments};
  placement.budget = model.cut.budget;
  placement.naive_cost = plan_cost(plan, model.operations, placement.runs);
  placement.is_proven = cut->is_proven;
  PlacementRewriting rewriting(plan, model, *cut);
  rewriting.run();
  std::vector<EvaluationId> roots;
  for (DemandedOutput& output : plan.outputs) {
    output.value = rewriting.placed(output.value);
    roots.push_back(output.value);
  }
  NeededEvaluations needed = keep_needed(rewriting.take_evaluations(), roots);
  for (std::size_t i = 0; i < model.cut.nodes.size(); ++i) {
    const EvaluationId id = model.evaluations[i];
    const bool is_moved = rewriting.is_moved(id) && model.cut.nodes[i].freedom == Freedom::Either;
    if (is_moved) {
      placement.moved.push_back({*needed.ids[rewriting.at_vertex(id).index()],
                                 model.operations[id.index()], twins[id.index()].has_value()});
    }
  }
  std::sort(placement.moved.begin(), placement.moved.end(),
            [](const MovedEvaluation& a, const MovedEvaluation& b) {
              return a.evaluation < b.evaluation;
            });
  for (DemandedOutput& output : plan.outputs) {
    output.value = *needed.ids[output.value.index()];
  }
  std::vector<StatedType> stated_types;
  for (const StatedType& stated : plan.stated_types) {
    // A stated type applies to the value in every stage.
    for (const std::optional<EvaluationId>& made : rewriting.made_for(stated.value)) {
      if (made && needed.ids[made->index()]) {
        stated_types.push_back({*needed.ids[made->index()], stated.type});
      }
    }
  }
  sort_stated_types(stated_types);
  plan.stated_types = std::move(stated_types);
  CarriedOver carried =
      carry_over(std::move(plan.needs), model.operations, rewriting.from(), needed);
  plan.evaluations = std::move(needed.evaluations);
  plan.needs = std::move(carried.needs);
  plan.functions = find_functions(library, plan.evaluations);
  placement.cost = plan_cost(plan, carried.operations, placement.runs);
  if (options.uniform_program.value_or(setting_word(library, profile, "uniform_program") !=
                                       "off")) {
    take_out_uniform_work(library, plan, placement);
  }
  PlacedPlan placed = place_naively(std::move(plan));
  placed.placement = std::move(placement);
  return placed;
}

std::optional<double> flip_ratio(const Library& library, const Plan& naive,
                                 const PlacementOptions& options) {
  constexpr std::uint64_t greatest_ratio = 100;
  CutModel model = model_placement(library, naive, find_vertex_twins(naive), options).cut;
  const std::optional<Cut> now = minimum_cut(model);
  std::uint64_t low = model.vertices;  // here the placement is unchanged
  std::uint64_t high = greatest_ratio * model.fragments;
  const auto is_other = [&](std::uint64_t vertices) {
    model.vertices = vertices;
    const std::optional<Cut> cut = minimum_cut(model);
    return now && cut && cut->at_vertex != now->at_vertex;
  };
  if (low >= high || !is_other(high)) {
    return std::nullopt;
  }
  while (high - low > 1) {
    const std::uint64_t middle = low + (high - low) / 2;
    (is_other(middle) ? high : low) = middle;
  }
  return static_cast<double>(high) / static_cast<double>(model.fragments);
}

}  // namespace weft
