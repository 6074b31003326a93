#pragma once

#include <cstdint>
#include <optional>
#include <unordered_map>
#include <unordered_set>
#include <vector>

#include "composer/evaluations/plan.h"

// Finds the `if` statements of generated code. The plan has no control flow: `c ? a : b` is an
// evaluation with three inputs, all of them computed. A branch saves the work that only one side
// needs: the evaluations dominated by one input edge of the select in the data-flow graph. A
// single pass from readers to operands computes, for each evaluation, the innermost branch that
// contains all of its readers: the lowest common ancestor in the tree of branches.
//
// If `c` is uniform (one value per draw), a branch is safe even for derivatives, and worth it for
// any call. If `c` varies, it is worth it for loops, and what takes derivatives stays before it.

namespace weft {

/// The evaluations that are needed only if a select takes one of its sides.
struct SelectBranch {
  EvaluationId select;
  std::uint32_t input = 0;              ///< the input of the select: 1 or 2
  std::optional<std::uint32_t> parent;  ///< the branch that contains the select itself
  std::uint32_t depth = 0;              ///< number of enclosing branches
  bool is_uniform = true;          ///< its condition and those around it have one value per draw
  std::vector<EvaluationId> body;  ///< the evaluations directly in this branch, by id
  std::vector<EvaluationId> captures;  ///< evaluations outside that the branch reads, by id
};

/// The selects that are worth a branch: those with one condition per draw, because one side alone
/// needs a call, an intrinsic or a loop; others, because one side alone needs a loop. All others
/// stay expressions that evaluate both sides.
class SelectBranches {
 public:
  /// Finds the branches among evaluations that are written together: `ids` (ascending), each with
  /// `uses` readers. Uses that no reader in `ids` accounts for come from outside. O(ids + inputs).
  static SelectBranches find(const Library& library, const Plan& plan,
                             const std::vector<EvaluationId>& ids,
                             const std::vector<std::uint32_t>& uses);

  /// Whether the evaluation is written inside a branch instead of in id order.
  bool is_inside(EvaluationId id) const { return inside_.contains(id); }
  /// The branch of one side of a select; null if the select stays an expression.
  const SelectBranch* branch(EvaluationId select, std::uint32_t input) const;
  /// Whether a branch whose condition varies reads the evaluation, which is outside of it.
  bool is_read_by_varying(EvaluationId id) const { return read_by_varying_.contains(id); }

 private:
  friend class SelectBranchFinder;
  std::vector<SelectBranch> branches_;                      // pairs: the true side, the false side
  std::unordered_map<EvaluationId, std::uint32_t> first_;   // of a select; lookups only
  std::unordered_map<EvaluationId, std::uint32_t> inside_;  // the innermost branch; lookups only
  std::unordered_set<EvaluationId> read_by_varying_;        // lookups only
};

/// The maximum nesting of branches; selects below it stay expressions, since deeper code is
/// unreadable.
inline constexpr std::uint32_t greatest_branch_depth = 8;

}  // namespace weft
