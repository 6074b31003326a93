#include "codegen/lower/folded_leaves.h"

#include <algorithm>
#include <cmath>
#include <cstddef>
#include <string>
#include <string_view>
#include <utility>
#include <variant>

#include <fmt/format.h>

#include "codegen/lower/inline_leaf.h"
#include "codegen/lower/share_calls.h"
#include "codegen/lower/value_numbers.h"
#include "fragments/model/live_body.h"
#include "fragments/model/unread_members.h"
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

/// What all these calls pass, and those in bodies, if there are any; some call must be there.
template <typename AllCalls>
KnownArguments common_arguments(const AllCalls& calls, const KnownArguments* in_bodies) {
  KnownArguments common = in_bodies != nullptr ? *in_bodies : calls.front().arguments;
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

/// Whether calls of the leaf are written in place, so that they have no function.
bool is_in_place(const Library& library, const LeafEvaluation& leaf, const Body& body) {
  return signature_of(library, leaf).results.size() <= 1 &&
         inlined_expression(leaf, body).has_value();
}

}  // namespace

void FoldedLeaves::find_calls() {
  for (const LeafBody& caller : in_call_order(library_, list_calls())) {
    known_.insert(caller.body);
    for (const Body* function : fold_calls(caller)) {
      find_calls_of(*function);
    }
  }
}

// Returns the leaves that the stage calls. Calls of one leaf mostly have the same types.
std::vector<LeafBody> FoldedLeaves::list_calls() {
  first_.assign(library_.fragments.size(), std::nullopt);
  calls_.resize(plan_.evaluations.size());
  struct Latest {
    const LeafEvaluation* leaf = nullptr;
    const Body* body = nullptr;  // null: no function
  };
  std::vector<Latest> latest(library_.fragments.size());
  std::vector<LeafBody> called;
  for (std::size_t i = plan_.evaluations.size(); i-- > 0;) {
    const EvaluationId id(i);
    const auto* leaf = std::get_if<LeafEvaluation>(&plan_.evaluations[id].kind);
    if (leaf == nullptr || plan_.evaluations[id].stage != stage_) {
      continue;
    }
    const std::size_t fragment = leaf->fragment.index();
    auto& [last, body] = latest[fragment];
    const LeafEvaluation* other = std::exchange(last, leaf);
    if (other == nullptr || other->type_arguments != leaf->type_arguments ||
        other->special != leaf->special) {
      body = body_of(library_, *leaf);
      if (body != nullptr && is_in_place(library_, *leaf, *body)) {
        body = nullptr;
      }
      called.push_back({leaf->fragment, body});
    }
    if (body != nullptr) {
      calls_[i] = {body, std::exchange(first_[fragment], id)};
    }
  }
  return called;
}

void FoldedLeaves::find_calls_of(const Body& function) {
  for (CallInBody& call : calls_of_body(library_, function)) {
    const auto known = called_.find(call.callee);
    if (known == called_.end()) {
      called_.emplace(call.callee, CalledLeaf{std::move(call.arguments), call.members});
    } else {
      keep_common(known->second.passed, call.arguments);
      known->second.members |= call.members;
    }
  }
}

/// The function of a leaf that only bodies call.
std::optional<FoldedBody> FoldedLeaves::fold_called(const Body& body,
                                                    const CalledLeaf& called) const {
  UnreadFeatures unread;
  for (std::uint32_t member = 0; member < most_members; ++member) {
    if (!has_member(called.members, member)) {
      unread.push_back({result_members, member});
    }
  }
  Body read = unread.empty() ? Body() : without_injections(library_, body, unread);
  // Calls pass the features of the whole body.
  if (unread.empty() || read.exprs.size() >= body.exprs.size() || read.features != body.features) {
    return fold_arguments(library_, body, called.passed);
  }
  std::optional<FoldedBody> folded = fold_arguments(library_, read, called.passed);
  const std::vector<bool> none(called.passed.size(), false);
  return folded ? std::move(folded) : FoldedBody{std::move(read), none, none};
}

