#include "codegen/lower/select_branches.h"

#include <algorithm>

#include "codegen/lower/code_facts.h"
#include "codegen/lower/inline_leaf.h"
#include "composer/evaluations/plan_functions.h"

namespace weft {
namespace {

constexpr std::uint32_t nowhere = UINT32_MAX;

}  // namespace

/// Readers have greater ids, so a single descending pass knows all readers of an evaluation, and
/// the branches they are in, before it places the evaluation.
class SelectBranchFinder {
 public:
  SelectBranchFinder(const Library& library, const Plan& plan)
      : library_(library), plan_(plan), code_(library, plan) {}

  SelectBranches run(const std::vector<EvaluationId>& ids, const std::vector<std::uint32_t>& uses) {
    bool has_uniform = false;
    bool has_varying = false;
    for (const EvaluationId id : ids) {
      const bool is_one = is_choice(id);
      has_uniform = has_uniform || (is_one && is_uniform(id));
      has_varying = has_varying || (is_one && !is_uniform(id));
    }
    branches_on_varying_ = has_varying && std::any_of(ids.begin(), ids.end(), [this](auto id) {
                             return code_.has_loop(id);
                           });
    if (!has_uniform && !branches_on_varying_) {
      return {};
    }
    for (std::size_t i = ids.size(); i-- > 0;) {
      place(ids[i], uses[ids[i].index()]);
    }
    return kept(ids);
  }

 private:
  struct Readers {
    std::uint32_t common = nowhere;  // the innermost branch that contains all of them
    std::uint32_t count = 0;
  };

  bool is_choice(EvaluationId id) const {
    const Evaluation& evaluation = plan_.evaluations[id];
    const auto* operation = std::get_if<OperationEvaluation>(&evaluation.kind);
    return operation != nullptr && operation->op == Operation::Select &&
           plan_.types[evaluation.type].data().is_plain() &&
           evaluation.inputs[1] != evaluation.inputs[2];
  }
  bool is_uniform(EvaluationId choice) const {
    return is_single(plan_.evaluations[plan_.evaluations[choice].inputs[0]].natural_rate);
  }
  bool is_candidate(EvaluationId id) const {
    return is_choice(id) && (branches_on_varying_ || is_uniform(id));
  }

  /// Whether the evaluation costs more than a uniform branch that would skip it.
  bool is_costly(EvaluationId id) const {
    const EvaluationKind& kind = plan_.evaluations[id].kind;
    const auto* leaf = std::get_if<LeafEvaluation>(&kind);
    if (leaf == nullptr) {
      return std::holds_alternative<LoopEvaluation>(kind) ||
             std::holds_alternative<MapEvaluation>(kind);
    }
    const std::optional<BodyExprId> root = inlined_expression(library_, *leaf);
    return !root || body_of(library_, *leaf)->exprs[*root].op == Operation::Intrinsic;
  }

  std::uint32_t depth_of(std::uint32_t branch) const {
    return branch == nowhere ? 0 : found_.branches_[branch].depth + 1;
  }
  std::uint32_t parent_of(std::uint32_t branch) const {
    return found_.branches_[branch].parent.value_or(nowhere);
  }
  std::uint32_t common_of(std::uint32_t a, std::uint32_t b) const {
    while (a != b) {
      (depth_of(a) >= depth_of(b) ? a : b) = parent_of(depth_of(a) >= depth_of(b) ? a : b);
    }
    return a;
  }

  /// The innermost branch around it that neighboring threads take together.
  std::uint32_t around_varying(std::uint32_t branch) const {
    while (branch != nowhere && !found_.branches_[branch].is_uniform) {
      branch = parent_of(branch);
    }
    return branch;
  }

  void read(EvaluationId input, std::uint32_t from) {
    Readers& readers = readers_[input];
    readers.common = readers.count == 0 ? from : common_of(readers.common, from);
    ++readers.count;
  }

  void place(EvaluationId id, std::uint32_t uses) {
    const auto known = readers_.find(id);
    const bool is_only_here = known != readers_.end() && known->second.count == uses;
    std::uint32_t here = is_only_here ? known->second.common : nowhere;
    if (here != nowhere && !found_.branches_[here].is_uniform && code_.takes_derivative(id)) {
      here = around_varying(here);
    }
    if (here != nowhere) {
      found_.inside_.emplace(id, here);
    }
    const Evaluation& evaluation = plan_.evaluations[id];
    if (!is_candidate(id) || depth_of(here) >= greatest_branch_depth) {
      for (const EvaluationId input : direct_inputs(plan_.functions, library_, evaluation, id)) {
        read(input, here);
      }
      return;
    }
    const auto first = static_cast<std::uint32_t>(found_.branches_.size());
    const bool is_even = is_uniform(id) && (here == nowhere || found_.branches_[here].is_uniform);
    found_.first_.emplace(id, first);
    read(evaluation.inputs[0], here);
    for (std::uint32_t side = 0; side < 2; ++side) {
      found_.branches_.push_back({id,
                                  side + 1,
                                  here == nowhere ? std::nullopt : std::optional(here),
                                  depth_of(here),
                                  is_even,
                                  {},
                                  {}});
      read(evaluation.inputs[side + 1], first + side);
    }
  }

