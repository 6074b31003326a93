#include "composer/placement/drop_unread_results.h"

#include <algorithm>
#include <map>
#include <memory>
#include <optional>
#include <set>
#include <tuple>
#include <utility>
#include <vector>

#include "composer/evaluations/build_plan.h"
#include "composer/evaluations/equal_evaluations.h"
#include "composer/evaluations/plan_cost.h"
#include "composer/evaluations/plan_functions.h"
#include "composer/evaluations/replacements.h"
#include "composer/evaluations/result_names.h"

namespace weft {
namespace {

const Body* whole_body(const Library& library, const LeafEvaluation& leaf) {
  return find_body(library, leaf.fragment, leaf.type_arguments,
                   Specialization{leaf.special.unread, nullptr});
}

/// A leaf as a stage calls it.
using CalledLeaf = std::pair<Stage, LeafEvaluation>;

/// The positions, among the leaf's results, of those that a call computes.
std::vector<std::uint32_t> computed_results(const Library& library, const LeafEvaluation& leaf) {
  const LeafPart* part = leaf.special.part.get();
  std::vector<std::uint32_t> computed;
  for (std::uint32_t i = 0; i < library.fragments[leaf.fragment].results.size(); ++i) {
    if (part == nullptr ||
        !std::binary_search(part->unread_results.begin(), part->unread_results.end(), i)) {
      computed.push_back(i);
    }
  }
  return computed;
}

/// The leaves that bodies and functions call, directly or not, per stage: their functions are
/// whole.
class BodyCallees {
 public:
  BodyCallees(const Library& library, const Plan& plan) : library_(library) {
    for (std::size_t i = 0; i < plan.evaluations.size(); ++i) {
      const Evaluation& each = plan.evaluations[EvaluationId(i)];
      if (const auto* leaf = std::get_if<LeafEvaluation>(&each.kind)) {
        add(each.stage, body_of(library, *leaf));
        if (plan.functions.is_in_function(EvaluationId(i))) {
          callees_.emplace(each.stage, leaf->fragment, leaf->type_arguments);
        }
      }
    }
  }

  bool contains(Stage stage, const LeafEvaluation& leaf) const {
    return callees_.count({stage, leaf.fragment, leaf.type_arguments}) != 0;
  }

 private:
  void add(Stage stage, const Body* caller) {
    std::vector<const Body*> open{caller};
    while (!open.empty()) {
      const Body* body = open.back();
      open.pop_back();
      for (std::size_t i = 0; body != nullptr && i < body->calls.size(); ++i) {
        const BodyCall& call = body->calls[i];
        if (callees_.emplace(stage, call.fragment, call.type_arguments).second) {
          open.push_back(find_body(library_, call.fragment, call.type_arguments));
        }
      }
    }
  }

  const Library& library_;
  std::set<std::tuple<Stage, FragmentId, std::vector<DataType>>> callees_;
};

/// Rewrites a plan with calls that leave out results.
class ResultDropping {
 public:
  ResultDropping(const Library& library, Plan& plan) : library_(library), plan_(plan) {}

  /// Returns whether there is anything to leave out.
  bool find_parts() {
    if (!find_reads()) {
      return false;
    }
    const BodyCallees callees(library_, plan_);
    bool found = false;
    parts_.resize(plan_.evaluations.size());
    for (std::size_t i = 0; i < parts_.size(); ++i) {
      parts_[i] = find_part(plan_.evaluations[EvaluationId(i)], callees);
      found = found || parts_[i] != nullptr;
    }
    return found;
  }

  /// Rewrites the plan's evaluations and outputs.
  void run() {
    for (std::size_t i = 0; i < parts_.size(); ++i) {
      if (parts_[i] != nullptr) {
        leave_out(plan_.evaluations[EvaluationId(i)], *parts_[i]);
      }
    }
    renumber_results();
    keep_read();
  }

  /// A call's only result is the call.
  const Replacements& made_of() const { return made_of_; }
  /// Whether the evaluation calls another function now, or is the only result of such a call.
  bool is_changed(EvaluationId id) const {
    return parts_[id.index()] != nullptr || is_merged_[id.index()];
  }

