#pragma once

#include <optional>
#include <string>
#include <variant>
#include <vector>

#include "composer/compose.h"

namespace weft::testing {

/// What a plan computes, a line per evaluation and output, without names, places and stated types:
/// arguments that nobody reads may state some.
inline std::vector<std::string> values_of_plan(const Library& library, const Plan& plan) {
  std::vector<std::string> lines;
  const auto text_of = [&](TypeId type) {
    return type_text(plan.types[type], library.lattice, library.data_types, library.names);
  };
  for (const Evaluation& evaluation : plan.evaluations) {
    std::string line = std::to_string(evaluation.kind.index());
    if (const auto* constant = std::get_if<ConstantEvaluation>(&evaluation.kind)) {
      for (const std::uint32_t word : constant->value.bits) {
        line += " " + std::to_string(word);
      }
    } else if (const auto* feature = std::get_if<FeatureEvaluation>(&evaluation.kind)) {
      line += " " + std::string(library.text(library.features[feature->feature].path));
    } else if (const auto* parameter = std::get_if<ParameterEvaluation>(&evaluation.kind)) {
      line += " " + std::to_string(parameter->parameter);
    } else if (const auto* bound = std::get_if<BoundEvaluation>(&evaluation.kind)) {
      line += " " + std::to_string(bound->level) + " " + std::to_string(bound->parameter) + " " +
              text_of(bound->type);
    } else if (const auto* leaf = std::get_if<LeafEvaluation>(&evaluation.kind)) {
      line += " " + std::to_string(leaf->fragment.index()) + " " + leaf_name(library, *leaf) + " " +
              std::to_string(leaf->function_level);
      for (const DataType type : leaf->type_arguments) {
        line += " " + library.type_name(type);
      }
    } else if (const auto* loop = std::get_if<LoopEvaluation>(&evaluation.kind)) {
      line += " " + std::to_string(loop->function_level);
    } else if (const auto* result = std::get_if<ResultEvaluation>(&evaluation.kind)) {
      line += " " + std::to_string(result->result);
    } else if (const auto* operation = std::get_if<OperationEvaluation>(&evaluation.kind)) {
      line += " " + std::to_string(static_cast<int>(operation->op)) + " " +
              std::to_string(operation->payload);
    }
    line += " (";
    for (const EvaluationId input : evaluation.inputs) {
      line += " " + std::to_string(input.index());
    }
    // Equal constants are one, with the traits of the first of them.
    const bool is_constant = std::holds_alternative<ConstantEvaluation>(evaluation.kind);
    line += " ) " + std::string(stage_name(evaluation.stage)) + " " +
            std::string(rate_name(evaluation.natural_rate)) + " " +
            (is_constant ? library.type_name(plan.types[evaluation.type].data())
                         : text_of(evaluation.type));
    lines.push_back(std::move(line));
  }
  for (const DemandedOutput& output : plan.outputs) {
    lines.push_back("output " + std::to_string(output.demand) + " " +
                    std::to_string(output.value.index()));
  }
  return lines;
}

/// What a material computes for a profile, unplaced, or the errors; then the warnings.
inline std::string values_of(const Composer& composer, MaterialId material, ProfileId profile,
                             bool types_graphs_apart) {
  const Library& library = composer.library();
  ComposeRequest request{material, profile, {}, {.is_on = false}};
  request.types_graphs_apart = types_graphs_apart;
  const auto placed = compose(composer, request);
  if (!placed) {
    return render_text(placed.error(), library.sources);
  }
  std::string all = render_text(placed->plan.warnings, library.sources);
  std::vector<std::string> lines = values_of_plan(library, placed->plan);
  for (const std::string& line : lines) {
    all += line + "\n";
  }
  return all;
}

}  // namespace weft::testing
