#include "composer/function_choices.h"

#include <fmt/format.h>

#include "composer/fold_constants.h"
#include "composer/type_inference.h"

namespace weft {
namespace {

/// Why a condition has no value while composing. `graph` holds what it is computed of, and nothing
/// else.
std::string reason_of(const Composition& composition, const TypedGraph& graph, Rate rate) {
  bool is_bound = false;
  for (const Evaluation& evaluation : graph.evaluations) {
    const auto* read = std::get_if<ParameterEvaluation>(&evaluation.kind);
    if (read != nullptr &&
        composition.material.parameters[read->parameter].kind == ParameterKind::Static) {
      return {};  // a static parameter without a value, which was reported
    }
    is_bound = is_bound || std::holds_alternative<BoundEvaluation>(evaluation.kind);
  }
  if (is_bound) {
    return "the condition depends on the state of a loop, or on what a function is called with";
  }
  return rate == Rate::Constant ? "the condition is constant, but composing does not evaluate it"
                                : fmt::format("the condition varies per {}", rate_name(rate));
}

}  // namespace

FunctionCondition decide_condition(Composition& composition, Elaborator& elaborator,
                                   CallId condition, Span where) {
  FunctionCondition answer;
  if (composition.conversions == nullptr) {
    return answer;
  }
  TypeInference typing(composition, elaborator, *composition.conversions,
                       *composition.conversion_cache);
  const TypedValue value = typing.value(condition);
  if (value.is_error || value.function) {
    answer.errors = typing.take_diagnostics();
    answer.reason = value.is_open ? "the type of the condition is open" : "";
    return answer;
  }
  TypedGraph graph = std::move(typing.graph());
  const DataType type = graph.types[value.type].data();
  if (!type.is_bool()) {
    answer.errors.push_back(error_at(Code::TypeMismatch, where,
                                     fmt::format("the condition of '? :' is a bool, not {}",
                                                 composition.library.type_name(type))));
    return answer;
  }
  const Rate rate = graph.evaluations[value.evaluation].natural_rate;
  graph.outputs.emplace_back(0, value.evaluation);
  fold_constants(composition.library, graph);
  const Evaluation& folded = graph.evaluations[graph.outputs.front().second];
  if (const auto* known = std::get_if<ConstantEvaluation>(&folded.kind)) {
    answer.value = known->value.bits[0] != 0;
  } else {
    answer.reason = reason_of(composition, graph, rate);
  }
  return answer;
}

Diagnostic function_choice(const Library& library, const FunctionCondition& condition, Span choice,
                           Span where, const std::vector<FragmentPort>& parameters) {
  std::string names;
  for (const FragmentPort& parameter : parameters) {
    names += (names.empty() ? "" : ", ") + std::string(library.text(parameter.name));
  }
  Diagnostic diagnostic = error_at(
      Code::FunctionChoice, choice, "functions cannot be chosen while the shader runs",
      fmt::format("call both and choose between what they give, ({0}) => … ? …({0}) : …({0}), or "
                  "choose by a static param",
                  names));
  diagnostic.notes.push_back({condition.reason, where});
  return diagnostic;
}

}  // namespace weft