  /// Drops branches that are not worth it and moves their evaluations to the enclosing branch.
  SelectBranches kept(const std::vector<EvaluationId>& ids) {
    std::vector<bool> is_worth(found_.branches_.size(), false);
    std::vector<bool> has_loop(found_.branches_.size(), false);
    for (const auto& [id, branch] : found_.inside_) {
      is_worth[branch] = is_worth[branch] || is_costly(id);
      has_loop[branch] = has_loop[branch] || (branches_on_varying_ && code_.has_loop(id));
    }
    // Nested branches have greater indices.
    std::vector<std::uint32_t> becomes(found_.branches_.size(), nowhere);
    SelectBranches result;
    for (std::uint32_t pair = static_cast<std::uint32_t>(found_.branches_.size()); pair > 0;
         pair -= 2) {
      for (std::uint32_t side = pair - 2; side < pair; ++side) {
        if (const auto parent = found_.branches_[side].parent) {
          is_worth[*parent] = is_worth[*parent] || is_worth[side];
          has_loop[*parent] = has_loop[*parent] || has_loop[side];
        }
        if (!is_uniform(found_.branches_[side].select)) {
          is_worth[side] = has_loop[side];
        }
      }
    }
    for (std::uint32_t pair = 0; pair < found_.branches_.size(); pair += 2) {
      const SelectBranch& of = found_.branches_[pair];
      const std::uint32_t around = of.parent ? becomes[*of.parent] : nowhere;
      if (!is_worth[pair] && !is_worth[pair + 1]) {
        becomes[pair] = becomes[pair + 1] = around;
        continue;
      }
      result.first_.emplace(of.select, static_cast<std::uint32_t>(result.branches_.size()));
      for (std::uint32_t side = pair; side < pair + 2; ++side) {
        becomes[side] = static_cast<std::uint32_t>(result.branches_.size());
        SelectBranch branch = found_.branches_[side];
        branch.parent = around == nowhere ? std::nullopt : std::optional(around);
        branch.depth = around == nowhere ? 0 : result.branches_[around].depth + 1;
        branch.is_uniform =
            is_uniform(branch.select) && (around == nowhere || result.branches_[around].is_uniform);
        result.branches_.push_back(std::move(branch));
      }
    }
    for (const EvaluationId id : ids) {
      const auto at = found_.inside_.find(id);
      const std::uint32_t branch = at == found_.inside_.end() ? nowhere : becomes[at->second];
      if (branch != nowhere) {
        result.inside_.emplace(id, branch);
        result.branches_[branch].body.push_back(id);
      }
    }
    found_ = std::move(result);
    for (const EvaluationId id : ids) {
      add_captures(id);
    }
    for (SelectBranch& branch : found_.branches_) {
      std::sort(branch.captures.begin(), branch.captures.end());
      branch.captures.erase(std::unique(branch.captures.begin(), branch.captures.end()),
                            branch.captures.end());
    }
    return std::move(found_);
  }

  std::uint32_t branch_around(EvaluationId id) const {
    const auto at = found_.inside_.find(id);
    return at == found_.inside_.end() ? nowhere : at->second;
  }

  void capture(EvaluationId input, std::uint32_t from) {
    const std::uint32_t outside = common_of(from, branch_around(input));
    for (std::uint32_t branch = from; branch != outside; branch = parent_of(branch)) {
      found_.branches_[branch].captures.push_back(input);
      if (!found_.branches_[branch].is_uniform) {
        found_.read_by_varying_.insert(input);
      }
    }
  }

  void add_captures(EvaluationId id) {
    const std::uint32_t here = branch_around(id);
    const Evaluation& evaluation = plan_.evaluations[id];
    for (const EvaluationId input : direct_inputs(plan_.functions, library_, evaluation, id)) {
      capture(input, here);
    }
    if (const auto first = found_.first_.find(id); first != found_.first_.end()) {
      capture(evaluation.inputs[1], first->second);
      capture(evaluation.inputs[2], first->second + 1);
    }
  }

  const Library& library_;
  const Plan& plan_;
  CodeFacts code_;
  bool branches_on_varying_ = false;  // no loop, no branch whose condition varies
  SelectBranches found_;
  std::unordered_map<EvaluationId, Readers> readers_;  // look-ups only
};

SelectBranches SelectBranches::find(const Library& library, const Plan& plan,
                                    const std::vector<EvaluationId>& ids,
                                    const std::vector<std::uint32_t>& uses) {
  return SelectBranchFinder(library, plan).run(ids, uses);
}

const SelectBranch* SelectBranches::branch(EvaluationId select, std::uint32_t input) const {
  const auto at = first_.find(select);
  return at == first_.end() ? nullptr : &branches_[at->second + input - 1];
}

}  // namespace weft
