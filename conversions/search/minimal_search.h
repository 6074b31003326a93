#pragma once

#include <cstddef>
#include <cstdint>
#include <functional>
#include <vector>

#include "conversions/search/search.h"
#include "conversions/table/coordinate_table.h"
#include "conversions/table/search_problem.h"

namespace weft {

/// One step of a minimal chain: the rule of rank `rule` from type `from` to type `to`, by number.
struct ChainEdge {
  std::uint32_t from = 0;
  std::uint32_t rule = 0;
  std::uint32_t to = 0;
};

/// Every chain of least weight, as an acyclic graph: the paths along `edges` from type 0 to one of
/// `goals` are the minimal chains.
struct MinimalChains {
  explicit MinimalChains(std::size_t slot_count) : types(slot_count) {}

  CoordinateTable types;             ///< 0 is the source
  std::vector<ChainWeight> weights;  ///< per type, from the source
  std::vector<ChainEdge> edges;      ///< sorted by (weight of `from`, from, rule)
  std::vector<std::uint32_t> goals;
  ChainWeight weight;
  bool hit_limit = false;
  bool was_given_up = false;
  std::size_t types_visited = 0;  ///< by the backward search: subgoals
};

/// Finds all minimal chains in two phases. The backward phase (backward_search.h) runs A* over
/// subgoals until every chain of the least weight is known. The forward phase walks from the source
/// along the rules it found and records the concrete types and edges. Among goals it keeps those
/// that lost the fewest of the source's meanings. `options.max_types` bounds the visits of either
/// phase. O(visited × conversions that achieve part of a subgoal).
MinimalChains find_minimal_chains(const SearchProblem& problem, const Lattice& lattice,
                                  const SemanticType& source, const SearchOptions& options);

/// The same, but calls `gives_up` once after `options.split_after` visits. If it returns true the
/// search stops: `was_given_up` is set and nothing else is known.
MinimalChains find_minimal_chains(const SearchProblem& problem, const Lattice& lattice,
                                  const SemanticType& source, const SearchOptions& options,
                                  const std::function<bool()>& gives_up);

/// Number of meanings that `source` states and the result lacks.
int count_lost_meanings(const Lattice& lattice, const SemanticType& source,
                        const Coordinate* result);

}  // namespace weft
