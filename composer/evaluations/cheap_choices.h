#pragma once

#include <cstdint>
#include <vector>

#include "composer/evaluations/typed_graph.h"
#include "fragments/analysis/operation_counts.h"

// `if_uniform(weight == 0.0, false) ? none : lobe` becomes a branch, since the condition has one
// value per draw. The author says that the side for `false` is right for every weight. So where the
// branch would skip less than it costs itself, that side may stand for the choice.

namespace weft {

/// A choice whose condition is `if_uniform(…)` of a known second argument.
struct UniformChoice {
  EvaluationId select;
  EvaluationId otherwise;  ///< the side that the second argument chooses
};

/// About as many instructions after `spirv-opt -O` as a branch adds: 5 to 8, for the condition's
/// load, the comparison, jumps, labels and merged values (docs/decisions/0128).
inline constexpr std::uint64_t least_skipped_operations = 16;

/// Replaces those of the choices by their `otherwise` that would skip fewer operations than
/// `least_skipped_operations`, as docs/operations.md counts them: what that side alone needs,
/// without what others read too and what has one value per draw. Choices whose type, rate or
/// functions are not those of that side stay. The graph is folded, its values are not merged yet.
/// O(evaluations + inputs), and per choice a walk that ends at the limit.
void drop_cheap_choices(TypedGraph& graph, OperationCounts& counts,
                        const std::vector<UniformChoice>& choices);

}  // namespace weft
