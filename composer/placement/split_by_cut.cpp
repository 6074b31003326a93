#include "composer/placement/split_by_cut.h"

#include <algorithm>
#include <set>
#include <utility>

namespace weft {
namespace {

/// Decides about the offers by the cut of the tentative plan.
class OfferDecisions {
 public:
  /// `offers`: per node, the number of calls that its value is offered for: equal values are one.
  OfferDecisions(const CutModel& model, const Cut& cut, const std::vector<std::uint32_t>& offers)
      : model_(model), cut_(cut), offers_(offers) {}

  /// Returns the nodes whose offers are worth it.
  std::vector<bool> run() {
    std::vector<bool> pays(model_.nodes.size(), false);
    readers_.resize(model_.nodes.size());
    for (std::size_t i = model_.nodes.size(); i-- > 0;) {  // readers before what they read
      std::vector<std::uint32_t>& readers = readers_[i];
      std::sort(readers.begin(), readers.end());
      readers.erase(std::unique(readers.begin(), readers.end()), readers.end());
      const bool is_offer = offers_[i] != 0;
      pays[i] = is_offer && is_paying(i);
      for (const std::uint32_t input : model_.nodes[i].inputs) {
        if (is_offer && !pays[i]) {
          // It is written where it is read, which then reads its inputs.
          readers_[input].insert(readers_[input].end(), readers.begin(), readers.end());
        } else {
          readers_[input].push_back(static_cast<std::uint32_t>(i));
        }
      }
    }
    return pays;
  }

 private:
  bool is_paying(std::size_t node) const {
    const auto at_vertex =
        std::count_if(readers_[node].begin(), readers_[node].end(),
                      [this](std::uint32_t reader) { return cut_.at_vertex[reader]; });
    if (cut_.at_vertex[node]) {
      const bool crosses = static_cast<std::size_t>(at_vertex) < readers_[node].size();
      return crosses || at_vertex > 1;
    }
    return offers_[node] > 1;
  }

  const CutModel& model_;
  const Cut& cut_;
  const std::vector<std::uint32_t>& offers_;
  std::vector<std::vector<std::uint32_t>> readers_;  // per node, through offers that do not pay
};

bool has_offers(const std::vector<SplitCall>& calls) {
  return std::any_of(calls.begin(), calls.end(),
                     [](const SplitCall& one) { return !one.choice.offers.empty(); });
}

/// Calls that the vertex stage makes too stay whole, so that they are interpolated.
void drop_offers_of_twins(const Plan& plan, std::vector<SplitCall>& calls) {
  const VertexTwins twins = find_vertex_twins(plan);
  for (SplitCall& one : calls) {
    if (twins[one.call.index()]) {
      one.choice.offers.clear();
    }
  }
}

/// Marks the calls whose leaf the last stage needs whole too: for another call without offers, or
/// for the body of another leaf.
void find_needed_whole(const Library& library, const Plan& plan, std::vector<SplitCall>& calls) {
  std::set<FragmentId> whole;
  std::vector<const Body*> open;
  std::size_t next = 0;
  for (std::size_t i = 0; i < plan.evaluations.size(); ++i) {
    while (next < calls.size() && calls[next].call < EvaluationId(i)) {
      ++next;
    }
    const Evaluation& evaluation = plan.evaluations[EvaluationId(i)];
    const auto* leaf = std::get_if<LeafEvaluation>(&evaluation.kind);
    if (leaf == nullptr || !is_last_stage(evaluation.stage)) {
      continue;
    }
    const bool is_offered = next < calls.size() && calls[next].call == EvaluationId(i) &&
                            !calls[next].choice.offers.empty();
    if (!is_offered) {
      whole.insert(leaf->fragment);
    }
    open.push_back(body_of(library, *leaf));
  }
  while (!open.empty()) {
    const Body* body = open.back();
    open.pop_back();
    for (std::size_t i = 0; body != nullptr && i < body->calls.size(); ++i) {
      const BodyCall& call = body->calls[i];
      if (whole.insert(call.fragment).second) {
        open.push_back(find_body(library, call.fragment, call.type_arguments));
      }
    }
  }
  for (SplitCall& one : calls) {
    const auto& leaf = std::get<LeafEvaluation>(plan.evaluations[one.call].kind);
    one.is_needed_whole = whole.count(leaf.fragment) != 0;
  }
}

/// Splits plans with the parts and offers of their calls, and decides about the offers.
class CutSplitting {
 public:
  CutSplitting(const Library& library, const PlacementOptions& options, LibraryFacts& facts)
      : library_(library), options_(options), facts_(facts) {}

