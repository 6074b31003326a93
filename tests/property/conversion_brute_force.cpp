#include "tests/property/conversion_brute_force.h"

#include <algorithm>
#include <map>
#include <optional>

namespace weft::testing {
namespace {

bool is_under(const RandomTrait& trait, int value, int ancestor) {
  while (value != absent && value != ancestor) {
    value = trait.parents[static_cast<std::size_t>(value)];
  }
  return value == ancestor;
}

class BruteForce {
 public:
  explicit BruteForce(const RandomRegistry& registry) : registry_(registry) {}

  Expected run() {
    State start = with_defaults(registry_.source);
    decide_demand(start);
    relax(start);
    Expected expected;
    std::optional<std::pair<BruteCost, int>> best;
    for (const auto& [state, cost] : costs_) {
      if (meets(state, registry_.demand_data, demand_)) {
        std::pair<BruteCost, int> all(cost, lost(state));
        best = best ? std::min(*best, all) : all;
      }
    }
    if (!best) {
      return expected;
    }
    expected.possible = true;
    expected.cost = best->first;
    expected.lost = best->second;
    std::vector<std::size_t> steps;
    write_down(start, {0, 0}, steps, *best);
    if (sequences_.size() > max_sequences) {
      expected.too_many = true;
      return expected;
    }
    settle(expected);
    return expected;
  }

 private:
  static constexpr std::size_t max_sequences = 3000;

  const RandomTrait& trait(int id) const { return registry_.traits[static_cast<std::size_t>(id)]; }

  State with_defaults(State state) const {
    for (std::size_t i = 0; i < registry_.traits.size(); ++i) {
      if (state[i] == absent) {
        state[i] = registry_.traits[i].default_value;
      }
    }
    return state;
  }

  void decide_demand(const State& start) {
    for (const RandomEntry& entry : registry_.demand) {
      if (!entry.conditional || start[static_cast<std::size_t>(entry.trait)] != absent) {
        demand_.push_back({entry.trait, entry.value, false});
      }
    }
  }

  bool meets(const State& state, int data, const std::vector<RandomEntry>& entries) const {
    return state.back() == data &&
           std::all_of(entries.begin(), entries.end(), [&](const RandomEntry& entry) {
             int value = state[static_cast<std::size_t>(entry.trait)];
             return value == absent ? entry.conditional
                                    : is_under(trait(entry.trait), value, entry.value);
           });
  }

  bool usable(const RandomRule& rule, const State& state) const {
    return meets(state, rule.from_data, rule.input) &&
           std::includes(registry_.available.begin(), registry_.available.end(),
                         rule.features.begin(), rule.features.end());
  }

  State after(const RandomRule& rule, const State& state) const {
    State next = state;
    next.back() = rule.to_data;
    for (std::size_t i = 0; i < registry_.traits.size(); ++i) {
      int id = static_cast<int>(i);
      if (registry_.traits[i].is_guarantee && rule.keeps.count(id) == 0) {
        next[i] = absent;
      }
      if (rule.drops.count(id) != 0) {
        next[i] = absent;
      }
    }
    for (const RandomEntry& entry : rule.sets) {
      auto i = static_cast<std::size_t>(entry.trait);
      if (trait(entry.trait).is_guarantee || state[i] != absent) {
        next[i] = entry.value;
      }
    }
    return with_defaults(next);
  }

  static BruteCost plus(BruteCost cost, const RandomRule& rule) {
    return {cost.first + (rule.lossy ? 1 : 0), cost.second + rule.difficulty};
  }

  int lost(const State& state) const {
    int count = 0;
    for (std::size_t i = 0; i < registry_.traits.size(); ++i) {
      bool stated =
          registry_.source[i] != absent && registry_.source[i] != registry_.traits[i].default_value;
      if (!registry_.traits[i].is_guarantee && stated && state[i] == absent) {
        ++count;
      }
    }
    return count;
  }

  void relax(const State& start) {
    costs_[start] = {0, 0};
    for (bool changed = true; changed;) {
      changed = false;
      const std::map<State, BruteCost> known = costs_;
      for (const auto& [state, cost] : known) {
        for (const RandomRule& rule : registry_.rules) {
          if (usable(rule, state)) {
            BruteCost through = plus(cost, rule);
            auto [at, is_new] = costs_.try_emplace(after(rule, state), through);
            if (is_new || through < at->second) {
              at->second = through;
              changed = true;
            }
          }
        }
      }
    }
  }

