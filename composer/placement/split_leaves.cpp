#include "composer/placement/split_leaves.h"

#include <algorithm>
#include <utility>

#include "composer/evaluations/build_plan.h"
#include "composer/evaluations/evaluation_builder.h"
#include "composer/evaluations/plan_functions.h"

namespace weft {
namespace {

/// Rewrites a plan with the parts as evaluations, which are added at the end: the order is that of
/// keep_needed().
class LeafSplitting {
 public:
  LeafSplitting(const Library& library, Plan& plan)
      : library_(library), plan_(plan), made_of_(plan.evaluations.size()) {}

  SplitEvaluations run(const LeafParts& parts) {
    std::size_t next = 0;
    const std::size_t count = plan_.evaluations.size();
    for (std::size_t i = 0; i < count; ++i) {
      const EvaluationId id(i);
      made_of_.redirect(plan_.evaluations[id].inputs);
      const bool is_split = next < parts.size() && parts[next].first == id;
      made_of_.set(id, is_split ? split(id, parts[next++].second) : unique_.merge(id));
    }
    return finish();
  }

 private:
  /// A part that was added.
  struct Added {
    BodyExprId value;
    EvaluationId evaluation;
  };

  EvaluationId split(EvaluationId call, const std::vector<BodyExprId>& parts) {
    const Evaluation whole = std::move(plan_.evaluations[call]);
    const Body& body = *body_of(library_, std::get<LeafEvaluation>(whole.kind));
    const PartFacts facts(body);
    std::vector<Added> added;
    added.reserve(parts.size());
    // A part has only the parts that it reads, so that calls with other parts besides share it.
    for (const BodyExprId value : parts) {
      const auto part = find_part(whole, value, parts_below(body, facts, value, parts));
      const EvaluationId evaluation = add(whole, part, added);
      entries_.push_back({call, value, evaluation});
      added.push_back({value, evaluation});
    }
    const auto rest = find_part(whole, std::nullopt, parts);
    return add(whole, rest->given == parts ? rest : find_part(whole, std::nullopt, rest->given),
               added);
  }

  std::shared_ptr<const LeafPart> find_part(const Evaluation& whole,
                                            std::optional<BodyExprId> value,
                                            const std::vector<BodyExprId>& below) const {
    const auto& leaf = std::get<LeafEvaluation>(whole.kind);
    return library_.specialized->find_part(library_, *body_of(library_, leaf), leaf.fragment,
                                           leaf.type_arguments, leaf.special.unread,
                                           {value, below, {}});
  }

  static const Added& added_at(const std::vector<Added>& added, BodyExprId value) {
    return *std::lower_bound(added.begin(), added.end(), value,
                             [](const Added& one, BodyExprId id) { return one.value < id; });
  }

  EvaluationId add(const Evaluation& whole, const std::shared_ptr<const LeafPart>& part,
                   const std::vector<Added>& added) {
    LeafEvaluation leaf = std::get<LeafEvaluation>(whole.kind);
    const Body& body = *body_of(library_, leaf);
    EvaluationIds inputs;
    for (const std::uint32_t port : part->ports) {
      inputs.push_back(whole.inputs[port]);
    }
    for (const BodyExprId given : part->given) {
      inputs.push_back(added_at(added, given).evaluation);
    }
    const std::size_t ports = library_.fragments[leaf.fragment].ports.size();
    for (const FeatureId feature : part->body.features) {
      const auto at = std::find(body.features.begin(), body.features.end(), feature);
      inputs.push_back(whole.inputs[ports + static_cast<std::size_t>(at - body.features.begin())]);
    }
    leaf.special.part = part;
    Evaluation made{std::move(leaf),    std::move(inputs), whole.stage,
                    whole.natural_rate, whole.type,        whole.origin};
    if (part->value) {
      std::get<LeafEvaluation>(made.kind).function_level = 0;  // parts call no functions
      made.natural_rate = unique_.rate_of(made.inputs, Rate::Constant);
      made.type = plan_.types.intern(SemanticType(body.exprs[*part->value].type));
      made.origin = {part->name, part->span};
    }
    return unique_.add(std::move(made));
  }

  SplitEvaluations finish() {
    made_of_.redirect(plan_.outputs);
    NeededEvaluations needed = keep_needed(std::move(plan_.evaluations), plan_.outputs);
    std::vector<StatedType> moved;
    made_of_.append_redirected(plan_.stated_types, moved);
    plan_.stated_types.clear();
    needed.ids.append_redirected(moved, plan_.stated_types);
    sort_stated_types(plan_.stated_types);
    plan_.evaluations = std::move(needed.evaluations);
    plan_.functions = find_functions(library_, plan_.evaluations);
    std::vector<SplitEvaluations::Entry> entries;
    for (const SplitEvaluations::Entry& entry : entries_) {
      if (const std::optional<EvaluationId> part = needed.ids.find(entry.part)) {
        entries.push_back({entry.call, entry.value, *part});
      }
    }
    return SplitEvaluations(std::move(entries));
  }

  const Library& library_;
  Plan& plan_;
  Replacements made_of_;
  std::vector<SplitEvaluations::Entry> entries_;  // with ids before keep_needed()
  EvaluationBuilder unique_{plan_.evaluations, plan_.types};
};

}  // namespace

std::optional<EvaluationId> SplitEvaluations::find(EvaluationId call, BodyExprId value) const {
  const auto at = std::lower_bound(
      entries_.begin(), entries_.end(), std::pair(call, value),
      [](const Entry& one, const auto& key) { return std::pair(one.call, one.value) < key; });
  return at != entries_.end() && at->call == call && at->value == value ? std::optional(at->part)
                                                                        : std::nullopt;
}

SplitEvaluations split_leaves(const Library& library, Plan& plan, const LeafParts& parts) {
  return LeafSplitting(library, plan).run(parts);
}

}  // namespace weft
