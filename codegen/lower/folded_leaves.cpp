#include "codegen/lower/folded_leaves.h"

#include <algorithm>
#include <cmath>
#include <cstddef>
#include <string>
#include <string_view>
#include <utility>
#include <variant>

#include <fmt/format.h>

#include "codegen/lower/share_calls.h"
#include "codegen/lower/value_numbers.h"
#include "fragments/model/live_body.h"
#include "support/float_bits.h"

namespace weft {
namespace {

constexpr std::size_t most_groups = 16;    // of different arguments, per body
constexpr std::size_t most_functions = 4;  // of their own for calls of one body
constexpr std::uint64_t branch_cost = 8;   // operations that are worth a branch
// A separate function must save this many operations, and this share of its own.
constexpr std::uint64_t least_saving = 8;
constexpr std::uint64_t least_share = 4;  // a quarter

bool are_equal(const Constant* a, const Constant* b) {
  return a == b || (a != nullptr && b != nullptr && *a == *b);
}

bool are_equal(const KnownArguments& a, const KnownArguments& b) {
  return std::equal(a.begin(), a.end(), b.begin(), b.end(),
                    [](const KnownArgument& x, const KnownArgument& y) {
                      return x.same_as == y.same_as && are_equal(x.constant, y.constant);
                    });
}

/// Leaves in `common` what `arguments` has too. O(ports²).
void keep_common(KnownArguments& common, const KnownArguments& arguments) {
  const KnownArguments before = common;
  const auto are_one = [](const KnownArguments& all, std::uint32_t a, std::uint32_t b) {
    return all[a].same_as.value_or(a) == all[b].same_as.value_or(b);
  };
  for (std::uint32_t i = 0; i < common.size(); ++i) {
    const bool is_same = are_equal(before[i].constant, arguments[i].constant);
    common[i] = {is_same ? before[i].constant : nullptr, std::nullopt};
    for (std::uint32_t k = 0; k < i && !common[i].same_as; ++k) {
      const bool stays = are_one(before, k, i) && are_one(arguments, k, i);
      common[i].same_as = stays ? std::optional(k) : std::nullopt;
    }
  }
}

/// What all these calls pass; some call must be there.
template <typename AllCalls>
KnownArguments common_arguments(const AllCalls& calls) {
  KnownArguments common = calls.front().arguments;
  for (std::size_t i = 1; i < calls.size(); ++i) {
    keep_common(common, calls[i].arguments);
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
  std::vector<const Body*> callers;
  for (std::size_t i = plan_.evaluations.size(); i-- > 0;) {
    const EvaluationId id(i);
    const auto* leaf = std::get_if<LeafEvaluation>(&plan_.evaluations[id].kind);
    if (leaf != nullptr && plan_.evaluations[id].stage == stage_) {
      next_[i] = std::exchange(first_[leaf->fragment.index()], id);
      callers.push_back(body_of(library_, *leaf));
    }
  }
  find_called_bodies(std::move(callers));
}

// The function of a leaf that bodies call is there anyway, with all parameters.
void FoldedLeaves::find_called_bodies(std::vector<const Body*> callers) {
  std::unordered_set<const Body*> seen;
  while (!callers.empty()) {
    const Body* caller = callers.back();
    callers.pop_back();
    if (caller == nullptr || caller->calls.empty() || !seen.insert(caller).second) {
      continue;
    }
    for (const BodyCall& call : caller->calls) {
      callers.push_back(find_body(library_, call.fragment, call.type_arguments));
      called_.insert(callers.back());
    }
  }
}

// With more different arguments than `most_groups`, the last group has what its calls have in
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
    KnownArguments arguments = known_arguments(library_, plan_, call, leaf);
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

// Counts equal calls once: the function makes one of them.
std::uint64_t FoldedLeaves::cost(Body body) {
  const std::vector<std::uint32_t> first_calls = first_equal_calls(body);
  for (BodyExpr& expr : body.exprs) {
    expr.payload = expr.op == Operation::Call ? first_calls[expr.payload] : expr.payload;
  }
  if (share_calls(body)) {
    body = without_injections(library_, body, {});
  }
  std::uint64_t cost = counts_.count_body(body);
  for (const BodyStmt& stmt : body.stmts) {
    cost += std::holds_alternative<IfBody>(stmt.kind) ? branch_cost : 0;
  }
  return cost;
}

// Without equalities that are not common to all calls and save no operation.
KnownArguments FoldedLeaves::without_idle_equality(const Body& body,
                                                   const KnownArguments& arguments,
                                                   const KnownArguments& common) {
  KnownArguments without = arguments;
  for (std::size_t i = 0; i < without.size(); ++i) {
    without[i].same_as = common[i].same_as;
  }
  if (are_equal(arguments, without)) {
    return without;
  }
  const std::optional<FoldedBody> more = fold_arguments(library_, body, arguments);
  const std::optional<FoldedBody> less = fold_arguments(library_, body, without);
  return more && cost(more->body) < cost(less ? less->body : body) ? arguments : without;
}

// The functions that save enough, those that save most first. Groups whose arguments differ only
// where that saves nothing are one candidate.
std::vector<FoldedLeaves::Candidate> FoldedLeaves::find_candidates(const Body& body,
                                                                   const std::vector<Calls>& groups,
                                                                   const KnownArguments& common) {
  const std::optional<FoldedBody> shared = fold_arguments(library_, body, common);
  std::optional<std::uint64_t> whole;
  std::vector<Candidate> candidates;
  for (const Calls& group : groups) {
    KnownArguments written = without_idle_equality(body, group.arguments, common);
    std::optional<FoldedBody> folded =
        are_equal(written, common) ? std::nullopt : fold_arguments(library_, body, written);
    if (!folded || (shared && folded->is_written == shared->is_written)) {
      continue;
    }
    for (std::size_t i = 0; i < written.size(); ++i) {
      written[i] = folded->is_written[i] ? written[i] : KnownArgument();
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
  const bool is_called = called_.count(&body) != 0;
  const KnownArguments common =
      is_called ? KnownArguments(groups.front().arguments.size()) : common_arguments(groups);
  std::vector<Candidate> own;
  if (groups.size() > 1 || is_called) {
    own = find_candidates(body, groups, common);
  }
  for (Candidate& each : own) {
    const auto& leaf = std::get<LeafEvaluation>(plan_.evaluations[each.ids.front()].kind);
    for (std::size_t i = 0; i < each.arguments.size(); ++i) {
      const auto name = [&](std::size_t port) {
        return port_name(library_, fragment, leaf.special, port);
      };
      const auto& [constant, same_as] = each.arguments[i];
      if (constant != nullptr && common[i].constant == nullptr) {
        each.folded.name_suffix += name_of(*constant, name(i)).value_or("");
      } else if (constant == nullptr && same_as && same_as != common[i].same_as) {
        each.folded.name_suffix += fmt::format("_{}_is_{}", name(i), name(*same_as));
      }
    }
    share(std::move(each.folded), each.ids);
  }
  std::erase_if(
      groups, [this](const Calls& each) { return of_call_[each.ids.front().index()] != nullptr; });
  if (groups.empty() || is_called) {
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
