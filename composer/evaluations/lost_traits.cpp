#include "composer/evaluations/lost_traits.h"

namespace weft {

void note_lost_traits(const Library& library, TypedGraph& graph, EvaluationId replaced,
                      EvaluationId by) {
  const SemanticType& read = graph.types[graph.evaluations[replaced].type];
  const Evaluation& stands = graph.evaluations[by];
  for (const TraitEntry& entry : graph.types[stands.type].entries()) {
    const bool is_lost = read.entries().empty() || library.lattice.trait(entry.trait).is_distinct;
    if (is_lost && !read.stated(entry.trait) &&
        !std::holds_alternative<ConstantEvaluation>(stands.kind)) {
      graph.stated_types.push_back({by, graph.types.intern(SemanticType(read.data()))});
      return;
    }
  }
}

}  // namespace weft
