#include "conversions/search/bound_schedule.h"

#include <algorithm>

namespace weft {
namespace {

/// Factor on the visits before triple bounds are made for another pair of demanded traits: one pair
/// is nearly always enough, and further ones cost more and prune less.
constexpr std::size_t more_triples_after = 32;

/// A round that finds nothing is large from here on.
constexpr std::size_t many_visits = 64;
constexpr int most_doublings = 6;

}  // namespace

/// Pair bounds are close to the truth, and cost more the farther they reach. The number of stored
/// subgoals grows exponentially with the limit, and all those between the least weight and the
/// limit are wasted, so the increment is small: a sixteenth.
ChainWeight BoundSchedule::next_limit(ChainWeight least) {
  const std::int64_t step = has_pairs_ ? 16 : 4;
  const std::int64_t more = (least.difficulty / step + 1) << doublings_;
  ChainWeight limit{least.lossy, least.difficulty + more};
  if (has_pairs_) {
    extend_pairs(limit.difficulty);
  }
  if (triple_pairs_ > 0 && limit.lossy == 0) {
    // Extending a table costs as much as making it; what it covers already may suffice for this
    // round.
    if (triple_horizon_ > least.difficulty + more / 4) {
      limit.difficulty = std::min(limit.difficulty, triple_horizon_);
    }
    extend_triples(limit.difficulty);
  }
  return limit;
}

std::size_t BoundSchedule::visits_until_hard() const {
  if (!has_pairs_) {
    return options_.refine_after;
  }
  if (triple_pairs_ > 0 && triple_pairs_ >= regression_.possible_triples()) {
    return SIZE_MAX;
  }
  const std::size_t visits = triple_pairs_ == 0 ? 1 : more_triples_after * triple_pairs_;
  return options_.refine_after * options_.triples_after * visits;
}

ChainWeight BoundSchedule::refine(ChainWeight least, ChainWeight limit) {
  if (!has_pairs_) {
    has_pairs_ = true;
    do {  // until they cover the goal
      extend_pairs(least.difficulty);
      least = std::max(least, regression_.bound(goal_.data()));
    } while (least.lossy == 0 && least.difficulty > horizon_);
    return least;
  }
  ++triple_pairs_;
  if (least.lossy > 0) {
    return least;
  }
  // Slightly beyond the limit of the abandoned round: they show that it need not be searched again.
  extend_triples(std::min(horizon_, limit.difficulty + limit.difficulty / 32));
  return std::max(least, regression_.bound(goal_.data()));
}

/// If rounds stop growing, there is little left to find: most subgoals cost less than the limit,
/// and each round would visit all of them again. So the increment doubles.
void BoundSchedule::note_round(std::size_t visits) {
  const bool grows = visits > visited_before_ + visited_before_ / 2;
  if (visits >= many_visits && !grows && doublings_ < most_doublings) {
    ++doublings_;
  }
  visited_before_ = visits;
}

/// Extends farther than requested, since each extension costs as much as all before.
void BoundSchedule::extend_pairs(std::int64_t difficulty) {
  if (difficulty > horizon_) {
    horizon_ = difficulty + difficulty / 4;
    regression_.extend_bounds(horizon_);
  }
}

/// At most twice as far as at first. If three facts are unreachable together although each two of
/// them are reachable, a higher horizon never proves it, and the search has to enumerate.
void BoundSchedule::extend_triples(std::int64_t difficulty) {
  if (triple_horizon_ == 0) {
    most_triple_horizon_ = 2 * difficulty;
  }
  triple_horizon_ = std::max(triple_horizon_, std::min(difficulty, most_triple_horizon_));
  regression_.extend_triples(goal_.data(), triple_horizon_, triple_pairs_);
}

}  // namespace weft
