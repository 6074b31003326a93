#include "conversions/bounds/reach_bound.h"

#include <algorithm>
#include <queue>
#include <utility>

namespace weft {
namespace {

struct Fact {
  Cost cost;
  std::uint32_t slot = 0;
  Coordinate at = 0;

  friend bool operator>(const Fact& a, const Fact& b) { return a.cost > b.cost; }
};

class Relaxation {
 public:
  Relaxation(const SearchProblem& problem, const SlotBound& slots)
      : rules_(problem.rules),
        problem_(problem),
        slots_(slots),
        settled_(rules_.place_count(), false),
        cost_(rules_.place_count(), unreachable_cost),
        waiting_(rules_.size(), 0) {}

  /// Computes the costs of all coordinates, as in Dijkstra's algorithm: a rule fires once all its
  /// checks are met. A coordinate enters the subtrees of its ancestors when it is first reached,
  /// with their cost in `subtree`.
  void run(std::vector<Cost>& subtree) {
    for (std::uint32_t rule = 0; rule < rules_.size(); ++rule) {
      std::uint32_t needed = 0;
      for (const CoordinateCheck& check : rules_.checks(rule)) {
        needed +=
            check.conditional ? 0 : 1;  // conditional checks count as met: still a lower bound
      }
      waiting_[rule] = needed;
    }
    for (std::uint32_t slot = 0; slot < rules_.slot_count(); ++slot) {
      reach(slot, problem_.source[slot], {});
    }
    while (!queue_.empty()) {
      Fact fact = queue_.top();
      queue_.pop();
      std::uint32_t place = rules_.place(fact.slot, fact.at);
      if (settled_[place]) {
        continue;
      }
      settled_[place] = true;
      for (Coordinate at = fact.at; at != 0; at = rules_.parent(fact.slot, at)) {
        std::uint32_t above = rules_.place(fact.slot, at);
        if (subtree[above] != unreachable_cost) {
          break;  // so are all its ancestors
        }
        subtree[above] = fact.cost;
        for (const CompiledRules::Writer& reader : rules_.checked_at(above)) {
          if (--waiting_[reader.rule] == 0) {
            fire(reader.rule, fact.cost);
          }
        }
      }
    }
  }

  Cost cost_at(std::uint32_t slot, Coordinate at) const { return cost_[rules_.place(slot, at)]; }

 private:
  void fire(std::uint32_t rule, Cost cost) {
    if (problem_.may_use(rule)) {
      Cost matched;
      for (const CoordinateCheck& check : rules_.checks(rule)) {
        if (!check.conditional) {
          matched = matched + slots_.of_subtree(rules_.place(check.slot, check.begin));
        }
      }
      Cost total = std::max(cost, matched) + rules_.cost(rule);
      for (const CoordinateEffect& effect : rules_.effects(rule)) {
        reach(effect.slot, effect.value, total);
      }
    }
  }

  void reach(std::uint32_t slot, Coordinate at, Cost cost) {
    Cost& known = cost_[rules_.place(slot, at)];
    if (cost < known) {
      known = cost;
      queue_.push({cost, slot, at});
    }
  }

  const CompiledRules& rules_;
  const SearchProblem& problem_;
  const SlotBound& slots_;
  std::vector<bool> settled_;
  std::vector<Cost> cost_;
  std::vector<std::uint32_t> waiting_;  // per rule: checks not met yet
  std::priority_queue<Fact, std::vector<Fact>, std::greater<>> queue_;
};

}  // namespace

ReachBound::ReachBound(const SearchProblem& problem, const SlotBound& slots)
    : subtree_(problem.rules.place_count(), unreachable_cost) {
  Relaxation relaxation(problem, slots);
  relaxation.run(subtree_);
  for (std::uint32_t slot = 0; slot < problem.rules.slot_count(); ++slot) {
    absent_.push_back(relaxation.cost_at(slot, 0));
    Cost present = unreachable_cost;
    for (Coordinate at = 1; at < problem.rules.width(slot); ++at) {
      present = std::min(present, relaxation.cost_at(slot, at));
    }
    present_.push_back(present);
  }
}

SlotBound::SlotBound(const SearchProblem& problem)
    : subtree_(problem.rules.place_count(), INT64_MAX) {
  for (std::uint32_t slot = 0; slot < problem.rules.slot_count(); ++slot) {
    measure(problem, slot);
  }
}

void SlotBound::measure(const SearchProblem& problem, std::uint32_t slot) {
  const CompiledRules& rules = problem.rules;
  Coordinate width = rules.width(slot);
  std::vector<std::int64_t> cost(width, INT64_MAX);
  using Entry = std::pair<std::int64_t, Coordinate>;
  std::priority_queue<Entry, std::vector<Entry>, std::greater<>> queue;
  auto reach = [&](Coordinate at, std::int64_t through) {
    if (through < cost[at]) {
      cost[at] = through;
      queue.push({through, at});
    }
  };
  auto fire = [&](Coordinate from, std::int64_t so_far) {
    for (const CompiledRules::Departure& departure : rules.departures(rules.place(slot, from))) {
      if (problem.may_use(departure.rule)) {
        reach(departure.to, so_far + departure.share);
      }
    }
  };
  reach(problem.source[slot], 0);
  if (rules.is_guarantee(slot)) {
    reach(0, 0);  // losing a guarantee counts as free
  }
  fire(0, 0);
  while (!queue.empty()) {
    auto [so_far, settled] = queue.top();
    queue.pop();
    if (cost[settled] < so_far) {
      continue;
    }
    for (Coordinate at = settled; at != 0; at = rules.parent(slot, at)) {
      std::int64_t& above = subtree_[rules.place(slot, at)];
      if (above != INT64_MAX) {
        break;  // so are all its ancestors
      }
      above = so_far;
      fire(at, so_far);
    }
  }
  absent_.push_back(cost[0]);
  present_.push_back(width > 1 ? *std::min_element(cost.begin() + 1, cost.end()) : INT64_MAX);
}

}  // namespace weft
