#include "conversions/minimal_search.h"

#include <algorithm>
#include <queue>
#include <utility>

#include "conversions/regression.h"

namespace weft {
namespace {

constexpr std::uint32_t no_edge = UINT32_MAX;
/// Bounds of triples cost so much more than those of pairs.
constexpr std::size_t triples_after = 20;
/// And so much more often has a search to be hard before they are made for one more pair of
/// demanded traits: one pair does nearly always, and the others cost more and say less.
constexpr std::size_t more_triples_after = 32;

/// What is much for a round that found nothing.
constexpr std::size_t many_visits = 64;
constexpr int most_doublings = 6;

/// A rule that leads to something wanted; those that start from one thing wanted are chained.
struct Departure {
  std::uint32_t to = 0;
  std::uint32_t rule = 0;
  std::uint32_t next = no_edge;
};

struct Wanted {
  Cost cost = unreachable_cost;  // from here to the demand
  Cost bound;                    // from the source to here
  std::uint32_t departures = no_edge;
  bool expanded = false;
};

struct Open {
  Cost total;
  Cost bound;  // among equals the one nearer to the source
  std::uint32_t wanted = 0;

  friend bool operator>(const Open& a, const Open& b) {
    if (a.total != b.total) {
      return a.total > b.total;
    }
    return a.bound != b.bound ? a.bound > b.bound : a.wanted > b.wanted;
  }
};

/// Backwards: everything wanted on some minimal chain, with its cost to the demand. In rounds with
/// a rising limit on the whole chain's cost: nothing beyond the limit is ever stored, and of the
/// many conversions that would lead there only the first of each list is looked at. A search of
/// more than a few visits first makes better bounds, which cost as much as some hundred visits.
class BackwardSearch {
 public:
  BackwardSearch(const SearchProblem& problem, std::size_t max_visited, std::size_t refine_after)
      : problem_(problem),
        max_visited_(max_visited),
        regression_(problem),
        regions_(problem.rules.slot_count()),
        at_(problem.rules.slot_count()),
        before_(problem.rules.slot_count()),
        refine_after_(refine_after) {}

  /// False if the bound was passed.
  bool run() {
    goal_ = regression_.goal();
    beyond_ = regression_.bound(goal_.data());
    while (starts_.empty() && beyond_ != unreachable_cost) {
      choose_limit();
      begin_round();
      before_ = goal_;
      reach({}, 0, no_edge, {});
      if (!run_round()) {
        return false;
      }
      if (is_hard_) {
        is_hard_ = false;
        starts_.clear();
        has_pair_bounds_ ? make_triple_bounds() : make_pair_bounds();
      } else {
        note_round();
      }
    }
    return true;
  }

  const std::vector<std::uint32_t>& starts() const { return starts_; }
  /// The least cost, once there are starts.
  const Cost& least() const { return limit_; }
  std::size_t visited() const { return visited_; }

  /// Calls visit(rule, to) for the minimal ways on from something wanted.
  template <typename Visit>
  void for_each_departure(std::uint32_t from, Visit visit) const {
    for (std::uint32_t i = wanted_[from].departures; i != no_edge; i = departures_[i].next) {
      visit(departures_[i].rule, departures_[i].to);
    }
  }

 private:
  /// Bounds of pairs are seldom much too low, and the farther they go the more they cost. What is
  /// stored grows exponentially with the limit, and all between the least cost and the limit in
  /// vain.
  void choose_limit() {
    const std::int64_t step = has_pair_bounds_ ? 16 : 4;
    const std::int64_t more = (beyond_.difficulty / step + 1) << doublings_;
    limit_ = {beyond_.lossy, beyond_.difficulty + more};
    if (has_pair_bounds_) {
      extend_bounds(limit_.difficulty);
    }
    if (triple_pairs_ > 0 && limit_.lossy == 0) {
      // Each time costs as much as the first; what they know already may do for this round.
      if (triple_horizon_ > beyond_.difficulty + more / 4) {
        limit_.difficulty = std::min(limit_.difficulty, triple_horizon_);
      }
      extend_triples(limit_.difficulty);
    }
  }

  /// Where rounds do not grow there is little left to find: most of what there is costs less than
  /// the limit, and all of it would be visited again and again.
  void note_round() {
    const bool grows = visited_ > visited_before_ + visited_before_ / 2;
    if (visited_ >= many_visits && !grows && doublings_ < most_doublings) {
      ++doublings_;
    }
    visited_before_ = visited_;
  }

  /// At most twice as far as at first. Where three things cannot be had together though any two of
  /// them can, each horizon only leads to the next one: then the search has to look for itself.
  void extend_triples(std::int64_t difficulty) {
    if (triple_horizon_ == 0) {
      most_triple_horizon_ = 2 * difficulty;
    }
    triple_horizon_ = std::max(triple_horizon_, std::min(difficulty, most_triple_horizon_));
    regression_.extend_triples(goal_.data(), triple_horizon_, triple_pairs_);
  }

