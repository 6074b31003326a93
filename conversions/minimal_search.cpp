#include "conversions/minimal_search.h"

#include <algorithm>
#include <queue>
#include <utility>

#include "conversions/lower_bound.h"

namespace weft {
namespace {

constexpr std::uint32_t no_edge = UINT32_MAX;

/// A way into a type; those of one type are chained through `next`.
struct Arrival {
  std::uint32_t from = 0;
  std::uint32_t rule = 0;
  std::uint32_t next = no_edge;
};

struct Node {
  Cost cost = unreachable_cost;
  Cost bound;
  std::uint32_t arrivals = no_edge;
  bool expanded = false;
};

struct Open {
  Cost total;
  Cost bound;  // among equals the one nearer to the goal
  std::uint32_t type = 0;

  friend bool operator>(const Open& a, const Open& b) {
    if (a.total != b.total) {
      return a.total > b.total;
    }
    if (a.bound != b.bound) {
      return a.bound > b.bound;
    }
    return a.type > b.type;
  }
};

class MinimalSearch {
 public:
  MinimalSearch(const SearchProblem& problem, std::size_t max_types)
      : problem_(problem),
        max_types_(max_types),
        bound_(problem.rules, problem.goal, problem.source.data(), &problem.available),
        found_(problem.rules.slot_count()),
        at_(problem.rules.slot_count()),
        next_(problem.rules.slot_count()) {}

  MinimalChains run(const Lattice& lattice, const SemanticType& source) {
    std::copy(problem_.source.begin(), problem_.source.end(), next_.begin());
    reach({}, 0, no_edge);
    search();
    if (!found_.hit_limit) {
      keep_least_lost(lattice, source);
      collect_edges();
    }
    for (const Node& node : nodes_) {
      found_.costs.push_back(node.cost);
    }
    return std::move(found_);
  }

 private:
  void search() {
    while (!open_.empty()) {
      Open top = open_.top();
      open_.pop();
      Node& node = nodes_[top.type];
      if (node.expanded || top.total != node.cost + node.bound) {
        continue;
      }
      if (!found_.goals.empty() && found_.cost < top.total) {
        return;
      }
      const Coordinate* type = found_.types[top.type];
      node.expanded = true;
      ++found_.types_visited;
      if (problem_.is_goal(type)) {
        found_.cost = node.cost;
        found_.goals.push_back(top.type);
        continue;  // every step costs something: nothing minimal leads on from here
      }
      if (found_.types_visited > max_types_) {
        found_.hit_limit = true;
        return;
      }
      expand(top.type, node.cost);
    }
  }

  void expand(std::uint32_t from, Cost cost) {
    std::copy(found_.types[from], found_.types[from] + at_.size(), at_.begin());
    problem_.rules.for_each_match(at_.data(), [&](std::uint32_t rule) {
      if (problem_.rules.available(rule, problem_.available)) {
        problem_.rules.apply(rule, at_.data(), next_.data());
        reach(cost + problem_.rules.cost(rule), from, rule);
      }
    });
  }

  /// Notes that the type in `next_` is reached; `rule` no_edge for the source.
  void reach(Cost cost, std::uint32_t from, std::uint32_t rule) {
    auto [id, is_new] = found_.types.insert(next_.data());
    if (is_new) {
      nodes_.emplace_back();
      nodes_[id].bound = bound_(next_.data());
    }
    Node& node = nodes_[id];
    if (node.bound == unreachable_cost || node.cost < cost) {
      return;
    }
    if (!found_.goals.empty() && found_.cost < cost + node.bound) {
      return;
    }
    if (cost < node.cost) {
      node.cost = cost;
      node.arrivals = no_edge;
      open_.push({cost + node.bound, node.bound, id});
    }
    if (rule != no_edge) {
      arrivals_.push_back({from, rule, node.arrivals});
      node.arrivals = static_cast<std::uint32_t>(arrivals_.size() - 1);
    }
  }

  void keep_least_lost(const Lattice& lattice, const SemanticType& source) {
    std::vector<std::pair<int, std::uint32_t>> lost;
    for (std::uint32_t goal : found_.goals) {
      lost.emplace_back(count_lost_meanings(lattice, source, found_.types[goal]), goal);
    }
    std::sort(lost.begin(), lost.end());
    found_.goals.clear();
    for (const auto& [count, goal] : lost) {
      if (count == lost.front().first) {
        found_.goals.push_back(goal);
      }
    }
  }

  void collect_edges() {
    std::vector<bool> seen(nodes_.size(), false);
    std::vector<std::uint32_t> pending = found_.goals;
    for (std::uint32_t goal : pending) {
      seen[goal] = true;
    }
    while (!pending.empty()) {
      std::uint32_t to = pending.back();
      pending.pop_back();
      for (std::uint32_t i = nodes_[to].arrivals; i != no_edge; i = arrivals_[i].next) {
        std::uint32_t from = arrivals_[i].from;
        found_.edges.push_back({from, arrivals_[i].rule, to});
        if (!seen[from]) {
          seen[from] = true;
          pending.push_back(from);
        }
      }
    }
    std::sort(
        found_.edges.begin(), found_.edges.end(), [this](const ChainEdge& a, const ChainEdge& b) {
          if (a.from != b.from) {
            return std::pair(nodes_[a.from].cost, a.from) < std::pair(nodes_[b.from].cost, b.from);
          }
          return a.rule < b.rule;
        });
  }

  const SearchProblem& problem_;
  std::size_t max_types_;
  LowerBound bound_;
  MinimalChains found_;
  std::vector<Node> nodes_;
  std::vector<Arrival> arrivals_;
  std::priority_queue<Open, std::vector<Open>, std::greater<>> open_;
  std::vector<Coordinate> at_;
  std::vector<Coordinate> next_;
};

}  // namespace

MinimalChains find_minimal_chains(const SearchProblem& problem, const Lattice& lattice,
                                  const SemanticType& source, std::size_t max_types) {
  return MinimalSearch(problem, max_types).run(lattice, source);
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
