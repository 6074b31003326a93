#include "codegen/lower/folded_leaves.h"

#include <algorithm>
#include <cmath>
#include <cstddef>
#include <string>
#include <string_view>
#include <utility>
#include <variant>

#include "support/float_bits.h"

namespace weft {
namespace {

constexpr std::size_t most_groups = 16;    // of different constants, per body
constexpr std::size_t most_functions = 4;  // of their own for calls of one body
constexpr std::uint64_t branch_cost = 8;   // operations that are worth a branch
// A separate function must save this many operations, and this share of its own.
constexpr std::uint64_t least_saving = 8;
constexpr std::uint64_t least_share = 4;  // a quarter

bool are_equal(const Constant* a, const Constant* b) {
  return a == b || (a != nullptr && b != nullptr && *a == *b);
}

bool are_equal(const ConstantArguments& a, const ConstantArguments& b) {
  return std::equal(a.begin(), a.end(), b.begin(), b.end(),
                    [](const Constant* x, const Constant* y) { return are_equal(x, y); });
}

/// Leaves in `common` what `arguments` has too.
void keep_common(ConstantArguments& common, const ConstantArguments& arguments) {
  for (std::size_t i = 0; i < common.size(); ++i) {
    common[i] = are_equal(common[i], arguments[i]) ? common[i] : nullptr;
  }
}

/// The constants that all these calls pass; some call must be there.
template <typename AllCalls>
ConstantArguments common_arguments(const AllCalls& calls) {
  ConstantArguments common = calls.front().arguments;
  for (const auto& each : calls) {
    keep_common(common, each.arguments);
  }
  return common;
}

/// The constant as part of a name, if it is a small whole number or a bool; else nothing.
std::optional<std::string> name_of(const Constant& value, std::string_view port) {
  const std::uint32_t bits = value.bits.front();
  const bool is_spread = std::all_of(value.bits.begin(), value.bits.end(),
                                     [bits](std::uint32_t each) { return each == bits; });
  if (!is_spread || !value.type.is_scalar_or_vector()) {
    return std::nullopt;
  }
  const std::string name(port);
  if (value.type.scalar_kind() == Scalar::Bool) {
    return "_" + name + (bits != 0 ? "_true" : "_false");
  }
  constexpr std::uint32_t most = 999;
  if (value.type.scalar_kind() != Scalar::Float) {
    return bits <= most ? std::optional("_" + name + "_" + std::to_string(bits)) : std::nullopt;
  }
  const float number = float_of_bits(bits);
  return number >= 0 && number <= most && number == std::floor(number)
             ? std::optional("_" + name + "_" + std::to_string(static_cast<int>(number)))
             : std::nullopt;
}

}  // namespace

void FoldedLeaves::find_calls() {
  first_.assign(library_.fragments.size(), std::nullopt);
  next_.assign(plan_.evaluations.size(), std::nullopt);
  of_call_.assign(plan_.evaluations.size(), nullptr);
  for (std::size_t i = plan_.evaluations.size(); i-- > 0;) {
    const EvaluationId id(i);
    const auto* leaf = std::get_if<LeafEvaluation>(&plan_.evaluations[id].kind);
    if (leaf != nullptr && plan_.evaluations[id].stage == stage_) {
      next_[i] = std::exchange(first_[leaf->fragment.index()], id);
    }
  }
}

// With more different constants than `most_groups`, the last group has what its calls have in
// common.
std::vector<FoldedLeaves::Calls> FoldedLeaves::group_calls(FragmentId fragment,
                                                           const Body& body) const {
  std::vector<Calls> groups;
  for (auto id = first_[fragment.index()]; id; id = next_[id->index()]) {
    const Evaluation& call = plan_.evaluations[*id];
    const auto& leaf = std::get<LeafEvaluation>(call.kind);
    if (body_of(library_, leaf) != &body) {
      continue;
    }
    ConstantArguments arguments = constant_arguments(library_, plan_, call, leaf);
    auto group = std::find_if(groups.begin(), groups.end(), [&](const Calls& each) {
      return are_equal(each.arguments, arguments);
    });
    if (group == groups.end() && groups.size() < most_groups) {
      groups.push_back({std::move(arguments), {*id}});
      continue;
    }
    if (group == groups.end()) {
      group = groups.end() - 1;
      keep_common(group->arguments, arguments);
    }
    group->ids.push_back(*id);
  }
  return groups;
}

std::uint64_t FoldedLeaves::cost(const Body& body) {
  std::uint64_t cost = counts_.count_body(body);
  for (const BodyStmt& stmt : body.stmts) {
    cost += std::holds_alternative<IfBody>(stmt.kind) ? branch_cost : 0;
  }
  return cost;
}

// The functions that save enough, those that save most first. Groups whose constants differ only
// where that saves nothing are one candidate.
std::vector<FoldedLeaves::Candidate> FoldedLeaves::find_candidates(
    const Body& body, const std::vector<Calls>& groups, const ConstantArguments& common) {
  const std::optional<FoldedBody> shared = fold_arguments(library_, body, common);
  std::optional<std::uint64_t> whole;
  std::vector<Candidate> candidates;
  for (const Calls& group : groups) {
    std::optional<FoldedBody> folded = are_equal(group.arguments, common)
                                           ? std::nullopt
                                           : fold_arguments(library_, body, group.arguments);
    if (!folded || (shared && folded->is_folded == shared->is_folded)) {
      continue;
    }
    ConstantArguments written = group.arguments;
    for (std::size_t i = 0; i < written.size(); ++i) {
      written[i] = folded->is_folded[i] ? written[i] : nullptr;
    }
    const auto same =
        std::find_if(candidates.begin(), candidates.end(),
                     [&](const Candidate& each) { return are_equal(each.arguments, written); });
    if (same != candidates.end()) {
      same->ids.insert(same->ids.end(), group.ids.begin(), group.ids.end());
      continue;
    }
    whole = whole.value_or(cost(shared ? shared->body : body));
    const std::uint64_t left = cost(folded->body);
    const std::uint64_t saved = *whole > left ? *whole - left : 0;
    if (saved >= std::max(least_saving, left / least_share)) {
      candidates.push_back({std::move(written), std::move(*folded), saved, group.ids});
    }
  }
  std::stable_sort(candidates.begin(), candidates.end(),
                   [](const Candidate& a, const Candidate& b) { return a.saved > b.saved; });
  candidates.resize(std::min(candidates.size(), most_functions));
  return candidates;
}

void FoldedLeaves::share(FoldedBody folded, const std::vector<EvaluationId>& ids) {
  bodies_.push_back(std::make_unique<const FoldedBody>(std::move(folded)));
  for (const EvaluationId id : ids) {
    of_call_[id.index()] = bodies_.back().get();
  }
}

void FoldedLeaves::fold_calls(FragmentId fragment, const Body& body) {
  std::vector<Calls> groups = group_calls(fragment, body);
  if (groups.empty()) {
    return;
  }
  const ConstantArguments common = common_arguments(groups);
  std::vector<Candidate> own;
  if (groups.size() > 1) {
    own = find_candidates(body, groups, common);
  }
  for (Candidate& each : own) {
    const auto& leaf = std::get<LeafEvaluation>(plan_.evaluations[each.ids.front()].kind);
    for (std::size_t i = 0; i < each.arguments.size(); ++i) {
      if (each.arguments[i] != nullptr && common[i] == nullptr) {
        each.folded.name_suffix +=
            name_of(*each.arguments[i], port_name(library_, fragment, leaf.special, i))
                .value_or("");
      }
    }
    share(std::move(each.folded), each.ids);
  }
  std::erase_if(
      groups, [this](const Calls& each) { return of_call_[each.ids.front().index()] != nullptr; });
  if (groups.empty()) {
    return;
  }
  if (auto folded = fold_arguments(library_, body, common_arguments(groups))) {
    std::vector<EvaluationId> ids;
    for (const Calls& each : groups) {
      ids.insert(ids.end(), each.ids.begin(), each.ids.end());
    }
    share(std::move(*folded), ids);
  }
}

const FoldedBody* FoldedLeaves::find(EvaluationId call) {
  if (next_.empty()) {
    find_calls();
  }
  const auto& leaf = std::get<LeafEvaluation>(plan_.evaluations[call].kind);
  const Body* body = body_of(library_, leaf);
  if (body != nullptr && known_.insert(body).second) {
    fold_calls(leaf.fragment, *body);
  }
  return of_call_[call.index()];
}

}  // namespace weft
