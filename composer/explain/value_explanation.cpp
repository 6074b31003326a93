// Explains where the values of a plan are computed, and why.

#include <algorithm>

#include <fmt/format.h>

#include "composer/evaluations/field_kinds.h"
#include "composer/explain/conversion_report.h"
#include "composer/explain/evaluation_text.h"
#include "composer/explain/explanation.h"
#include "composer/explain/plan_places.h"
#include "composer/explain/rate_reasons.h"
#include "composer/placement/place.h"
#include "support/json.h"
#include "support/text_table.h"

namespace weft {
namespace {

/// 8910000 is `8,910,000`.
std::string grouped(std::uint64_t number) {
  std::string text = std::to_string(number);
  for (std::size_t at = text.size(); at > 3; at -= 3) {
    text.insert(at - 3, 1, ',');
  }
  return text;
}

class ValueExplainer {
 public:
  ValueExplainer(const Library& library, const Plan& naive, const PlacedPlan& placed,
                 const std::optional<std::string>& node)
      : library_(library),
        naive_(naive),
        placed_(placed),
        plan_(placed.plan),
        node_(node),
        reasons_(rate_reasons(library_, placed)),
        places_(find_places(library_, plan_)) {}

  Explanation run() {
    if (node_) {
      add_paths();
    }
    story_.json["values"] = Json::array();
    add_values();
    if (placed_.placement) {
      add_placement(*placed_.placement);
    }
    return std::move(story_);
  }

 private:
  const Evaluation& evaluation(EvaluationId id) const { return plan_.evaluations[id]; }
  bool concerns(const Evaluation& each) const {
    return node_ ? each.origin.name == *node_ : !each.origin.name.empty();
  }
  std::string rate(EvaluationId id) const {
    return std::string(rate_name(placed_.rates[id.index()]));
  }
  const SemanticType& type_of(EvaluationId id) const { return plan_.types[evaluation(id).type]; }

