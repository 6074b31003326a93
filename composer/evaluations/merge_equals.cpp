#include "composer/evaluations/merge_equals.h"

#include "composer/evaluations/equal_evaluations.h"
#include "composer/evaluations/lost_traits.h"
#include "composer/evaluations/replacements.h"

namespace weft {
namespace {

/// Whether both sides of a choice are one value.
bool is_no_choice(const Evaluation& evaluation) {
  const auto* operation = std::get_if<OperationEvaluation>(&evaluation.kind);
  return operation != nullptr && operation->op == Operation::Select &&
         evaluation.inputs[1] == evaluation.inputs[2];
}

}  // namespace

void merge_equals(const Library& library, TypedGraph& graph) {
  EqualEvaluations unique(graph.evaluations, graph.types);
  Replacements merged = Replacements::identity(graph.evaluations.size());
  // Constants first: zeros added by folding may follow their readers.
  for (const bool are_constants : {true, false}) {
    for (std::size_t i = 0; i < graph.evaluations.size(); ++i) {
      const EvaluationId id(i);
      Evaluation& evaluation = graph.evaluations[id];
      if (std::holds_alternative<ConstantEvaluation>(evaluation.kind) == are_constants) {
        merged.redirect(evaluation.inputs);
        if (is_no_choice(evaluation)) {
          note_lost_traits(library, graph, id, evaluation.inputs[1]);
          merged.set(id, evaluation.inputs[1]);
        } else {
          merged.set(id, unique.find_or_insert(id));
        }
      }
    }
  }
  redirect_outputs(graph, merged);
}

}  // namespace weft
