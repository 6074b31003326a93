#include "conversions/search/subgoals.h"

namespace weft {

void Subgoals::add(const Region* regions, ChainWeight bound) {
  regions_.insert(regions);
  subgoals_.emplace_back().bound = bound;
}

void Subgoals::depart(std::uint32_t from, ChainWeight weight, std::uint32_t rule,
                      std::uint32_t to) {
  Subgoal& subgoal = subgoals_[from];
  if (subgoal.weight < weight) {
    return;
  }
  if (weight < subgoal.weight) {
    subgoal.weight = weight;
    subgoal.departures = none;
    // It may have been expanded too early: its bound may include that of a way through it.
    subgoal.is_expanded = false;
    open_.push({subgoal.total(), subgoal.bound, from});
  }
  if (rule != none) {
    departures_.push_back({to, rule, subgoal.departures});
    subgoal.departures = static_cast<std::uint32_t>(departures_.size() - 1);
  }
}

std::optional<std::uint32_t> Subgoals::take_next() {
  while (!open_.empty()) {
    const Open top = open_.top();
    open_.pop();
    Subgoal& subgoal = subgoals_[top.subgoal];
    if (!subgoal.is_expanded && top.total == subgoal.total()) {
      subgoal.is_expanded = true;
      return top.subgoal;
    }
  }
  return std::nullopt;
}

}  // namespace weft