 private:
  /// Returns whether a call computes what nothing reads.
  bool find_reads() {
    for (const Evaluation& reader : plan_.evaluations) {
      const auto* result = std::get_if<ResultEvaluation>(&reader.kind);
      const auto* leaf =
          result != nullptr ? std::get_if<LeafEvaluation>(&plan_.evaluations[reader.inputs[0]].kind)
                            : nullptr;
      if (leaf != nullptr) {
        std::vector<bool>& read = reads_[{reader.stage, *leaf}];
        read.resize(signature_of(library_, *leaf).results.size(), false);
        read[result->result] = true;
      }
    }
    return std::any_of(reads_.begin(), reads_.end(), [](const auto& each) {
      return std::find(each.second.begin(), each.second.end(), false) != each.second.end();
    });
  }

  /// What the call computes instead; null if it stays as it is.
  std::shared_ptr<const LeafPart> find_part(const Evaluation& call,
                                            const BodyCallees& callees) const {
    const auto* leaf = std::get_if<LeafEvaluation>(&call.kind);
    const auto read = leaf != nullptr ? reads_.find(CalledLeaf{call.stage, *leaf}) : reads_.end();
    if (read == reads_.end() || !may_leave_out_results(library_, *leaf) ||
        callees.contains(call.stage, *leaf)) {
      return nullptr;
    }
    LeafPartKey key = leaf->special.part != nullptr ? leaf->special.part->key() : LeafPartKey();
    const std::size_t before = key.unread_results.size();
    const std::vector<std::uint32_t> computed = computed_results(library_, *leaf);
    for (std::uint32_t i = 0; i < read->second.size(); ++i) {
      if (!read->second[i]) {
        key.unread_results.push_back(computed[i]);
      }
    }
    std::sort(key.unread_results.begin(), key.unread_results.end());
    return key.unread_results.size() == before
               ? nullptr
               : library_.specialized->find_part(library_, *whole_body(library_, *leaf),
                                                 leaf->fragment, leaf->type_arguments,
                                                 leaf->special.unread, key);
  }

  void leave_out(Evaluation& call, const LeafPart& part) const {
    auto& leaf = std::get<LeafEvaluation>(call.kind);
    const LeafPart* before = leaf.special.part.get();
    const std::size_t ports = signature_of(library_, leaf).ports.size();
    const std::vector<FeatureId>& features = features_of(library_, leaf);
    const auto position = [](const auto& all, const auto& one) {
      return static_cast<std::size_t>(std::find(all.begin(), all.end(), one) - all.begin());
    };
    EvaluationIds inputs;
    for (const std::uint32_t port : part.ports) {
      inputs.push_back(call.inputs[before != nullptr ? position(before->ports, port) : port]);
    }
    for (const BodyExprId given : part.given) {
      inputs.push_back(call.inputs[before->ports.size() + position(before->given, given)]);
    }
    for (const FeatureId feature : part.body.features) {
      inputs.push_back(call.inputs[ports + position(features, feature)]);
    }
    call.inputs = std::move(inputs);
  }

  /// Makes results those of the calls as they are now; a call's only result gives it its type and
  /// its name.
  void renumber_results() {
    is_merged_.assign(parts_.size(), false);
    for (std::size_t i = 0; i < parts_.size(); ++i) {
      Evaluation& reader = plan_.evaluations[EvaluationId(i)];
      auto* result = std::get_if<ResultEvaluation>(&reader.kind);
      const LeafPart* part = result != nullptr ? parts_[reader.inputs[0].index()].get() : nullptr;
      if (part == nullptr) {
        continue;
      }
      Evaluation& call = plan_.evaluations[reader.inputs[0]];
      is_merged_[i] = part->signature.results.size() == 1;
      if (is_merged_[i]) {
        Origin origin = reader.origin;
        origin.name = origin.name.empty() ? name_of_result(library_, call, result->result)
                                          : std::move(origin.name);
        call.origin = std::move(origin);
        call.type = reader.type;
        continue;
      }
      const std::uint32_t in_leaf =
          computed_results(library_, std::get<LeafEvaluation>(call.kind))[result->result];
      const std::vector<std::uint32_t>& unread = part->unread_results;
      const auto below = std::lower_bound(unread.begin(), unread.end(), in_leaf);
      result->result = in_leaf - static_cast<std::uint32_t>(below - unread.begin());
    }
    // Only now: names are those of the results before.
    for (std::size_t i = 0; i < parts_.size(); ++i) {
      if (parts_[i] != nullptr) {
        std::get<LeafEvaluation>(plan_.evaluations[EvaluationId(i)].kind).special.part = parts_[i];
      }
    }
  }

