#include "tools/plan_dump.h"

#include <variant>

#include <fmt/format.h>

#include "composer/evaluations/field_kinds.h"
#include "composer/explain/conversion_report.h"
#include "support/json.h"
#include "support/text_table.h"
#include "tools/graph_dump.h"
#include "tools/value_text.h"

namespace weft::tools {
namespace {

std::string number(EvaluationId id) { return fmt::format("%{}", id.index()); }

std::string swizzle_text(std::uint32_t code) {
  std::string text;
  for (int i = 0; i < swizzle_count(code); ++i) {
    text += "xyzw"[swizzle_component(code, i)];
  }
  return text;
}

class EvaluationText {
 public:
  /// Inputs are written as numbers or, down to `depth` calls, as their names or actions.
  EvaluationText(const Library& library, const Plan& plan, const Evaluation& evaluation,
                 int depth = 0)
      : library_(library), plan_(plan), evaluation_(evaluation), depth_(depth) {}

  std::string operator()(const ConstantEvaluation& kind) const {
    return value_text(kind.value, library_);
  }
  std::string operator()(const FeatureEvaluation& kind) const {
    return text(library_.features[kind.feature].path);
  }
  std::string operator()(const ParameterEvaluation& kind) const {
    return "param " + text(library_.materials[plan_.material].parameters[kind.parameter].name);
  }
  std::string operator()(const InterpolateEvaluation& kind) const {
    return fmt::format("interpolate{}({})", kind.is_flat ? " flat" : "", inputs());
  }
  std::string operator()(const UniformEvaluation&) const {
    return fmt::format("host({})", inputs());
  }
  std::string operator()(const BoundEvaluation& kind) const {
    if (kind.parameter == index_of_call) {
      return fmt::format("index of call {}", kind.level);
    }
    return fmt::format("bound {}.{}", kind.level, kind.parameter);
  }
  std::string operator()(const LeafEvaluation& kind) const {
    return fmt::format("{}({})", text(library_.fragments[kind.fragment].name), inputs());
  }
  std::string operator()(const LoopEvaluation&) const { return fmt::format("loop({})", inputs()); }
  std::string operator()(const MapEvaluation& kind) const {
    return fmt::format("map {}({})", kind.size, inputs());
  }
  std::string operator()(const ResultEvaluation& kind) const {
    if (const auto* loop =
            std::get_if<LoopEvaluation>(&plan_.evaluations[evaluation_.inputs.front()].kind)) {
      return fmt::format("{}.{}", inputs(), text(loop->states[kind.result]));
    }
    const Evaluation& leaf = plan_.evaluations[evaluation_.inputs.front()];
    const auto* call = std::get_if<LeafEvaluation>(&leaf.kind);
    return fmt::format("{}.{}", inputs(),
                       call != nullptr
                           ? text(library_.fragments[call->fragment].results[kind.result].name)
                           : std::to_string(kind.result));
  }
  std::string operator()(const OperationEvaluation& kind) const {
    const std::vector<EvaluationId>& in = evaluation_.inputs;
    if (kind.op == Operation::Swizzle) {
      return fmt::format("{}.{}", inputs(), swizzle_text(kind.payload));
    }
    if (kind.op == Operation::Index && in.size() == 2) {
      return fmt::format("{}[{}]", input(in[0]), input(in[1]));
    }
    if (kind.op == Operation::Select && in.size() == 3) {
      return fmt::format("{} ? {} : {}", input(in[0]), input(in[1]), input(in[2]));
    }
    if (kind.op == Operation::Member) {
      const DataType type = plan_.types[plan_.evaluations[in.front()].type].data();
      return fmt::format("{}.{}", inputs(),
                         text(library_.data_types.structure(type).members[kind.payload].name));
    }
    return fmt::format("{}({})", library_.type_name(plan_.types[evaluation_.type].data()),
                       inputs());
  }

 private:
  std::string text(NameId name) const { return std::string(library_.text(name)); }
  std::string input(EvaluationId id) const { return depth_ == 0 ? number(id) : named(id); }
  std::string named(EvaluationId id) const {
    const Evaluation* source = &plan_.evaluations[id];
    if (std::holds_alternative<InterpolateEvaluation>(source->kind)) {
      source = &plan_.evaluations[source->inputs.front()];
    }
    if (const auto* parameter = std::get_if<ParameterEvaluation>(&source->kind)) {
      return text(library_.materials[plan_.material].parameters[parameter->parameter].name);
    }
    const bool is_feature = std::holds_alternative<FeatureEvaluation>(source->kind);
    if (!is_feature && !source->origin.name.empty()) {
      return source->origin.name;
    }
    if (depth_ == 1 && !source->inputs.empty()) {
      return "…";
    }
    const std::string what =
        std::visit(EvaluationText(library_, plan_, *source, depth_ - 1), source->kind);
    const auto* operation = std::get_if<OperationEvaluation>(&source->kind);
    return operation != nullptr && operation->op == Operation::Select ? "(" + what + ")" : what;
  }
  std::string inputs() const {
    std::vector<std::string> parts;
    constexpr std::size_t most_named = 8;
    for (EvaluationId each : evaluation_.inputs) {
      if (depth_ > 0 && parts.size() == most_named) {
        parts.emplace_back("…");
        break;
      }
      parts.push_back(input(each));
    }
    return joined(parts);
  }

  const Library& library_;
  const Plan& plan_;
  const Evaluation& evaluation_;
  int depth_;
};

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
    const ProfileDemand& demand = library.profiles[plan.profile].demands[output.demand];
    table.add({demand.vertex_stage ? "vertex output" : "fragment output",
               std::string(library.text(demand.name)), number(output.value),
               library.type_name(demand.type)});
  }
  return table.text();
}

}  // namespace

std::string evaluation_text(const Library& library, const Plan& plan,
                            const Evaluation& evaluation) {
  return std::visit(EvaluationText(library, plan, evaluation), evaluation.kind);
}

std::string evaluation_words(const Library& library, const Plan& plan,
                             const Evaluation& evaluation) {
  constexpr int deepest = 3;
  return std::visit(EvaluationText(library, plan, evaluation, deepest), evaluation.kind);
}

std::string value_words(const Library& library, const Plan& plan, EvaluationId id) {
  const Evaluation* source = &plan.evaluations[id];
  if (std::holds_alternative<InterpolateEvaluation>(source->kind) ||
      std::holds_alternative<UniformEvaluation>(source->kind)) {
    source = &plan.evaluations[source->inputs.front()];
  }
  const bool is_feature = std::holds_alternative<FeatureEvaluation>(source->kind);
  return is_feature || source->origin.name.empty() ? evaluation_words(library, plan, *source)
                                                   : source->origin.name;
}

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
    const ProfileDemand& demand = library.profiles[plan.profile].demands[output.demand];
    json["outputs"].push_back({{"name", library.text(demand.name)},
                               {"stage", demand.vertex_stage ? "vertex" : "fragment"},
                               {"node", output.value.index()}});
  }
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
                        library.type_name(placed.plan.types[evaluation.type])};
                  }) +
         output_lines(library, placed.plan);
}

std::string types_text(const Library& library, const PlacedPlan& placed) {
  return table_of(library, placed, {"type"}, [&](std::size_t, const Evaluation& evaluation) {
    return std::vector<std::string>{library.type_name(placed.plan.types[evaluation.type])};
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

}  // namespace weft::tools
