#include "composer/explain/explanation_json.h"

#include <utility>

#include "composer/explain/conversion_json.h"
#include "support/json.h"

namespace weft {
namespace {

std::string type_words(const Library& library, const SemanticType& type) {
  return type_text(type, library.lattice, library.data_types, library.names);
}

Json link_json(const Library& library, const LinkExplanation& link) {
  Json steps = Json::array();
  for (const ExplainedStep& step : link.steps) {
    steps.push_back({{"id", step.evaluation.index()},
                     {"conversion", step.conversion},
                     {"difficulty", difficulty_json(step.difficulty)},
                     {"to", type_words(library, step.type)},
                     {"rate", rate_name(step.rate)}});
  }
  return {
      {"consumer", link.consumer},
      {"from",
       {{"id", link.from.index()}, {"name", link.name}, {"type", type_words(library, link.type)}}},
      {"difficulty", difficulty_json(link.difficulty)},
      {"steps", std::move(steps)},
      {"refused", rejected_json(link.rejected)}};
}

Json place_json(const PlanPlace& place) {
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

Json explained_value_json(const Library& library, const ExplainedValue& value) {
  return {{"id", value.evaluation.index()},
          {"name", value.name},
          {"kind", value.kind},
          {"rate", rate_name(value.rate)},
          {"stage", stage_name(value.stage)},
          {"functions", value.places},
          {"because", value.because},
          {"through", value.through ? Json(value.through->index()) : Json()},
          {"type", type_words(library, value.type)},
          {"stated", stated_json(library, value.stated)},
          {"needs", value.needs}};
}

Json placement_json(const ExplainedPlacement& explained) {
  const Placement& placement = explained.placement;
  Json moved = Json::array();
  for (const ExplainedMove& move : explained.moves) {
    moved.push_back({{"id", move.moved.evaluation.index()},
                     {"name", move.name},
                     {"operations", move.moved.operations},
                     {"before", move.before},
                     {"now", move.now}});
  }
  return {{"vertices", placement.runs.vertices},
          {"fragments", placement.runs.fragments},
          {"interpolants", placement.budget ? Json(*placement.budget) : Json()},
          {"naive_cost", placement.naive_cost},
          {"cost", placement.cost},
          {"proven", placement.is_proven},
          {"flips_at", explained.flips_at ? Json(*explained.flips_at) : Json()},
          {"moved", std::move(moved)}};
}

}  // namespace

Json explanation_json(const Library& library, const Explanation& story) {
  Json json;
  json["links"] = Json::array();
  for (const LinkExplanation& link : story.links) {
    json["links"].push_back(link_json(library, link));
  }
  json["stitches"] = Json::array();
  for (const StitchExplanation& stitch : story.stitches) {
    json["stitches"].push_back({{"consumer", stitch.consumer},
                                {"chosen", stitch.chosen},
                                {"difficulty", difficulty_json(stitch.difficulty)},
                                {"not_taken", stitch.not_taken}});
  }
  json["states"] = Json::array();
  for (const ExplainedState& state : story.states) {
    json["states"].push_back({{"name", state.name},
                              {"type", type_words(library, state.type)},
                              {"stored", state.stored},
                              {"read_binding", state.read_binding},
                              {"written_binding", state.written_binding}});
  }
  json["values"] = Json::array();
  for (const ExplainedValue& value : story.values) {
    json["values"].push_back(explained_value_json(library, value));
  }
  json["functions"] = Json::array();
  for (const ExplainedPlace& place : story.places) {
    json["functions"].push_back(place_json(place.place));
  }
  if (story.placement) {
    json["placement"] = placement_json(*story.placement);
  }
  json["costs"] = costs_json(story.costs);
  return json;
}

Json stated_json(const Library& library, const std::vector<SemanticType>& stated) {
  Json list = Json::array();
  for (const SemanticType& each : stated) {
    list.push_back(type_words(library, each));
  }
  return list;
}

Json costs_json(const std::vector<ExplainedCost>& costs) {
  Json all = Json::array();
  for (const ExplainedCost& each : costs) {
    Json operations = Json::object();
    for (const auto& [rate, count] : each.cost.operations) {
      operations[std::string(rate_name(rate))] = count;
    }
    all.push_back({{"output", each.output},
                   {"stage", stage_name(each.stage)},
                   {"operations", std::move(operations)},
                   {"per_draw", each.cost.per_draw}});
  }
  return all;
}

}  // namespace weft