// With more different arguments than `most_groups`, the last group has what its calls have in
// common.
std::vector<FoldedLeaves::Calls> FoldedLeaves::group_calls(FragmentId fragment,
                                                           const Body& body) const {
  std::vector<Calls> groups;
  for (auto id = first_[fragment.index()]; id; id = calls_[id->index()].next) {
    if (calls_[id->index()].body != &body) {
      continue;
    }
    const Evaluation& call = plan_.evaluations[*id];
    const auto& leaf = std::get<LeafEvaluation>(call.kind);
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

const FoldedBody& FoldedLeaves::share(FoldedBody folded, const std::vector<EvaluationId>& ids) {
  bodies_.push_back(std::make_unique<const FoldedBody>(std::move(folded)));
  for (const EvaluationId id : ids) {
    calls_[id.index()].folded = bodies_.back().get();
  }
  return *bodies_.back();
}

// Returns the bodies of the functions that the calls have.
std::vector<const Body*> FoldedLeaves::fold_calls(const LeafBody& leaf) {
  const auto& [fragment, body] = leaf;
  std::vector<Calls> groups = group_calls(fragment, *body);
  const auto called = called_.find(body);
  const bool is_called = called != called_.end();
  const KnownArguments* in_bodies = is_called ? &called->second.passed : nullptr;
  if (groups.empty() && !is_called) {
    return {};
  }
  std::vector<const Body*> functions;
  const KnownArguments common = common_arguments(groups, in_bodies);
  if (groups.size() > (is_called ? 0 : 1)) {
    for (Candidate& each : find_candidates(*body, groups, common)) {
      each.folded.name_suffix = name_suffix(fragment, each, common);
      functions.push_back(&share(std::move(each.folded), each.ids).body);
    }
  }
  std::erase_if(groups, [this](const Calls& each) {
    return calls_[each.ids.front().index()].folded != nullptr;
  });
  if (groups.empty() && !is_called) {
    return functions;
  }
  auto folded = groups.empty()
                    ? fold_called(*body, called->second)
                    : fold_arguments(library_, *body, common_arguments(groups, in_bodies));
  if (!folded) {
    functions.push_back(body);
    return functions;
  }
  std::vector<EvaluationId> ids;
  for (const Calls& each : groups) {
    ids.insert(ids.end(), each.ids.begin(), each.ids.end());
  }
  if (is_called) {
    folded->is_dropped = folded->is_written;  // bodies compute their arguments in any case
  }
  const FoldedBody& shared = share(std::move(*folded), ids);
  if (is_called) {
    called->second.folded = &shared;
  }
  functions.push_back(&shared.body);
  return functions;
}

/// What tells the function of some calls from that of the others.
std::string FoldedLeaves::name_suffix(FragmentId fragment, const Candidate& calls,
                                      const KnownArguments& common) const {
  const auto& leaf = std::get<LeafEvaluation>(plan_.evaluations[calls.ids.front()].kind);
  const auto name = [&](std::size_t port) {
    return port_name(library_, fragment, leaf.special, port);
  };
  std::string suffix;
  for (std::size_t i = 0; i < calls.arguments.size(); ++i) {
    const auto& [constant, same_as] = calls.arguments[i];
    if (constant != nullptr && common[i].constant == nullptr) {
      suffix += name_of(*constant, name(i)).value_or("");
    } else if (constant == nullptr && same_as && same_as != common[i].same_as) {
      suffix += fmt::format("_{}_is_{}", name(i), name(*same_as));
    }
  }
  return suffix;
}

const FoldedBody* FoldedLeaves::find(EvaluationId call) {
  if (calls_.empty()) {
    find_calls();
  }
  const Body* body = calls_[call.index()].body;
  if (body != nullptr && known_.insert(body).second) {
    fold_calls({std::get<LeafEvaluation>(plan_.evaluations[call].kind).fragment, body});
  }
  return calls_[call.index()].folded;
}

const FoldedBody* FoldedLeaves::find_called(const Body& body) const {
  const auto called = called_.find(&body);
  return called != called_.end() ? called->second.folded : nullptr;
}

}  // namespace weft
