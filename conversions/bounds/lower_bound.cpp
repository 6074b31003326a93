#include "conversions/bounds/lower_bound.h"

#include <algorithm>
#include <queue>
#include <utility>

namespace weft {
namespace {

/// The remaining weight of each conversion; unavailable conversions are left out.
struct Weights {
  std::vector<ChainWeight> left;
  std::vector<bool> usable;
};

std::vector<ChainWeight> distances(const SearchProblem& problem, const CoordinateCheck& goal,
                                   const Weights& weights) {
  std::uint32_t slot = goal.slot;
  const std::span<const Transition> transitions = problem.index.transitions[slot];
  Coordinate width = problem.slots.width(slot);
  std::vector<ChainWeight> distance(width, unreachable_weight);
  using Entry = std::pair<ChainWeight, Coordinate>;
  std::priority_queue<Entry, std::vector<Entry>, std::greater<>> queue;
  auto relax = [&](Coordinate at, ChainWeight weight) {
    if (weight < distance[at]) {
      distance[at] = weight;
      queue.push({weight, at});
    }
  };
  for (Coordinate at = 0; at < width; ++at) {
    if (goal.meets(at)) {
      relax(at, {});
    }
  }
  while (!queue.empty()) {
    auto [weight, to] = queue.top();
    queue.pop();
    if (distance[to] < weight) {
      continue;
    }
    if (to == 0 && problem.slots.is_guarantee(slot)) {
      // Losing a guarantee counts as free: almost every conversion loses some, and a demand
      // satisfied by losing one is rare.
      for (Coordinate from = 1; from < width; ++from) {
        relax(from, weight);
      }
    }
    auto begin = std::lower_bound(transitions.begin(), transitions.end(), to,
                                  [](const Transition& t, Coordinate at) { return t.to < at; });
    for (auto t = begin; t != transitions.end() && t->to == to; ++t) {
      if (!weights.usable[t->rule]) {
        continue;
      }
      ChainWeight through = weight + weights.left[t->rule];
      for (Coordinate from = t->from_begin; from < t->from_end; ++from) {
        relax(from, through);
      }
    }
  }
  return distance;
}

/// Subtracts from each conversion the weight that this slot's distances use.
void saturate(std::span<const Transition> transitions, const std::vector<ChainWeight>& distance,
              Weights& weights) {
  std::vector<std::pair<std::uint32_t, ChainWeight>> used;
  for (const Transition& t : transitions) {
    if (!weights.usable[t.rule] || distance[t.to] == unreachable_weight) {
      continue;
    }
    ChainWeight most;
    for (Coordinate from = t.from_begin; from < t.from_end; ++from) {
      if (distance[from] != unreachable_weight) {
        most = std::max(most, distance[from] - distance[t.to]);
      }
    }
    used.emplace_back(t.rule, most);
  }
  // A conversion may have several transitions in one slot (dropped, then set): the most expensive
  // one counts.
  std::sort(used.begin(), used.end());
  for (std::size_t i = 0; i < used.size(); ++i) {
    if (i + 1 == used.size() || used[i + 1].first != used[i].first) {
      weights.left[used[i].first] = weights.left[used[i].first] - used[i].second;
    }
  }
}

}  // namespace

LowerBound::LowerBound(const SearchProblem& problem, const FeatureSet* features) {
  const CompiledRules& rules = problem.rules;
  Weights weights;
  weights.left.resize(rules.size());
  weights.usable.resize(rules.size());
  for (std::uint32_t rule = 0; rule < rules.size(); ++rule) {
    weights.left[rule] = rules.weight(rule);
    weights.usable[rule] = features == nullptr || rules.available(rule, *features);
  }
  // Slots with the greatest distance come first.
  std::vector<std::pair<ChainWeight, const CoordinateCheck*>> order;
  for (const CoordinateCheck& check : problem.goal) {
    std::vector<ChainWeight> alone = distances(problem, check, weights);
    order.emplace_back(alone[problem.source[check.slot]], &check);
  }
  std::stable_sort(order.begin(), order.end(),
                   [](const auto& a, const auto& b) { return b.first < a.first; });
  for (const auto& [weight, check] : order) {
    Part part{check->slot, distances(problem, *check, weights)};
    saturate(problem.index.transitions[check->slot], part.distance, weights);
    parts_.push_back(std::move(part));
  }
}

}  // namespace weft
