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
  explicit Relaxation(const SearchProblem& problem)
      : problem_(problem),
        slots_(problem.slots),
        rules_(problem.rules),
        settled_(slots_.place_count(), false),
        weight_(slots_.place_count(), unreachable_weight),
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
    for (std::uint32_t slot = 0; slot < slots_.count(); ++slot) {
      reach(slot, problem_.source[slot], {});
    }
    while (!queue_.empty()) {
      Fact fact = queue_.top();
      queue_.pop();
      std::uint32_t place = slots_.place(fact.slot, fact.at);
      if (settled_[place]) {
        continue;
      }
      settled_[place] = true;
      for (Coordinate at = fact.at; at != 0; at = slots_.parent(fact.slot, at)) {
        std::uint32_t above = slots_.place(fact.slot, at);
        if (subtree[above] != unreachable_weight) {
          break;  // so are all its ancestors
        }
        subtree[above] = fact.weight;
        for (const WeightedRule& reader : problem_.index.readers[above]) {
          if (--waiting_[reader.rule] == 0) {
            fire(reader.rule, fact.weight);
          }
        }
      }
    }
  }

  ChainWeight weight_at(std::uint32_t slot, Coordinate at) const {
    return weight_[slots_.place(slot, at)];
  }

 private:
  void fire(std::uint32_t rule, ChainWeight weight) {
    if (problem_.may_use(rule)) {
      const ChainWeight total = weight + rules_.weight(rule);
      for (const CoordinateEffect& effect : rules_.effects(rule)) {
        reach(effect.slot, effect.value, total);
      }
    }
  }

  void reach(std::uint32_t slot, Coordinate at, ChainWeight weight) {
    ChainWeight& known = weight_[slots_.place(slot, at)];
    if (weight < known) {
      known = weight;
      queue_.push({weight, slot, at});
    }
  }

  const SearchProblem& problem_;
  const Slots& slots_;
  const CompiledRules& rules_;
  std::vector<bool> settled_;
  std::vector<ChainWeight> weight_;
  std::vector<std::uint32_t> waiting_;  // per rule: checks not met yet
  std::priority_queue<Fact, std::vector<Fact>, std::greater<>> queue_;
};

}  // namespace

ReachBound::ReachBound(const SearchProblem& problem)
    : subtree_(problem.slots.place_count(), unreachable_weight) {
  Relaxation relaxation(problem);
  relaxation.run(subtree_);
  for (std::uint32_t slot = 0; slot < problem.slots.count(); ++slot) {
    absent_.push_back(relaxation.weight_at(slot, 0));
    ChainWeight present = unreachable_weight;
    for (Coordinate at = 1; at < problem.slots.width(slot); ++at) {
      present = std::min(present, relaxation.weight_at(slot, at));
    }
    present_.push_back(present);
  }
}

}  // namespace weft
