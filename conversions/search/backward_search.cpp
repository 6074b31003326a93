#include "conversions/search/backward_search.h"

#include <algorithm>

namespace weft {

BackwardSearch::BackwardSearch(const SearchProblem& problem, const SearchOptions& options)
    : problem_(problem),
      max_visited_(options.max_types),
      regression_(problem),
      goal_(regression_.goal()),
      schedule_(regression_, goal_, options),
      subgoals_(problem.slots.count()),
      beyond_(regression_.bound(goal_.data())),
      at_(problem.slots.count()),
      before_(problem.slots.count()) {}

BackwardSearch::Outcome BackwardSearch::run(std::size_t pause_after) {
  while (starts_.empty() && beyond_ != unreachable_weight) {
    limit_ = schedule_.next_limit(beyond_);
    switch (run_round(pause_after)) {
      case RoundEnd::Searched:
        schedule_.note_round(visited_);
        break;
      case RoundEnd::Hard:
        starts_.clear();
        beyond_ = schedule_.refine(beyond_, limit_);
        break;
      case RoundEnd::Paused:
        starts_.clear();
        return Outcome::Paused;
      case RoundEnd::Limit:
        return Outcome::Limit;
    }
  }
  return Outcome::Done;
}

BackwardSearch::RoundEnd BackwardSearch::run_round(std::size_t pause_after) {
  subgoals_ = Subgoals(problem_.slots.count());
  visited_ = 0;
  beyond_ = unreachable_weight;
  before_ = goal_;
  reach({}, 0, Subgoals::none, {});
  while (const auto next = subgoals_.take_next()) {
    const Subgoals::Subgoal& subgoal = subgoals_[*next];
    if (limit_ < subgoal.total()) {
      break;  // a start was found, which lowered the limit
    }
    if (visited_ >= schedule_.visits_until_hard()) {
      beyond_ = subgoal.total();
      return RoundEnd::Hard;
    }
    if (visited_ >= pause_after) {
      beyond_ = subgoal.total();
      return RoundEnd::Paused;
    }
    ++visited_;
    if (regression_.contains_source(subgoals_.regions(*next))) {
      limit_ = subgoal.weight;
      starts_.push_back(*next);
      continue;  // every step has a positive weight: no minimal chain goes
                 // through here
    }
    if (visited_ > max_visited_) {
      return RoundEnd::Limit;
    }
    expand(*next);
  }
  return RoundEnd::Searched;
}

void BackwardSearch::expand(std::uint32_t subgoal) {
  const ChainWeight weight = subgoals_[subgoal].weight;
  const ChainWeight total = subgoals_[subgoal].total();
  const Region* regions = subgoals_.regions(subgoal);
  std::copy(regions, regions + at_.size(), at_.begin());
  const ChainWeight next =
      regression_.for_each_relevant(at_.data(), limit_ - weight, [&](std::uint32_t rule) {
        if (regression_.before(rule, at_.data(), before_.data())) {
          reach(weight + problem_.rules.weight(rule), subgoal, rule, total);
        }
      });
  if (next != unreachable_weight) {
    beyond_ = std::min(beyond_, weight + next);
  }
}

/// Records that the subgoal in `before_` leads to `to` by the rule; Subgoals::none: it is the
/// demand itself. `floor`: a lower bound on the total weight through here.
void BackwardSearch::reach(ChainWeight weight, std::uint32_t to, std::uint32_t rule,
                           ChainWeight floor) {
  const std::uint32_t id = subgoals_.find(before_.data());
  const bool is_new = id == subgoals_.size();
  ChainWeight bound = is_new ? regression_.bound(before_.data()) : subgoals_[id].bound;
  if (bound == unreachable_weight) {
    return;
  }
  bound = std::max(bound, floor - weight);
  if (limit_ < weight + bound) {
    beyond_ = std::min(beyond_, weight + bound);
    return;
  }
  if (is_new) {
    subgoals_.add(before_.data(), bound);
  }
  subgoals_.depart(id, weight, rule, to);
}

}  // namespace weft
