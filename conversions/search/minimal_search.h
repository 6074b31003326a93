#pragma once

#include <cstddef>
#include <cstdint>
#include <functional>
#include <vector>

#include "conversions/table/coordinate_table.h"
#include "conversions/table/search_problem.h"

namespace weft {

/// One step of a minimal chain: from the type numbered `from` by the rule of rank `rule`.
struct ChainEdge {
  std::uint32_t from = 0;
  std::uint32_t rule = 0;
  std::uint32_t to = 0;
};

/// Every chain of least cost, as a graph without cycles: all paths along `edges` from type 0 to one
/// of `goals` are the minimal chains.
struct MinimalChains {
  explicit MinimalChains(std::size_t slot_count) : types(slot_count) {}

  CoordinateTable types;         ///< 0 is the source
  std::vector<Cost> costs;       ///< per type, from the source
  std::vector<ChainEdge> edges;  ///< sorted by (cost of `from`, from, rule)
  std::vector<std::uint32_t> goals;
  Cost cost;
  bool hit_limit = false;
  bool was_given_up = false;
  std::size_t types_visited = 0;  ///< backwards: kinds of types, each by what it must be
};

/// A* backwards from the demand, carried on until every chain of the least cost is known, then
/// forwards along these only. Among goals those that have lost the fewest of the source's meanings
/// are kept. `max_types` bounds what is visited in either direction; after `refine_after` visits it
/// starts again with better bounds, and again after many. O(visited × conversions that bring
/// about what is wanted).
MinimalChains find_minimal_chains(const SearchProblem& problem, const Lattice& lattice,
                                  const SemanticType& source, std::size_t max_types,
                                  std::size_t refine_after);

/// The same, but after `ask_after` visits `gives_up` is asked once whether that is all:
/// `was_given_up` then, and nothing else is known.
MinimalChains find_minimal_chains(const SearchProblem& problem, const Lattice& lattice,
                                  const SemanticType& source, std::size_t max_types,
                                  std::size_t refine_after, std::size_t ask_after,
                                  const std::function<bool()>& gives_up);

/// How many meanings `source` states that the result no longer has.
int count_lost_meanings(const Lattice& lattice, const SemanticType& source,
                        const Coordinate* result);

}  // namespace weft
