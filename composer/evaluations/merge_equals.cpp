#include "composer/evaluations/merge_equals.h"

#include "composer/evaluations/equal_evaluations.h"
#include "composer/evaluations/replacements.h"

namespace weft {

void merge_equals(TypedGraph& graph) {
  EqualEvaluations unique(graph.evaluations, graph.types);
  Replacements merged = Replacements::identity(graph.evaluations.size());
  // Constants first: zeros added by folding may follow their readers.
  for (const bool are_constants : {true, false}) {
    for (std::size_t i = 0; i < graph.evaluations.size(); ++i) {
      const EvaluationId id(i);
      Evaluation& evaluation = graph.evaluations[id];
      if (std::holds_alternative<ConstantEvaluation>(evaluation.kind) == are_constants) {
        merged.redirect(evaluation.inputs);
        merged.set(id, unique.find_or_insert(id));
      }
    }
  }
  redirect_outputs(graph, merged);
}

}  // namespace weft