  /// `is_trial`: interpolation costs more.
  SplitPlan run(Plan plan, const std::vector<SplitCall>& calls, bool is_trial) {
    const LeafParts parts = all_parts(calls);
    made_ = parts.empty() ? SplitEvaluations() : split_leaves(library_, plan, parts);
    VertexTwins twins = find_vertex_twins(plan);
    PlacementModel model = model_placement(library_, plan, twins, options_, facts_);
    if (is_trial) {
      raise_costs(calls, model);
    }
    std::optional<Cut> cut = minimum_cut(model.cut);
    return {std::move(plan), std::move(twins), std::move(model), std::move(cut)};
  }

  /// Drops the offers that do not pay in the last plan; returns whether there are any.
  bool drop_unpaying(const SplitPlan& split, std::vector<SplitCall>& calls) const {
    std::vector<std::uint32_t> offers(split.model.cut.nodes.size(), 0);
    for (const SplitCall& one : calls) {
      for (const OfferedPart& offer : one.choice.offers) {
        if (const std::optional<std::uint32_t> node = node_of(split.model, one.call, offer.value)) {
          ++offers[*node];
        }
      }
    }
    const std::vector<bool> pays = split.cut
                                       ? OfferDecisions(split.model.cut, *split.cut, offers).run()
                                       : std::vector<bool>(offers.size(), false);
    bool drops = false;
    for (SplitCall& one : calls) {
      const auto is_paying = [&](const OfferedPart& offer) {
        const std::optional<std::uint32_t> node = node_of(split.model, one.call, offer.value);
        return node && pays[*node];
      };
      std::vector<OfferedPart>& all = one.choice.offers;
      const bool is_split =
          !one.choice.parts.empty() || std::any_of(all.begin(), all.end(), is_paying);
      const auto kept = std::remove_if(all.begin(), all.end(), [&](const OfferedPart& offer) {
        return !is_paying(offer) && !(is_split && offer.is_in_loop);
      });
      drops = drops || kept != all.end();
      all.erase(kept, all.end());
    }
    return drops;
  }

 private:
  std::optional<std::uint32_t> node_of(const PlacementModel& model, EvaluationId call,
                                       BodyExprId value) const {
    const std::optional<EvaluationId> part = made_.find(call, value);
    return part ? model.nodes[part->index()] : std::nullopt;
  }

  void raise_costs(const std::vector<SplitCall>& calls, PlacementModel& model) const {
    for (CutNode& node : model.cut.nodes) {
      node.crossing_operations = (price_of_component - 1) * node.components.value_or(0);
    }
    for (const SplitCall& one : calls) {
      for (const OfferedPart& offer : one.choice.offers) {
        const auto node = node_of(model, one.call, offer.value);
        if (node && one.is_needed_whole) {
          model.cut.nodes[*node].crossing_operations += price_of_function;
        }
      }
    }
  }

  const Library& library_;
  const PlacementOptions& options_;
  LibraryFacts& facts_;
  SplitEvaluations made_;  // of the last plan
};

}  // namespace

LeafParts all_parts(const std::vector<SplitCall>& calls) {
  LeafParts parts;
  for (const SplitCall& one : calls) {
    std::vector<BodyExprId> values = one.choice.parts;
    for (const OfferedPart& offer : one.choice.offers) {
      values.push_back(offer.value);
    }
    std::sort(values.begin(), values.end());
    if (!values.empty()) {
      parts.emplace_back(one.call, std::move(values));
    }
  }
  return parts;
}

SplitPlan split_on_trial(const Library& library, Plan plan, const std::vector<SplitCall>& calls,
                         const PlacementOptions& options, LibraryFacts& facts) {
  return CutSplitting(library, options, facts).run(std::move(plan), calls, true);
}

SplitPlan split_by_cut(const Library& library, Plan plan, std::vector<SplitCall>& calls,
                       const PlacementOptions& options, LibraryFacts& facts) {
  CutSplitting splitting(library, options, facts);
  if (has_offers(calls)) {
    drop_offers_of_twins(plan, calls);
    find_needed_whole(library, plan, calls);
  }
  bool is_trial = true;
  while (has_offers(calls)) {
    SplitPlan split = splitting.run(plan, calls, is_trial);
    if (!splitting.drop_unpaying(split, calls) && !is_trial) {
      return split;
    }
    is_trial = false;
  }
  return splitting.run(std::move(plan), calls, false);
}

}  // namespace weft
