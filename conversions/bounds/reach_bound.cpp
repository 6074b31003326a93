#include "conversions/bounds/reach_bound.h"

#include <algorithm>
#include <queue>
#include <utility>

namespace weft {
namespace {

struct Fact {
  ChainWeight weight;
  std::uint32_t slot = 0;
  Coordinate at = 0;

  friend bool operator>(const Fact& a, const Fact& b) { return a.weight > b.weight; }
};

class Relaxation {
 public:
  Relaxation(const SearchProblem& problem, const SlotBound& slots)
      : rules_(problem.rules),
        problem_(problem),
        slots_(slots),
        settled_(rules_.place_count(), false),
        weight_(rules_.place_count(), unreachable_weight),
        waiting_(rules_.size(), 0) {}

  /// Computes the weights of all coordinates, as in Dijkstra's algorithm: a rule fires once all its
  /// checks are met. A coordinate enters the subtrees of its ancestors when it is first reached,
  /// with their weight in `subtree`.
  void run(std::vector<ChainWeight>& subtree) {
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
        if (subtree[above] != unreachable_weight) {
          break;  // so are all its ancestors
        }
        subtree[above] = fact.weight;
        for (const CompiledRules::Writer& reader : rules_.checked_at(above)) {
          if (--waiting_[reader.rule] == 0) {
            fire(reader.rule, fact.weight);
          }
        }
      }
    }
  }

  ChainWeight weight_at(std::uint32_t slot, Coordinate at) const {
    return weight_[rules_.place(slot, at)];
  }

 private:
  void fire(std::uint32_t rule, ChainWeight weight) {
    if (problem_.may_use(rule)) {
      ChainWeight matched;
      for (const CoordinateCheck& check : rules_.checks(rule)) {
        if (!check.conditional) {
          matched = matched + slots_.of_subtree(rules_.place(check.slot, check.begin));
        }
      }
      ChainWeight total = std::max(weight, matched) + rules_.weight(rule);
      for (const CoordinateEffect& effect : rules_.effects(rule)) {
        reach(effect.slot, effect.value, total);
      }
    }
  }

  void reach(std::uint32_t slot, Coordinate at, ChainWeight weight) {
    ChainWeight& known = weight_[rules_.place(slot, at)];
    if (weight < known) {
      known = weight;
      queue_.push({weight, slot, at});
    }
  }

  const CompiledRules& rules_;
  const SearchProblem& problem_;
  const SlotBound& slots_;
  std::vector<bool> settled_;
  std::vector<ChainWeight> weight_;
  std::vector<std::uint32_t> waiting_;  // per rule: checks not met yet
  std::priority_queue<Fact, std::vector<Fact>, std::greater<>> queue_;
};

}  // namespace

ReachBound::ReachBound(const SearchProblem& problem, const SlotBound& slots)
    : subtree_(problem.rules.place_count(), unreachable_weight) {
  Relaxation relaxation(problem, slots);
  relaxation.run(subtree_);
  for (std::uint32_t slot = 0; slot < problem.rules.slot_count(); ++slot) {
    absent_.push_back(relaxation.weight_at(slot, 0));
    ChainWeight present = unreachable_weight;
    for (Coordinate at = 1; at < problem.rules.width(slot); ++at) {
      present = std::min(present, relaxation.weight_at(slot, at));
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
  std::vector<std::int64_t> weight(width, INT64_MAX);
  using Entry = std::pair<std::int64_t, Coordinate>;
  std::priority_queue<Entry, std::vector<Entry>, std::greater<>> queue;
  auto reach = [&](Coordinate at, std::int64_t through) {
    if (through < weight[at]) {
      weight[at] = through;
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
    if (weight[settled] < so_far) {
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
  absent_.push_back(weight[0]);
  present_.push_back(width > 1 ? *std::min_element(weight.begin() + 1, weight.end()) : INT64_MAX);
}

}  // namespace weft
