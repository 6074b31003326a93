#include "composer/explain/value_explanation.h"

#include <utility>

#include <fmt/format.h>

#include "composer/evaluations/field_kinds.h"
#include "composer/explain/conversion_report.h"
#include "composer/explain/evaluation_text.h"
#include "composer/explain/rate_reasons.h"
#include "composer/placement/flip_ratio.h"
#include "support/text_table.h"

namespace weft {
namespace {

/// Explains where the values of a plan are computed, and why.
class ValueExplainer {
 public:
  ValueExplainer(const Library& library, const PlacedPlan& placed, Explanation& story)
      : library_(library),
        placed_(placed),
        plan_(placed.plan),
        story_(story),
        reasons_(rate_reasons(library, placed)),
        places_(find_places(library, placed.plan)) {}

  void run() {
    const std::vector<std::optional<std::size_t>> explained = add_values();
    add_places(explained);
    for (ExplainedValue& value : story_.values) {
      if (story_.node) {
        story_.paths.push_back(path_from(value.evaluation));
      }
      for (const PlanPlaceId place : places_.of[value.evaluation.index()]) {
        value.places.push_back(*shown_[place.index()]);
      }
    }
  }

 private:
  const Evaluation& evaluation(EvaluationId id) const { return plan_.evaluations[id]; }
  bool concerns(const Evaluation& each) const {
    return story_.node ? each.origin.name == *story_.node : !each.origin.name.empty();
  }

  /// Returns, per evaluation, its position among the explained values.
  std::vector<std::optional<std::size_t>> add_values() {
    const FieldKinds kinds;
    std::vector<std::optional<std::size_t>> explained(plan_.evaluations.size());
    for (std::size_t i = 0; i < plan_.evaluations.size(); ++i) {
      const EvaluationId id(i);
      const Evaluation& each = evaluation(id);
      if (!concerns(each)) {
        continue;
      }
      explained[i] = story_.values.size();
      story_.values.push_back({id,
                               each.origin.name,
                               std::string(kinds[kind_of(plan_, id)].name),
                               placed_.rates[i],
                               each.stage,
                               {},
                               reasons_[i].cause,
                               reasons_[i].input,
                               plan_.types[each.type],
                               feature_paths(library_, plan_.needs[i]),
                               stated_beyond(library_, plan_, id)});
    }
    return explained;
  }

  /// Adds the places with explained values; without a `node` all.
  void add_places(const std::vector<std::optional<std::size_t>>& explained) {
    shown_.resize(places_.places.size());
    for (std::size_t i = 0; i < places_.places.size(); ++i) {
      const PlanPlace& place = places_.places[PlanPlaceId(i)];
      ExplainedPlace made{place, title_of(place), {}};
      for (const EvaluationId id : place.values) {
        if (const auto& value = explained[id.index()]) {
          made.values.emplace_back(name_in(evaluation(id), place), *value);
        }
      }
      if (!story_.node || !made.values.empty()) {
        shown_[i] = story_.places.size();
        story_.places.push_back(std::move(made));
      }
    }
  }

  RatePath path_from(EvaluationId value) const {
    RatePath path{placed_.rates[value.index()], evaluation(value).stage, {}, {}};
    std::optional<EvaluationId> at = value;
    while (at) {
      const RateReason& reason = reasons_[at->index()];
      const Evaluation& each = evaluation(*at);
      path.steps.push_back({each.origin.name, evaluation_words(library_, plan_, each)});
      path.because = reason.cause;
      at = reason.input;
    }
    return path;
  }

  std::string all_words(const std::vector<EvaluationId>& ids) const {
    std::vector<std::string> words;
    words.reserve(ids.size());
    for (const EvaluationId id : ids) {
      words.push_back(value_words(library_, plan_, id));
    }
    return joined(words);
  }

  /// `function around.field(at) of the vertex stage, given to wind, captures axis, place`
  std::string title_of(const PlanPlace& place) const {
    switch (place.kind) {
      case PlanPlace::Kind::UniformProgram:
        return "the uniform program";
      case PlanPlace::Kind::Main:
        return fmt::format("main of the {} stage", stage_name(place.stage));
      default:
        break;
    }
    const bool is_function = place.kind == PlanPlace::Kind::Function;
    return fmt::format("{} of the {} stage{}{}", place_title(place), stage_name(place.stage),
                       is_function ? ", given to " + all_words(place.given_to) : "",
                       place.captures.empty() ? "" : ", captures " + all_words(place.captures));
  }

  const Library& library_;
  const PlacedPlan& placed_;
  const Plan& plan_;
  Explanation& story_;
  std::vector<RateReason> reasons_;
  PlanPlaces places_;
  std::vector<std::optional<std::size_t>> shown_;  // per place: its position in the explanation
};

/// The moved values with the savings of each, and when another placement would be cheaper.
ExplainedPlacement explain_placement(const Library& library, const Plan& naive,
                                     const PlacedPlan& placed, PlacementOptions options,
                                     const std::optional<std::string>& node) {
  const Placement& placement = *placed.placement;
  const RunCounts& runs = placement.runs;
  ExplainedPlacement explained{
      placement, library.profiles[placed.plan.profile].last_stage(), {}, {}};
  for (const MovedEvaluation& move : placement.moved) {
    const Evaluation& each = placed.plan.evaluations[move.evaluation];
    if (!node || each.origin.name == *node) {
      explained.moves.push_back(
          {move, each.origin.name, evaluation_words(library, placed.plan, each),
           move.operations * runs.fragments, move.was_there ? 0 : move.operations * runs.vertices});
    }
  }
  options.vertices = runs.vertices;
  options.fragments = runs.fragments;
  options.interpolants = placement.budget;
  explained.flips_at = flip_ratio(library, naive, options);
  return explained;
}

}  // namespace

void explain_values(const Library& library, const Plan& naive, const PlacedPlan& placed,
                    const PlacementOptions& options, Explanation& story) {
  ValueExplainer(library, placed, story).run();
  if (placed.placement) {
    story.placement = explain_placement(library, naive, placed, options, story.node);
  }
}

}  // namespace weft