  /// As far as the goal, and starts again from there: bounds stay as they are within a round.
  void make_pair_bounds() {
    has_pair_bounds_ = true;
    do {
      extend_bounds(beyond_.difficulty);
      beyond_ = std::max(beyond_, regression_.bound(goal_.data()));
    } while (beyond_.lossy == 0 && beyond_.difficulty > horizon_);
  }

  /// As far as the round that was given up, and a little farther: they tell that it need not be
  /// looked at again.
  void make_triple_bounds() {
    ++triple_pairs_;
    if (beyond_.lossy == 0) {
      extend_triples(std::min(horizon_, limit_.difficulty + limit_.difficulty / 32));
      beyond_ = std::max(beyond_, regression_.bound(goal_.data()));
    }
  }

  std::size_t visits_until_hard() const {
    if (!has_pair_bounds_) {
      return refine_after_;
    }
    if (triple_pairs_ > 0 && triple_pairs_ >= regression_.possible_triples()) {
      return SIZE_MAX;
    }
    return refine_after_ * triples_after *
           (triple_pairs_ == 0 ? 1 : more_triples_after * triple_pairs_);
  }

  /// Farther than is asked for: each time costs as much as all before.
  void extend_bounds(std::int64_t difficulty) {
    if (difficulty > horizon_) {
      horizon_ = difficulty + difficulty / 4;
      regression_.extend_bounds(horizon_);
    }
  }

  void begin_round() {
    regions_ = TypeSet(problem_.rules.slot_count());
    wanted_.clear();
    departures_.clear();
    open_ = {};
    visited_ = 0;
    beyond_ = unreachable_cost;
  }

  bool run_round() {
    while (!open_.empty()) {
      Open top = open_.top();
      open_.pop();
      Wanted& wanted = wanted_[top.wanted];
      if (wanted.expanded || top.total != wanted.cost + wanted.bound) {
        continue;
      }
      if (limit_ < top.total) {
        break;  // what was found has lowered the limit
      }
      const Region* regions = regions_[top.wanted];
      if (visited_ >= visits_until_hard()) {
        is_hard_ = true;
        beyond_ = top.total;
        return true;
      }
      wanted.expanded = true;
      ++visited_;
      if (regression_.contains_source(regions)) {
        limit_ = wanted.cost;
        starts_.push_back(top.wanted);
        continue;  // every step costs something: nothing minimal leads from before here
      }
      if (visited_ > max_visited_) {
        return false;
      }
      std::copy(regions, regions + at_.size(), at_.begin());
      expand(top.wanted, wanted.cost, top.total);
    }
    return true;
  }

  void expand(std::uint32_t to, Cost cost, Cost total) {
    Cost next = regression_.for_each_relevant(at_.data(), limit_ - cost, [&](std::uint32_t rule) {
      if (regression_.before(rule, at_.data(), before_.data())) {
        reach(cost + problem_.rules.cost(rule), to, rule, total);
      }
    });
    if (next != unreachable_cost) {
      beyond_ = std::min(beyond_, cost + next);
    }
  }

  /// Notes that what is wanted in `before_` leads on by the rule; no_edge: it is the demand itself.
  /// `floor`: no chain through here costs less.
  void reach(Cost cost, std::uint32_t to, std::uint32_t rule, Cost floor) {
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
      wanted.expanded = false;  // bounds taken over from where it was reached let it go first
      open_.push({cost + wanted.bound, wanted.bound, id});
    }
    if (rule != no_edge) {
      departures_.push_back({to, rule, wanted.departures});
      wanted.departures = static_cast<std::uint32_t>(departures_.size() - 1);
    }
  }

  const SearchProblem& problem_;
  std::size_t max_visited_;
  Regression regression_;
  TypeSet regions_;
  std::vector<Wanted> wanted_;
  std::vector<Departure> departures_;
  std::priority_queue<Open, std::vector<Open>, std::greater<>> open_;
  std::vector<std::uint32_t> starts_;  // what is wanted and the source has
  Cost limit_;                         // nothing dearer is looked at
  Cost beyond_;                        // the least cost that was given up because of the limit
  std::size_t visited_ = 0;
  std::size_t visited_before_ = 0;  // in the last round that was not given up
  int doublings_ = 0;               // of what a round goes farther than the last one
  std::vector<Region> at_;
  std::vector<Region> before_;
  std::size_t refine_after_;
  bool is_hard_ = false;  // the round was given up, for better bounds
  bool has_pair_bounds_ = false;
  std::size_t triple_pairs_ = 0;     // of demanded traits, with bounds of triples
  std::int64_t horizon_ = 0;         // of the pair bounds
  std::int64_t triple_horizon_ = 0;  // of those of triples
  std::int64_t most_triple_horizon_ = 0;
  std::vector<Region> goal_;
};

/// Forwards from the source along the minimal ways: the types that there really are on them.
class ForwardWalk {
 public:
  ForwardWalk(const SearchProblem& problem, const BackwardSearch& backward, MinimalChains& found)
      : problem_(problem), backward_(backward), found_(found) {}

