#include "composer/typing/function_conditions.h"

#include <fmt/format.h>

#include "composer/evaluations/fold_constants.h"
#include "composer/typing/type_inference.h"

namespace weft {
namespace {

/// Returns why a condition has no value at compile time. `graph` holds only what it is computed
/// from.
std::string reason_of(const Composition& composition, const TypedGraph& graph, Rate rate) {
  bool is_bound = false;
  for (const Evaluation& evaluation : graph.evaluations) {
    const auto* read = std::get_if<ParameterEvaluation>(&evaluation.kind);
    if (read != nullptr &&
        composition.material.parameters[read->parameter].kind == ParameterKind::Static) {
      return {};  // a static parameter without a value, already reported
    }
    is_bound = is_bound || std::holds_alternative<BoundEvaluation>(evaluation.kind);
  }
  if (is_bound) {
    return "the condition depends on the state of a loop or the parameters of a function";
  }
  return rate == Rate::Constant ? "the condition is constant, but composing does not evaluate it"
                                : fmt::format("the condition varies per {}", rate_name(rate));
}

}  // namespace

FunctionCondition TypedConditions::decide(Elaborator& elaborator, CallId condition, Span where) {
  FunctionCondition answer;
  TypeInference typing(composition_, elaborator, shared_, open_types_);
  const TypedValue value = typing.value(condition);
  if (value.is_error || value.function) {
    for (const TypedCall& entry : typing.context().calls.all()) {
      answer.errors.insert(answer.errors.end(), entry.findings().reports.begin(),
                           entry.findings().reports.end());
    }
    answer.reason = value.is_open ? "the type of the condition is undetermined" : "";
    return answer;
  }
  TypedGraph graph = typing.take_graph();
  const DataType type = graph.types[value.type].data();
  if (!type.is_bool()) {
    answer.errors.push_back(error_at(Code::TypeMismatch, where,
                                     fmt::format("the condition of '? :' is a bool, not {}",
                                                 composition_.library.type_name(type))));
    return answer;
  }
  const Rate rate = graph.evaluations[value.evaluation].natural_rate;
  graph.outputs.emplace_back(0, value.evaluation);
  fold_constants(composition_.library, graph, shared_.facts->reductions);
  const Evaluation& folded = graph.evaluations[graph.outputs.front().second];
  if (const auto* known = std::get_if<ConstantEvaluation>(&folded.kind)) {
    answer.value = known->value.bits[0] != 0;
  } else {
    answer.reason = reason_of(composition_, graph, rate);
  }
  return answer;
}

}  // namespace weft