  /// Adds the path from each value of that name to the origin of its rate.
  void add_paths() {
    for (std::size_t i = 0; i < plan_.evaluations.size(); ++i) {
      if (!concerns(evaluation(EvaluationId(i)))) {
        continue;
      }
      story_.text += fmt::format("{}: per {}, in the {} stage\n", *node_, rate(EvaluationId(i)),
                                 stage_name(evaluation(EvaluationId(i)).stage));
      TextTable table;
      std::optional<EvaluationId> at = EvaluationId(i);
      while (at) {
        const RateReason& reason = reasons_[at->index()];
        const Evaluation& each = evaluation(*at);
        table.add({each.origin.name.empty() ? "-" : each.origin.name,
                   evaluation_words(library_, plan_, each),
                   reason.input ? "" : "because of " + reason.cause});
        at = reason.input;
      }
      story_.text += table.text("  ") + "\n";
    }
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
  std::string heading_of(const PlanPlace& place) const {
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

  void add_values() {
    std::string tables;
    story_.json["functions"] = Json::array();
    std::vector<Json> shown(places_.places.size());  // per place: its position in the JSON, or null
    for (std::size_t i = 0; i < places_.places.size(); ++i) {
      const PlanPlace& place = places_.places[PlanPlaceId(i)];
      const std::string table = table_of(place);
      if (!table.empty()) {
        tables += fmt::format("{}{}\n{}", tables.empty() ? "" : "\n", heading_of(place), table);
      }
      if (!node_ || !table.empty()) {
        shown[i] = story_.json["functions"].size();
        story_.json["functions"].push_back(json_of(place));
      }
    }
    if (!tables.empty()) {
      story_.text += "values: name, kind, rate, reason for the rate, type\n\n" + tables;
    }
    for (std::size_t i = 0; i < plan_.evaluations.size(); ++i) {
      const EvaluationId id(i);
      const Evaluation& each = evaluation(id);
      if (!concerns(each)) {
        continue;
      }
      Json functions = Json::array();
      for (const PlanPlaceId place : places_.of[i]) {
        functions.push_back(shown[place.index()]);
      }
      story_.json["values"].push_back(
          {{"id", i},
           {"name", each.origin.name},
           {"kind", kinds_[kind_of(plan_, id)].name},
           {"rate", rate(id)},
           {"stage", stage_name(each.stage)},
           {"functions", std::move(functions)},
           {"because", reasons_[i].cause},
           {"through", reasons_[i].input ? Json(reasons_[i].input->index()) : Json()},
           {"type", type_text(type_of(id), library_.lattice, library_.data_types, library_.names)},
           {"needs", feature_paths(library_, plan_.needs[i])}});
    }
  }

  /// The values of a place, one per line; empty if none has anything to report.
  std::string table_of(const PlanPlace& place) const {
    TextTable table;
    for (const EvaluationId id : place.values) {
      const Evaluation& each = evaluation(id);
      if (concerns(each)) {
        table.add({name_in(each, place), std::string(kinds_[kind_of(plan_, id)].name), rate(id),
                   reasons_[id.index()].cause, library_.type_name(type_of(id))});
      }
    }
    return table.empty() ? "" : table.text("  ");
  }

  static Json json_of(const PlanPlace& place) {
    const auto ids = [](const std::vector<EvaluationId>& all) {
      Json json = Json::array();
      for (const EvaluationId id : all) {
        json.push_back(id.index());
      }
      return json;
    };
    return {{"name", place.name},
            {"kind", place_kind_name(place.kind)},
            {"stage", stage_name(place.stage)},
            {"parameters", place.parameters},
            {"given_to", ids(place.given_to)},
            {"captures", ids(place.captures)},
            {"results", ids(place.results)},
            {"values", ids(place.values)}};
  }

  /// Adds the moved values with the savings of each, and when another placement would be cheaper.
  void add_placement(const Placement& placement) {
    TextTable table;
    Json moved = Json::array();
    for (const MovedEvaluation& move : placement.moved) {
      const Evaluation& each = evaluation(move.evaluation);
      if (node_ && each.origin.name != *node_) {
        continue;
      }
      const std::uint64_t before = move.operations * placement.runs.fragments;
      const std::uint64_t now = move.was_there ? 0 : move.operations * placement.runs.vertices;
      const std::string what = evaluation_words(library_, plan_, each);
      table.add({each.origin.name.empty() ? "-" : each.origin.name, what, grouped(move.operations),
                 (before < now ? "-" : "") + grouped(before < now ? now - before : before - now),
                 move.was_there ? "computed there anyway" : ""});
      moved.push_back({{"id", move.evaluation.index()},
                       {"name", each.origin.name},
                       {"operations", move.operations},
                       {"before", before},
                       {"now", now}});
    }
    const std::optional<double> flip =
        flip_ratio(library_, naive_,
                   {true, placement.runs.vertices, placement.runs.fragments, placement.budget});
    if (!table.empty()) {
      story_.text +=
          fmt::format("{}moved to the vertex stage: name, kind, operations, saved per draw\n{}",
                      story_.text.empty() ? "" : "\n", table.text("  "));
    }
    if (!node_) {
      story_.text += fmt::format(
          "\ncost per draw: {} operations instead of {}, at {} vertices and {} fragments{}\n",
          grouped(placement.cost), grouped(placement.naive_cost), grouped(placement.runs.vertices),
          grouped(placement.runs.fragments), placement.is_proven ? "" : " (not proven)");
      if (flip) {
        story_.text += fmt::format(
            "with more than {:.3g} vertices per fragment another placement is cheaper\n", *flip);
      }
    }
    story_.json["placement"] = {
        {"vertices", placement.runs.vertices},
        {"fragments", placement.runs.fragments},
        {"interpolants", placement.budget ? Json(*placement.budget) : Json()},
        {"naive_cost", placement.naive_cost},
        {"cost", placement.cost},
        {"proven", placement.is_proven},
        {"flips_at", flip ? Json(*flip) : Json()},
        {"moved", std::move(moved)}};
  }

  const Library& library_;
  const Plan& naive_;
  const PlacedPlan& placed_;
  const Plan& plan_;
  const std::optional<std::string>& node_;
  std::vector<RateReason> reasons_;
  PlanPlaces places_;
  FieldKinds kinds_;
  Explanation story_;
};

}  // namespace

Explanation explain_values(const Library& library, const Plan& naive, const PlacedPlan& placed,
                           const std::optional<std::string>& node) {
  return ValueExplainer(library, naive, placed, node).run();
}

}  // namespace weft
