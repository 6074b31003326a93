#include "codegen/dump/plan_dump.h"

#include <variant>

#include <fmt/format.h>

#include "composer/evaluations/field_kinds.h"
#include "composer/evaluations/plan_demands.h"
#include "composer/explain/conversion_report.h"
#include "composer/explain/evaluation_text.h"
#include "composer/explain/explanation_json.h"
#include "composer/explain/graph_dump.h"
#include "support/json.h"
#include "support/text_table.h"

namespace weft {
namespace {

std::string number(EvaluationId id) { return fmt::format("%{}", id.index()); }

struct KindName {
  std::string operator()(const ConstantEvaluation&) const { return "constant"; }
  std::string operator()(const FeatureEvaluation&) const { return "feature"; }
  std::string operator()(const ParameterEvaluation&) const { return "parameter"; }
  std::string operator()(const InterpolateEvaluation&) const { return "interpolate"; }
  std::string operator()(const UniformEvaluation&) const { return "uniform"; }
  std::string operator()(const BoundEvaluation&) const { return "bound"; }
  std::string operator()(const LeafEvaluation& kind) const {
    return library.fragments[kind.fragment].is_conversion() ? "conversion" : "leaf";
  }
  std::string operator()(const LoopEvaluation&) const { return "loop"; }
  std::string operator()(const StateEvaluation&) const { return "state"; }
  std::string operator()(const MapEvaluation&) const { return "map"; }
  std::string operator()(const ResultEvaluation&) const { return "result"; }
  std::string operator()(const OperationEvaluation&) const { return "operation"; }

  const Library& library;
};

std::string rate_text(const PlacedPlan& placed, std::size_t index) {
  return std::string(rate_name(placed.rates[index]));
}

/// One line per evaluation: number, name, action, and the cells of one aspect.
template <typename Cells>
std::string table_of(const Library& library, const PlacedPlan& placed,
                     std::vector<std::string> heads, Cells cells_of) {
  const Plan& plan = placed.plan;
  TextTable table;
  heads.insert(heads.begin(), {"id", "name", "value"});
  table.add(std::move(heads));
  for (std::size_t i = 0; i < plan.evaluations.size(); ++i) {
    const Evaluation& evaluation = plan.evaluations[EvaluationId(i)];
    std::vector<std::string> row = {number(EvaluationId(i)), evaluation.origin.name,
                                    evaluation_text(library, plan, evaluation)};
    for (std::string& cell : cells_of(i, evaluation)) {
      row.push_back(std::move(cell));
    }
    table.add(std::move(row));
  }
  return table.text();
}

std::string output_lines(const Library& library, const Plan& plan) {
  TextTable table;
  for (const DemandedOutput& output : plan.outputs) {
    const ProfileDemand& demand = demand_of(library, plan, output);
    table.add({fmt::format("{} output", stage_name(demand.stage)),
               std::string(library.text(demand.name)), number(output.value),
               library.type_name(demand.type)});
  }
  return table.text();
}

}  // namespace

Json plan_json(const Library& library, const PlacedPlan& placed) {
  const Plan& plan = placed.plan;
  const PlanFacts facts = collect_facts(library, placed);
  Json json;
  json["material"] = library.text(library.materials[plan.material].name);
  json["profile"] = library.text(library.profiles[plan.profile].name);
  json["nodes"] = Json::array();
  for (std::size_t i = 0; i < plan.evaluations.size(); ++i) {
    const Evaluation& evaluation = plan.evaluations[EvaluationId(i)];
    const std::optional<PlanFacts::Place>& place = facts.places[i];
    Json node;
    node["id"] = i;
    node["name"] = evaluation.origin.name;
    node["source"] =
        evaluation.origin.span ? Json(place_text(library, *evaluation.origin.span)) : Json();
    node["rate"] = rate_text(placed, i);
    node["stage"] = stage_name(evaluation.stage);
    node["inputs"] = Json::array();
    for (EvaluationId input : evaluation.inputs) {
      node["inputs"].push_back(input.index());
    }
    node["type"] =
        type_text(plan.types[evaluation.type], library.lattice, library.data_types, library.names);
    node["stated"] = stated_json(library, stated_beyond(library, plan, EvaluationId(i)));
    node["needs"] = feature_paths(library, plan.needs[i]);
    node["cost"] = facts.costs[i];
    node["set"] = place && place->set ? Json(*place->set) : Json();
    node["offset"] = place && place->offset ? Json(*place->offset) : Json();
    node["kind"] = std::visit(KindName{library}, evaluation.kind);
    node["text"] = evaluation_text(library, plan, evaluation);
    node["natural_rate"] = rate_name(evaluation.natural_rate);
    json["nodes"].push_back(std::move(node));
  }
  json["outputs"] = Json::array();
  for (const DemandedOutput& output : plan.outputs) {
    const ProfileDemand& demand = demand_of(library, plan, output);
    json["outputs"].push_back({{"name", library.text(demand.name)},
                               {"stage", stage_name(demand.stage)},
                               {"node", output.value.index()}});
  }
  json["costs"] = costs_json(explain_costs(library, placed));
  json["interpolants"] = Json::array();
  for (EvaluationId id : placed.interpolated) {
    const Evaluation& evaluation = plan.evaluations[id];
    json["interpolants"].push_back(
        {{"node", id.index()},
         {"from", evaluation.inputs.front().index()},
         {"name", evaluation.origin.name},
         {"type", library.type_name(plan.types[evaluation.type].data())},
         {"flat", std::get<InterpolateEvaluation>(evaluation.kind).is_flat}});
  }
  json["uniform_program"] = Json::array();
  for (const EvaluationId id : placed.uniform_results) {
    const Evaluation& evaluation = plan.evaluations[id];
    json["uniform_program"].push_back(
        {{"node", id.index()},
         {"name", evaluation.origin.name},
         {"rate", rate_name(evaluation.natural_rate)},
         {"type", library.type_name(plan.types[evaluation.type].data())},
         {"needs", feature_paths(library, plan.needs[id.index()])}});
  }
  return json;
}

std::string plan_text(const Library& library, const PlacedPlan& placed) {
  return table_of(library, placed, {"stage", "rate", "type"},
                  [&](std::size_t i, const Evaluation& evaluation) {
                    return std::vector<std::string>{
                        std::string(stage_name(evaluation.stage)), rate_text(placed, i),
                        value_type_text(library, placed.plan, EvaluationId(i))};
                  }) +
         output_lines(library, placed.plan);
}

std::string types_text(const Library& library, const PlacedPlan& placed) {
  return table_of(library, placed, {"type"}, [&](std::size_t i, const Evaluation&) {
    return std::vector<std::string>{value_type_text(library, placed.plan, EvaluationId(i))};
  });
}

std::string fields_text(const Library& library, const PlacedPlan& placed) {
  const FieldKinds kinds;
  return table_of(
      library, placed, {"kind", "rate"}, [&](std::size_t i, const Evaluation& evaluation) {
        const FieldKindId kind = kind_of(placed.plan, EvaluationId(i));
        return std::vector<std::string>{std::string(kinds[kind].name),
                                        std::string(rate_name(evaluation.natural_rate))};
      });
}

std::string contexts_text(const Library& library, const PlacedPlan& placed) {
  return table_of(library, placed, {"needs"}, [&](std::size_t i, const Evaluation&) {
    return std::vector<std::string>{joined(feature_paths(library, placed.plan.needs[i]))};
  });
}

}  // namespace weft
