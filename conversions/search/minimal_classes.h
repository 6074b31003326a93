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
  std::uint64_t count = 0;  ///< of all classes, exact (but for saturation at UINT64_MAX)
  /// All rules on some minimal chain.
  std::vector<std::uint32_t> rules;
  /// Too many types were visited: nothing else is known.
  bool hit_type_limit = false;
  /// There are too many classes: chains exist, but even their number is unknown.
  bool hit_class_limit = false;
  std::size_t types_visited = 0;
};

/// Runs find_minimal_chains() and enumerate_classes(). A search that visits many types first checks
/// whether its problem splits into independent parts (independent_parts.h). If so, each part is
/// searched on its own and the results are combined, which visits the sum of the parts' types
/// instead of the product.
MinimalClasses find_minimal_classes(const SearchProblem& problem, const Lattice& lattice,
                                    const SemanticType& source, const SearchOptions& options);

}  // namespace weft
