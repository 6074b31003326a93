#pragma once

#include <cstddef>
#include <cstdint>
#include <functional>
#include <vector>

#include "conversions/table/coordinate_table.h"
#include "conversions/table/search_problem.h"

namespace weft {

/// One step of a minimal chain: the rule of rank `rule` from type `from` to type `to`, by number.
struct ChainEdge {
  std::uint32_t from = 0;
  std::uint32_t rule = 0;
  std::uint32_t to = 0;
};

/// Every chain of least cost, as an acyclic graph: the paths along `edges` from type 0 to one of
/// `goals` are the minimal chains.
struct MinimalChains {
  explicit MinimalChains(std::size_t slot_count) : types(slot_count) {}

  CoordinateTable types;         ///< 0 is the source
  std::vector<Cost> costs;       ///< per type, from the source
  std::vector<ChainEdge> edges;  ///< sorted by (cost of `from`, from, rule)
  std::vector<std::uint32_t> goals;
  Cost cost;
  bool hit_limit = false;
  bool was_given_up = false;
  std::size_t types_visited = 0;  ///< by the backward search: subgoals
};

/// Finds all minimal chains in two phases. The backward phase (backward_search.h) runs A* over
/// subgoals until every chain of the least cost is known. The forward phase walks from the source
/// along the rules it found and records the concrete types and edges. Among goals it keeps those
/// that lost the fewest of the source's meanings. `max_types` bounds the visits of either phase.
/// After `refine_after` visits the backward phase restarts with better bounds, and again after many
/// more. O(visited × conversions that achieve part of a subgoal).
MinimalChains find_minimal_chains(const SearchProblem& problem, const Lattice& lattice,
                                  const SemanticType& source, std::size_t max_types,
                                  std::size_t refine_after);

/// The same, but calls `gives_up` once after `ask_after` visits. If it returns true the search
/// stops: `was_given_up` is set and nothing else is known.
MinimalChains find_minimal_chains(const SearchProblem& problem, const Lattice& lattice,
                                  const SemanticType& source, std::size_t max_types,
                                  std::size_t refine_after, std::size_t ask_after,
                                  const std::function<bool()>& gives_up);

/// Number of meanings that `source` states and the result lacks.
int count_lost_meanings(const Lattice& lattice, const SemanticType& source,
                        const Coordinate* result);

}  // namespace weft
