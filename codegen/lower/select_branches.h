#pragma once

#include <cstdint>
#include <optional>
#include <unordered_map>
#include <vector>

#include "composer/evaluations/plan.h"

namespace weft {

/// What is evaluated only if a choice takes one of its sides.
struct SelectBranch {
  EvaluationId select;
  std::uint32_t input = 0;              ///< of the select: 1 or 2
  std::optional<std::uint32_t> parent;  ///< the branch that the select itself stands in
  std::uint32_t depth = 0;              ///< how many branches are around it
  std::vector<EvaluationId> body;       ///< that stand in no branch inside it, in order of ids
  std::vector<EvaluationId> captures;   ///< what it reads that stands outside, in order of ids
};

/// The choices by one value per draw whose sides are worth a branch: those that only one side needs
/// a call, an intrinsic or a loop for. All others stay expressions that evaluate both sides.
class SelectBranches {
 public:
  /// Of what is written together: `ids` (ascending), each read `uses` times. Readers outside of
  /// `ids` are told by uses that no reader inside accounts for. O(ids + inputs).
  static SelectBranches find(const Library& library, const Plan& plan,
                             const std::vector<EvaluationId>& ids,
                             const std::vector<std::uint32_t>& uses);

  /// Whether the evaluation is written inside a branch and not where its id stands.
  bool is_inside(EvaluationId id) const { return inside_.contains(id); }
  /// The two branches of a choice; nothing if it stays an expression.
  const SelectBranch* branch(EvaluationId select, std::uint32_t input) const;

 private:
  friend class SelectBranchFinder;
  std::vector<SelectBranch> branches_;                      // pairs: the true side, the false side
  std::unordered_map<EvaluationId, std::uint32_t> first_;   // look-ups only: of a select
  std::unordered_map<EvaluationId, std::uint32_t> inside_;  // look-ups only: the innermost branch
};

/// Choices inside choices become branches down to this depth: what is deeper would not be read.
inline constexpr std::uint32_t greatest_branch_depth = 8;

}  // namespace weft