  /// Takes the readers of a call's only result to the call, and drops what nothing reads. Calls
  /// that differed only in inputs that are left out are equal now, and so is what reads them alone.
  void keep_read() {
    Replacements merged = Replacements::identity(plan_.evaluations.size());
    EqualEvaluations equal(plan_.evaluations, plan_.types);
    for (std::size_t i = 0; i < is_merged_.size(); ++i) {
      const EvaluationId id(i);
      EvaluationIds& inputs = plan_.evaluations[id].inputs;
      merged.redirect(inputs);
      merged.set(id, is_merged_[i] ? inputs[0] : equal.find_or_insert(id));
    }
    merged.redirect(plan_.outputs);
    NeededEvaluations needed = keep_needed_as_ordered(std::move(plan_.evaluations), plan_.outputs);
    plan_.evaluations = std::move(needed.evaluations);
    made_of_ = std::move(needed.ids);
    for (std::size_t i = 0; i < is_merged_.size(); ++i) {
      const EvaluationId id(i);
      const std::optional<EvaluationId> made = made_of_.find(merged[id]);
      if (merged[id] != id && made) {
        made_of_.set(id, *made);
      }
    }
  }

  const Library& library_;
  Plan& plan_;
  std::map<CalledLeaf, std::vector<bool>> reads_;       // per result
  std::vector<std::shared_ptr<const LeafPart>> parts_;  // per evaluation
  std::vector<bool> is_merged_;  // per evaluation: reads the only result that its call is left with
  Replacements made_of_;
};

/// The moves of the plan before, which `dropping` rewrote.
std::vector<MovedEvaluation> rewritten_moves(const std::vector<MovedEvaluation>& before,
                                             const ResultDropping& dropping,
                                             const std::vector<std::uint64_t>& operations) {
  std::vector<MovedEvaluation> moved;
  for (const MovedEvaluation& each : before) {
    if (const std::optional<EvaluationId> id = dropping.made_of().find(each.evaluation)) {
      const bool is_changed = dropping.is_changed(each.evaluation);
      moved.push_back(
          {*id, is_changed ? operations[id->index()] : each.operations, each.was_there});
    }
  }
  std::stable_sort(moved.begin(), moved.end(),
                   [](const MovedEvaluation& a, const MovedEvaluation& b) {
                     return a.evaluation < b.evaluation;
                   });
  // The results stood behind their call: whether they were there is what counts.
  const auto last = std::unique(moved.rbegin(), moved.rend(),
                                [](const MovedEvaluation& a, const MovedEvaluation& b) {
                                  return a.evaluation == b.evaluation;
                                });
  moved.erase(moved.begin(), last.base());
  return moved;
}

/// Returns whether there was anything to leave out.
bool drop_once(const Library& library, Plan& plan, Placement& placement, OperationCounts& counts) {
  ResultDropping dropping(library, plan);
  if (!dropping.find_parts()) {
    return false;
  }
  dropping.run();
  std::vector<StatedType> stated;
  dropping.made_of().append_redirected(plan.stated_types, stated);
  sort_stated_types(stated);
  plan.stated_types = std::move(stated);
  plan.functions = find_functions(library, plan.evaluations);
  const std::vector<std::uint64_t> operations = operations_with_functions(counts, plan);
  // Counted anew: what the host took out, maps of elements too, may have gone with the results.
  placement.cost = plan_cost(plan, operations, placement.runs);
  placement.moved = rewritten_moves(placement.moved, dropping, operations);
  return true;
}

}  // namespace

bool may_leave_out_results(const Library& library, const LeafEvaluation& leaf) {
  if (signature_of(library, leaf).results.size() < 2 || leaf.function_level != 0 ||
      value_part(leaf) != nullptr) {
    return false;
  }
  const Body* body = whole_body(library, leaf);
  return body != nullptr && may_have_parts(library.fragments[leaf.fragment], *body);
}

void drop_unread_results(const Library& library, Plan& plan, Placement& placement,
                         OperationCounts& counts) {
  // Again, since an input that is left out may be all that read a result of another call.
  while (drop_once(library, plan, placement, counts)) {
  }
}

}  // namespace weft