  /// False if the bound was passed.
  bool run(std::size_t max_types) {
    found_.types.insert(problem_.source.data());
    found_.costs.push_back({});
    wanted_.push_back(backward_.starts());
    std::priority_queue<Next, std::vector<Next>, std::greater<>> open;
    open.push({{}, 0});
    std::vector<Coordinate> at(problem_.rules.slot_count());
    std::vector<Coordinate> next(problem_.rules.slot_count());
    while (!open.empty()) {
      std::uint32_t from = open.top().second;
      open.pop();
      std::copy(found_.types[from], found_.types[from] + at.size(), at.begin());
      if (found_.costs[from] == found_.cost) {
        found_.goals.push_back(from);
        continue;
      }
      for (const auto& [rule, wanted] : ways_on(from)) {
        problem_.rules.apply(rule, at.data(), next.data());
        auto [to, is_new] = found_.types.insert(next.data());
        if (is_new) {
          found_.costs.push_back(found_.costs[from] + problem_.rules.cost(rule));
          wanted_.emplace_back();
          open.push({found_.costs[to], to});
        }
        wanted_[to].push_back(wanted);
        found_.edges.push_back({from, rule, to});
      }
      if (found_.types.size() > max_types) {
        return false;
      }
    }
    return true;
  }

 private:
  using Next = std::pair<Cost, std::uint32_t>;

  /// (rule, what is wanted after it), each rule once per thing wanted. A type on a minimal chain is
  /// always reached at the same cost, so what is wanted of it is complete when its turn comes.
  std::vector<std::pair<std::uint32_t, std::uint32_t>> ways_on(std::uint32_t from) {
    std::vector<std::uint32_t>& wanted = wanted_[from];
    std::sort(wanted.begin(), wanted.end());
    wanted.erase(std::unique(wanted.begin(), wanted.end()), wanted.end());
    std::vector<std::pair<std::uint32_t, std::uint32_t>> ways;
    for (std::uint32_t one : wanted) {
      backward_.for_each_departure(
          one, [&](std::uint32_t rule, std::uint32_t to) { ways.emplace_back(rule, to); });
    }
    std::sort(ways.begin(), ways.end());
    ways.erase(std::unique(ways.begin(), ways.end()), ways.end());
    return ways;
  }

  const SearchProblem& problem_;
  const BackwardSearch& backward_;
  MinimalChains& found_;
  std::vector<std::vector<std::uint32_t>> wanted_;  // per type
};

void keep_least_lost(const Lattice& lattice, const SemanticType& source, MinimalChains& found) {
  std::vector<std::pair<int, std::uint32_t>> lost;
  for (std::uint32_t goal : found.goals) {
    lost.emplace_back(count_lost_meanings(lattice, source, found.types[goal]), goal);
  }
  std::sort(lost.begin(), lost.end());
  found.goals.clear();
  for (const auto& [count, goal] : lost) {
    if (count == lost.front().first) {
      found.goals.push_back(goal);
    }
  }
}

/// Leaves the edges that lead to a goal that was kept, each once.
void keep_live_edges(MinimalChains& found) {
  auto before = [&found](const ChainEdge& a, const ChainEdge& b) {
    if (a.from != b.from) {
      return std::pair(found.costs[a.from], a.from) < std::pair(found.costs[b.from], b.from);
    }
    return a.rule < b.rule;
  };
  auto same = [](const ChainEdge& a, const ChainEdge& b) {
    return a.from == b.from && a.rule == b.rule;
  };
  std::vector<ChainEdge>& edges = found.edges;
  std::sort(edges.begin(), edges.end(), before);
  edges.erase(std::unique(edges.begin(), edges.end(), same), edges.end());
  std::vector<bool> live(found.types.size(), false);
  for (std::uint32_t goal : found.goals) {
    live[goal] = true;
  }
  std::vector<ChainEdge> kept;
  for (std::size_t i = edges.size(); i-- > 0;) {
    if (live[edges[i].to]) {
      live[edges[i].from] = true;
      kept.push_back(edges[i]);
    }
  }
  edges.assign(kept.rbegin(), kept.rend());
}

}  // namespace

MinimalChains find_minimal_chains(const SearchProblem& problem, const Lattice& lattice,
                                  const SemanticType& source, std::size_t max_types,
                                  std::size_t refine_after) {
  MinimalChains found(problem.rules.slot_count());
  BackwardSearch backward(problem, max_types, refine_after);
  found.hit_limit = !backward.run();
  found.types_visited = backward.visited();
  if (found.hit_limit || backward.starts().empty()) {
    return found;
  }
  found.cost = backward.least();
  found.hit_limit = !ForwardWalk(problem, backward, found).run(max_types);
  if (!found.hit_limit) {
    keep_least_lost(lattice, source, found);
    keep_live_edges(found);
  }
  return found;
}

int count_lost_meanings(const Lattice& lattice, const SemanticType& source,
                        const Coordinate* result) {
  int lost = 0;
  for (const TraitEntry& entry : source.entries()) {
    if (lattice.trait(entry.trait).kind == TraitKind::Meaning && result[entry.trait.index()] == 0) {
      ++lost;
    }
  }
  return lost;
}

}  // namespace weft
