#pragma once

#include <cstddef>
#include <cstdint>
#include <vector>

#include "conversions/search/search.h"
#include "conversions/table/search_problem.h"

namespace weft {

/// The minimal chains of a problem up to exchanging adjacent independent steps.
struct MinimalClasses {
  bool is_possible = false;
  Cost cost;
  std::vector<std::vector<std::uint32_t>> chains;  ///< ranks, one normal form each, in their order
  std::uint64_t count = 0;           ///< of all classes, exact (but for saturation at UINT64_MAX)
  std::vector<std::uint32_t> rules;  ///< all that stand in any minimal chain
  bool hit_type_limit = false;       ///< nothing else is known
  bool hit_class_limit = false;      ///< there are chains, but not even how many is known
  std::size_t types_visited = 0;
};

/// As find_minimal_chains() and enumerate_classes(). A search that visits many types looks whether
/// its problem falls into independent parts. If so, each is searched for itself, and what is
/// minimal for each is put together: the sum of their types is visited where it would be the
/// product.
MinimalClasses find_minimal_classes(const SearchProblem& problem, const Lattice& lattice,
                                    const SemanticType& source, const SearchOptions& options);

}  // namespace weft
