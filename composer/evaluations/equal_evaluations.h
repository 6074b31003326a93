#pragma once

#include <cstdint>
#include <vector>

#include "composer/evaluations/typed_graph.h"

namespace weft {

/// Returns a hash that is equal for equal evaluations.
std::uint64_t evaluation_hash(const EvaluationKind& kind, const std::vector<EvaluationId>& inputs,
                              Stage stage);

/// Whether `known` has this kind, inputs and stage and yields `type`.
bool is_equal_evaluation(const TypedGraph& graph, EvaluationId known, const EvaluationKind& kind,
                         const std::vector<EvaluationId>& inputs, Stage stage, TypeId type);

/// Merges evaluations that have become equal, by the same test as hash-consing. The first one stays
/// and keeps its name. For passes that replace inputs. O(evaluations + inputs).
void merge_equals(TypedGraph& graph);

}  // namespace weft
