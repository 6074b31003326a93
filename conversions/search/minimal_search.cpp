#include "conversions/search/minimal_search.h"

#include <algorithm>
#include <queue>
#include <utility>

#include "conversions/search/backward_search.h"

namespace weft {
namespace {

/// The forward phase: walks from the source along the minimal departures and records the concrete
/// types on them.
class ForwardWalk {
 public:
  ForwardWalk(const SearchProblem& problem, const BackwardSearch& backward, MinimalChains& found)
      : problem_(problem), backward_(backward), found_(found) {}

  /// False if the bound was passed.
  bool run(std::size_t max_types) {
    found_.types.insert(problem_.source.data());
    found_.weights.push_back({});
    wanted_.push_back(backward_.starts());
    std::priority_queue<Next, std::vector<Next>, std::greater<>> open;
    open.push({{}, 0});
    std::vector<Coordinate> at(problem_.slots.count());
    std::vector<Coordinate> next(problem_.slots.count());
    while (!open.empty()) {
      std::uint32_t from = open.top().second;
      open.pop();
      std::copy(found_.types[from], found_.types[from] + at.size(), at.begin());
      if (found_.weights[from] == found_.weight) {
        found_.goals.push_back(from);
        continue;
      }
      for (const auto& [rule, wanted] : ways_on(from)) {
        problem_.rules.apply(rule, at.data(), next.data());
        auto [to, is_new] = found_.types.insert(next.data());
        if (is_new) {
          found_.weights.push_back(found_.weights[from] + problem_.rules.weight(rule));
          wanted_.emplace_back();
          open.push({found_.weights[to], to});
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
  using Next = std::pair<ChainWeight, std::uint32_t>;

  /// (rule, subgoal after it), without duplicates. A type on a minimal chain is always reached at
  /// the same weight, so its subgoals are complete when it is expanded.
  std::vector<std::pair<std::uint32_t, std::uint32_t>> ways_on(std::uint32_t from) {
    std::vector<std::uint32_t>& wanted = wanted_[from];
    std::sort(wanted.begin(), wanted.end());
    wanted.erase(std::unique(wanted.begin(), wanted.end()), wanted.end());
    std::vector<std::pair<std::uint32_t, std::uint32_t>> ways;
    for (std::uint32_t one : wanted) {
      backward_.subgoals().for_each_departure(
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

/// Keeps each edge that leads to a kept goal, once.
void keep_live_edges(MinimalChains& found) {
  auto before = [&found](const ChainEdge& a, const ChainEdge& b) {
    if (a.from != b.from) {
      return std::pair(found.weights[a.from], a.from) < std::pair(found.weights[b.from], b.from);
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

MinimalChains walked_forward(const SearchProblem& problem, const Lattice& lattice,
                             const SemanticType& source, std::size_t max_types,
                             const BackwardSearch& backward, BackwardSearch::Outcome outcome) {
  MinimalChains found(problem.slots.count());
  found.hit_limit = outcome == BackwardSearch::Outcome::Limit;
  found.types_visited = backward.visited();
  if (found.hit_limit || backward.starts().empty()) {
    return found;
  }
  found.weight = backward.least();
  found.hit_limit = !ForwardWalk(problem, backward, found).run(max_types);
  if (!found.hit_limit) {
    keep_least_lost(lattice, source, found);
    keep_live_edges(found);
  }
  return found;
}

}  // namespace

MinimalChains find_minimal_chains(const SearchProblem& problem, const Lattice& lattice,
                                  const SemanticType& source, const SearchOptions& options) {
  BackwardSearch backward(problem, options);
  const BackwardSearch::Outcome outcome = backward.run();
  return walked_forward(problem, lattice, source, options.max_types, backward, outcome);
}

MinimalChains find_minimal_chains(const SearchProblem& problem, const Lattice& lattice,
                                  const SemanticType& source, const SearchOptions& options,
                                  const std::function<bool()>& gives_up) {
  BackwardSearch backward(problem, options);
  BackwardSearch::Outcome outcome = backward.run(options.split_after);
  if (outcome == BackwardSearch::Outcome::Paused) {
    if (gives_up()) {
      MinimalChains found(problem.slots.count());
      found.was_given_up = true;
      return found;
    }
    outcome = backward.run();
  }
  return walked_forward(problem, lattice, source, options.max_types, backward, outcome);
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
