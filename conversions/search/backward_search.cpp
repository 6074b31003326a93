#include "conversions/search/backward_search.h"

#include <algorithm>

namespace weft {
namespace {

/// Triple bounds cost this many times as much as pair bounds.
constexpr std::size_t triples_after = 20;
/// Factor on the visits before triple bounds are made for another pair of demanded traits: one pair
/// is nearly always enough, and further ones cost more and prune less.
constexpr std::size_t more_triples_after = 32;

/// A round that finds nothing is large from here on.
constexpr std::size_t many_visits = 64;
constexpr int most_doublings = 6;

}  // namespace

BackwardSearch::Outcome BackwardSearch::run(std::size_t pause_after) {
  pause_after_ = pause_after;
  if (!is_paused_) {
    goal_ = regression_.goal();
    beyond_ = regression_.bound(goal_.data());
  }
  is_paused_ = false;
  while (starts_.empty() && beyond_ != unreachable_cost) {
    choose_limit();
    begin_round();
    before_ = goal_;
    reach({}, 0, no_edge, {});
    if (!run_round()) {
      return Outcome::Limit;
    }
    if (is_paused_) {
      starts_.clear();
      return Outcome::Paused;
    }
    if (is_hard_) {
      is_hard_ = false;
      starts_.clear();
      has_pair_bounds_ ? make_triple_bounds() : make_pair_bounds();
    } else {
      note_round();
    }
  }
  return Outcome::Done;
}

/// Chooses the limit of the next round. Pair bounds are close to the truth, and cost more the
/// farther they reach. The number of stored nodes grows exponentially with the limit, and all those
/// between the least cost and the limit are wasted, so the increment is small: a sixteenth.
void BackwardSearch::choose_limit() {
  const std::int64_t step = has_pair_bounds_ ? 16 : 4;
  const std::int64_t more = (beyond_.difficulty / step + 1) << doublings_;
  limit_ = {beyond_.lossy, beyond_.difficulty + more};
  if (has_pair_bounds_) {
    extend_bounds(limit_.difficulty);
  }
  if (triple_pairs_ > 0 && limit_.lossy == 0) {
    // Extending a table costs as much as making it; what it covers already may suffice for this
    // round.
    if (triple_horizon_ > beyond_.difficulty + more / 4) {
      limit_.difficulty = std::min(limit_.difficulty, triple_horizon_);
    }
    extend_triples(limit_.difficulty);
  }
}

/// If rounds stop growing, there is little left to find: most nodes cost less than the limit, and
/// each round would visit all of them again. So the increment doubles.
void BackwardSearch::note_round() {
  const bool grows = visited_ > visited_before_ + visited_before_ / 2;
  if (visited_ >= many_visits && !grows && doublings_ < most_doublings) {
    ++doublings_;
  }
  visited_before_ = visited_;
}

/// At most twice as far as at first. If three facts are unreachable together although each two of
/// them are reachable, a higher horizon never proves it, and the search has to enumerate.
void BackwardSearch::extend_triples(std::int64_t difficulty) {
  if (triple_horizon_ == 0) {
    most_triple_horizon_ = 2 * difficulty;
  }
  triple_horizon_ = std::max(triple_horizon_, std::min(difficulty, most_triple_horizon_));
  regression_.extend_triples(goal_.data(), triple_horizon_, triple_pairs_);
}

/// Extends the pair bounds until they cover the goal. The round restarts from there, since bounds
/// must not change within a round.
void BackwardSearch::make_pair_bounds() {
  has_pair_bounds_ = true;
  do {
    extend_bounds(beyond_.difficulty);
    beyond_ = std::max(beyond_, regression_.bound(goal_.data()));
  } while (beyond_.lossy == 0 && beyond_.difficulty > horizon_);
}

/// Extends the triple bounds slightly beyond the limit of the abandoned round: they show that it
/// need not be searched again.
void BackwardSearch::make_triple_bounds() {
  ++triple_pairs_;
  if (beyond_.lossy == 0) {
    extend_triples(std::min(horizon_, limit_.difficulty + limit_.difficulty / 32));
    beyond_ = std::max(beyond_, regression_.bound(goal_.data()));
  }
}

std::size_t BackwardSearch::visits_until_hard() const {
  if (!has_pair_bounds_) {
    return refine_after_;
  }
  if (triple_pairs_ > 0 && triple_pairs_ >= regression_.possible_triples()) {
    return SIZE_MAX;
  }
  return refine_after_ * triples_after *
         (triple_pairs_ == 0 ? 1 : more_triples_after * triple_pairs_);
}

/// Extends farther than requested, since each extension costs as much as all before.
void BackwardSearch::extend_bounds(std::int64_t difficulty) {
  if (difficulty > horizon_) {
    horizon_ = difficulty + difficulty / 4;
    regression_.extend_bounds(horizon_);
  }
}

void BackwardSearch::begin_round() {
  regions_ = CoordinateTable(problem_.rules.slot_count());
  wanted_.clear();
  departures_.clear();
  open_ = {};
  visited_ = 0;
  beyond_ = unreachable_cost;
}

bool BackwardSearch::run_round() {
  while (!open_.empty()) {
    Open top = open_.top();
    open_.pop();
    Wanted& wanted = wanted_[top.wanted];
    if (wanted.expanded || top.total != wanted.cost + wanted.bound) {
      continue;
    }
    if (limit_ < top.total) {
      break;  // a start was found, which lowered the limit
    }
    const Region* regions = regions_[top.wanted];
    if (visited_ >= visits_until_hard()) {
      is_hard_ = true;
      beyond_ = top.total;
      return true;
    }
    if (visited_ >= pause_after_) {
      is_paused_ = true;
      beyond_ = top.total;
      return true;
    }
    wanted.expanded = true;
    ++visited_;
    if (regression_.contains_source(regions)) {
      limit_ = wanted.cost;
      starts_.push_back(top.wanted);
      continue;  // every step has a positive cost: no minimal chain goes through here
    }
    if (visited_ > max_visited_) {
      return false;
    }
    std::copy(regions, regions + at_.size(), at_.begin());
    expand(top.wanted, wanted.cost, top.total);
  }
  return true;
}

void BackwardSearch::expand(std::uint32_t to, Cost cost, Cost total) {
  Cost next = regression_.for_each_relevant(at_.data(), limit_ - cost, [&](std::uint32_t rule) {
    if (regression_.before(rule, at_.data(), before_.data())) {
      reach(cost + problem_.rules.cost(rule), to, rule, total);
    }
  });
  if (next != unreachable_cost) {
    beyond_ = std::min(beyond_, cost + next);
  }
}

/// Records that the subgoal in `before_` leads to `to` by the rule; no_edge: it is the demand
/// itself. `floor`: a lower bound on the total cost through here.
void BackwardSearch::reach(Cost cost, std::uint32_t to, std::uint32_t rule, Cost floor) {
  std::uint32_t id = regions_.find(before_.data());
  const bool is_new = id == regions_.size();
  Cost bound = is_new ? regression_.bound(before_.data()) : wanted_[id].bound;
  if (bound == unreachable_cost) {
    return;
  }
  bound = std::max(bound, floor - cost);
  if (limit_ < cost + bound) {
    beyond_ = std::min(beyond_, cost + bound);
    return;
  }
  if (is_new) {
    regions_.insert(before_.data());
    wanted_.emplace_back();
    wanted_[id].bound = bound;
  }
  Wanted& wanted = wanted_[id];
  if (wanted.cost < cost) {
    return;
  }
  if (cost < wanted.cost) {
    wanted.cost = cost;
    wanted.departures = no_edge;
    wanted.expanded = false;  // a node can be expanded too early because its bound includes `floor`
    open_.push({cost + wanted.bound, wanted.bound, id});
  }
  if (rule != no_edge) {
    departures_.push_back({to, rule, wanted.departures});
    wanted.departures = static_cast<std::uint32_t>(departures_.size() - 1);
  }
}

}  // namespace weft