  void write_down(const State& state, BruteCost cost, std::vector<std::size_t>& steps,
                  const std::pair<BruteCost, int>& best) {
    if (sequences_.size() > max_sequences) {
      return;
    }
    if (cost == best.first && meets(state, registry_.demand_data, demand_) &&
        lost(state) == best.second) {
      sequences_.insert(steps);
      return;
    }
    for (std::size_t i = 0; i < registry_.rules.size(); ++i) {
      const RandomRule& rule = registry_.rules[i];
      if (!usable(rule, state)) {
        continue;
      }
      State next = after(rule, state);
      BruteCost through = plus(cost, rule);
      if (costs_.at(next) == through && through <= best.first) {
        steps.push_back(i);
        write_down(next, through, steps, best);
        steps.pop_back();
      }
    }
  }

  struct Footprint {
    std::set<int> changes;  // sets or drops
    std::set<int> touches;  // matches, sets, keeps or drops
    std::set<int> relies;   // matches or sets
    std::set<int> loses;    // guarantees
  };

  Footprint footprint(const RandomRule& rule) const {
    constexpr int type = 1000;  // the data type counts as a trait
    Footprint made;
    made.relies.insert(type);
    if (rule.to_data != rule.from_data) {
      made.changes.insert(type);
    }
    for (const RandomEntry& entry : rule.input) {
      made.relies.insert(entry.trait);
    }
    for (const RandomEntry& entry : rule.sets) {
      made.relies.insert(entry.trait);
      made.changes.insert(entry.trait);
    }
    made.changes.insert(rule.drops.begin(), rule.drops.end());
    made.touches = made.relies;
    made.touches.insert(made.changes.begin(), made.changes.end());
    made.touches.insert(rule.keeps.begin(), rule.keeps.end());
    for (std::size_t i = 0; i < registry_.traits.size(); ++i) {
      int id = static_cast<int>(i);
      if (registry_.traits[i].is_guarantee && rule.keeps.count(id) == 0 &&
          made.changes.count(id) == 0) {
        made.loses.insert(id);
      }
    }
    return made;
  }

  static bool meet(const std::set<int>& a, const std::set<int>& b) {
    return std::any_of(a.begin(), a.end(), [&](int x) { return b.count(x) != 0; });
  }

  bool independent(std::size_t a, std::size_t b) const {
    Footprint x = footprint(registry_.rules[a]);
    Footprint y = footprint(registry_.rules[b]);
    return !meet(x.changes, y.touches) && !meet(y.changes, x.touches) && !meet(x.loses, y.relies) &&
           !meet(y.loses, x.relies);
  }

  std::set<int> features_of(const std::vector<std::size_t>& steps) const {
    std::set<int> all;
    for (std::size_t step : steps) {
      all.insert(registry_.rules[step].features.begin(), registry_.rules[step].features.end());
    }
    return all;
  }

  void settle(Expected& expected) const {
    std::set<std::set<int>> pulled;
    for (const auto& steps : sequences_) {
      pulled.insert(features_of(steps));
    }
    for (const auto& steps : sequences_) {
      std::set<int> own = features_of(steps);
      bool beaten = std::any_of(pulled.begin(), pulled.end(), [&](const std::set<int>& other) {
        return other.size() < own.size() &&
               std::includes(own.begin(), own.end(), other.begin(), other.end());
      });
      if (!beaten) {
        expected.sequences.insert(steps);
      }
    }
    // Flood fill from each sequence over single exchanges: unreached sequences form other classes.
    std::set<std::vector<std::size_t>> left = expected.sequences;
    while (!left.empty()) {
      ++expected.chains;
      std::vector<std::vector<std::size_t>> pending{*left.begin()};
      left.erase(left.begin());
      while (!pending.empty()) {
        std::vector<std::size_t> at = pending.back();
        pending.pop_back();
        for (std::size_t i = 0; i + 1 < at.size(); ++i) {
          if (independent(at[i], at[i + 1])) {
            std::vector<std::size_t> other = at;
            std::swap(other[i], other[i + 1]);
            if (left.erase(other) != 0) {
              pending.push_back(other);
            }
          }
        }
      }
    }
  }

  const RandomRegistry& registry_;
  std::vector<RandomEntry> demand_;
  std::map<State, BruteCost> costs_;
  std::set<std::vector<std::size_t>> sequences_;
};

}  // namespace

Expected solve_by_brute_force(const RandomRegistry& registry) { return BruteForce(registry).run(); }

}  // namespace weft::testing
