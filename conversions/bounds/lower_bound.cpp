#include "conversions/bounds/lower_bound.h"

#include <algorithm>
#include <queue>
#include <utility>

namespace weft {
namespace {

using Transition = CompiledRules::Transition;

/// The remaining cost of each conversion; unavailable conversions are left out.
struct Costs {
  std::vector<Cost> left;
  std::vector<bool> usable;
};

std::vector<Cost> distances(const CompiledRules& rules, const CoordinateCheck& goal,
                            const Costs& costs) {
  std::uint32_t slot = goal.slot;
  const std::vector<Transition>& transitions = rules.transitions(slot);
  Coordinate width = rules.width(slot);
  std::vector<Cost> distance(width, unreachable_cost);
  using Entry = std::pair<Cost, Coordinate>;
  std::priority_queue<Entry, std::vector<Entry>, std::greater<>> queue;
  auto relax = [&](Coordinate at, Cost cost) {
    if (cost < distance[at]) {
      distance[at] = cost;
      queue.push({cost, at});
    }
  };
  for (Coordinate at = 0; at < width; ++at) {
    if (goal.meets(at)) {
      relax(at, {});
    }
  }
  while (!queue.empty()) {
    auto [cost, to] = queue.top();
    queue.pop();
    if (distance[to] < cost) {
      continue;
    }
    if (to == 0 && rules.is_guarantee(slot)) {
      // Losing a guarantee counts as free: almost every conversion loses some, and a demand
      // satisfied by losing one is rare.
      for (Coordinate from = 1; from < width; ++from) {
        relax(from, cost);
      }
    }
    auto begin = std::lower_bound(transitions.begin(), transitions.end(), to,
                                  [](const Transition& t, Coordinate at) { return t.to < at; });
    for (auto t = begin; t != transitions.end() && t->to == to; ++t) {
      if (!costs.usable[t->rule]) {
        continue;
      }
      Cost through = cost + costs.left[t->rule];
      for (Coordinate from = t->from_begin; from < t->from_end; ++from) {
        relax(from, through);
      }
    }
  }
  return distance;
}

/// Subtracts from each conversion the cost that this slot's distances use.
void saturate(const std::vector<Transition>& transitions, const std::vector<Cost>& distance,
              Costs& costs) {
  std::vector<std::pair<std::uint32_t, Cost>> used;
  for (const Transition& t : transitions) {
    if (!costs.usable[t.rule] || distance[t.to] == unreachable_cost) {
      continue;
    }
    Cost most;
    for (Coordinate from = t.from_begin; from < t.from_end; ++from) {
      if (distance[from] != unreachable_cost) {
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
      costs.left[used[i].first] = costs.left[used[i].first] - used[i].second;
    }
  }
}

}  // namespace

LowerBound::LowerBound(const CompiledRules& rules, const std::vector<CoordinateCheck>& goal,
                       const Coordinate* source, const FeatureSet* features) {
  Costs costs;
  costs.left.resize(rules.size());
  costs.usable.resize(rules.size());
  for (std::uint32_t rule = 0; rule < rules.size(); ++rule) {
    costs.left[rule] = rules.cost(rule);
    costs.usable[rule] = features == nullptr || rules.available(rule, *features);
  }
  // Slots with the greatest distance come first.
  std::vector<std::pair<Cost, const CoordinateCheck*>> order;
  for (const CoordinateCheck& check : goal) {
    std::vector<Cost> alone = distances(rules, check, costs);
    order.emplace_back(alone[source[check.slot]], &check);
  }
  std::stable_sort(order.begin(), order.end(),
                   [](const auto& a, const auto& b) { return b.first < a.first; });
  for (const auto& [cost, check] : order) {
    Part part{check->slot, distances(rules, *check, costs)};
    saturate(rules.transitions(check->slot), part.distance, costs);
    parts_.push_back(std::move(part));
  }
}

}  // namespace weft
