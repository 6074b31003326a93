#include "codegen/lower/line_names.h"

#include <numeric>
#include <optional>
#include <string>
#include <string_view>
#include <vector>

#include "codegen/lower/inline_leaf.h"
#include "codegen/lower/leaf_functions.h"
#include "composer/evaluations/plan_demands.h"
#include "composer/evaluations/plan_parameters.h"

namespace weft {
namespace {

// The leaf's name for an input: a port's name or a feature's path.
std::string_view input_name(const Library& library, const LeafEvaluation& leaf, std::size_t input) {
  const Fragment& fragment = signature_of(library, leaf);
  if (input < fragment.ports.size()) {
    return port_name(library, leaf.fragment, leaf.special, input);
  }
  const std::vector<FeatureId>& features = features_of(library, leaf);
  const std::size_t position = input - fragment.ports.size();
  return position < features.size() ? library.text(library.features[features[position]].path)
                                    : std::string_view();
}

// Operators are inlined, and their port names (`a`, `b`) mean nothing to a reader.
bool is_operator(const Library& library, const LeafEvaluation& leaf) {
  return inlined_expression(library, leaf).has_value();
}

// Whether its name is its own, whoever reads it.
bool has_name(const Evaluation& evaluation) {
  return std::holds_alternative<ParameterEvaluation>(evaluation.kind) ||
         !evaluation.origin.name.empty();
}

// A name from the reader, for an unnamed value: `color_part`.
std::string name_of_part(std::string_view reader) {
  constexpr std::string_view suffix = "_part";
  std::string name(reader.empty() ? "value" : reader);
  name += reader.empty() || reader.ends_with(suffix) ? std::string_view() : suffix;
  return name;
}

// What an input is for its reader, if it is no part of that: `color_condition`.
std::string_view role_of_input(Operation op, std::size_t input) {
  return op == Operation::Index && input == 1    ? "_index"
         : op == Operation::Select && input == 0 ? "_condition"
                                                 : "";
}

// A name for a component of a named value: `axis_x`; otherwise empty.
std::string name_of_swizzle(const Library& library, const Plan& plan,
                            const Evaluation& evaluation) {
  const auto* operation = std::get_if<OperationEvaluation>(&evaluation.kind);
  if (operation == nullptr || operation->op != Operation::Swizzle) {
    return "";
  }
  const Evaluation& whole = plan.evaluations[evaluation.inputs.front()];
  std::string name = whole.origin.name;
  if (const auto* parameter = std::get_if<ParameterEvaluation>(&whole.kind)) {
    name = parameter_name(library, plan, parameter->parameter);
  } else if (const auto* feature = std::get_if<FeatureEvaluation>(&whole.kind)) {
    const std::string_view path = library.text(library.features[feature->feature].path);
    name = path.substr(path.find_last_of('.') + 1);
  }
  name += name.empty() ? "" : "_";
  for (int i = 0; !name.empty() && i < swizzle_count(operation->payload); ++i) {
    name += "xyzw"[swizzle_component(operation->payload, i)];
  }
  return name;
}

// A name from the origin of an unnamed value: `base_map_texel`, `fbm_value`; otherwise one from its
// reader.
std::string name_of_origin(const Library& library, const Plan& plan, const Evaluation& evaluation,
                           std::string_view reader) {
  if (std::string part = name_of_swizzle(library, plan, evaluation); !part.empty()) {
    return part;
  }
  const auto* leaf = std::get_if<LeafEvaluation>(&evaluation.kind);
  if (leaf == nullptr) {
    return name_of_part(reader);
  }
  for (const EvaluationId input : evaluation.inputs) {
    const auto* read = std::get_if<ParameterEvaluation>(&plan.evaluations[input].kind);
    if (read != nullptr && plan.types[plan.evaluations[input].type].data().is_texture()) {
      return std::string(parameter_name(library, plan, read->parameter)) + "_texel";
    }
  }
  return is_operator(library, *leaf) ? name_of_part(reader) : leaf_name(library, *leaf) + "_value";
}

}  // namespace

SuggestedNames suggest_names(const Library& library, const Plan& plan, const StageSlice& slice) {
  if (slice.is_empty()) {
    return {};
  }
  SuggestedNames suggested;
  std::vector<std::string_view>& names = suggested.of;
  names.resize(plan.evaluations.size());
  // The first reader of each evaluation, or the evaluation itself if it has none.
  std::vector<std::size_t> readers(plan.evaluations.size());
  std::iota(readers.begin(), readers.end(), std::size_t{0});
  for (const DemandedOutput& output : plan.outputs) {
    names[output.value.index()] = library.text(demand_of(library, plan, output).name);
  }
  // Readers have greater ids, so in descending order each name is final before it is passed to
  // operands. The last reader to pass one on is the first in order.
  for (std::size_t i = plan.evaluations.size(); i-- > 0;) {
    const Evaluation& evaluation = plan.evaluations[EvaluationId(i)];
    const bool is_in_function = plan.functions.is_in_function(EvaluationId(i));
    if (slice.uses[i] == 0 && !is_in_function) {
      continue;
    }
    if (const auto* parameter = std::get_if<ParameterEvaluation>(&evaluation.kind)) {
      names[i] = parameter_name(library, plan, parameter->parameter);
    } else if (!evaluation.origin.name.empty()) {
      names[i] = evaluation.origin.name;
    }
    if (names[i].empty()) {
      names[i] =
          suggested.made.emplace_back(name_of_origin(library, plan, evaluation, names[readers[i]]));
    }
    const auto* leaf = std::get_if<LeafEvaluation>(&evaluation.kind);
    std::optional<bool> hands_on;  // asked for the first input without a name
    const auto* operation = std::get_if<OperationEvaluation>(&evaluation.kind);
    const bool is_part = !evaluation.origin.name.empty() && operation != nullptr;
    for (std::size_t j = 0; j < evaluation.inputs.size(); ++j) {
      const EvaluationId input = evaluation.inputs[j];
      if (is_in_function && !plan.functions.is_in_function(input)) {
        continue;  // captures are named by the code around the function
      }
      readers[input.index()] = i;
      if (has_name(plan.evaluations[input])) {
        continue;
      }
      if (leaf != nullptr && !hands_on) {
        hands_on = !is_operator(library, *leaf);
      }
      std::string_view& wish = names[input.index()];
      if (hands_on.value_or(false)) {
        wish = input_name(library, *leaf, j);
      } else if (is_part) {
        const std::string_view role = role_of_input(operation->op, j);
        wish = role.empty() ? names[i]
                            : suggested.made.emplace_back(std::string(names[i]).append(role));
      }
    }
  }
  return suggested;
}

}  // namespace weft
