#pragma once

#include <cstdint>
#include <vector>

#include "composer/evaluations/typed_graph.h"

namespace weft {

/// The same for equal evaluations.
std::uint64_t evaluation_hash(const EvaluationKind& kind, const std::vector<EvaluationId>& inputs,
                              Stage stage);

/// Whether an evaluation of the graph computes just this, `type` being what it makes.
bool is_equal_evaluation(const TypedGraph& graph, EvaluationId known, const EvaluationKind& kind,
                         const std::vector<EvaluationId>& inputs, Stage stage, TypeId type);

/// Makes one of evaluations that have become equal, as they were when they were added: the first
/// stays, with its name. For passes that replace inputs. O(evaluations + inputs).
void merge_equals(TypedGraph& graph);

}  // namespace weft
