#pragma once

#include <cstddef>
#include <set>
#include <utility>
#include <vector>

#include "tests/property/conversion_random_registry.h"

// An independent reference for find_conversion. Chains that differ only in the order of independent
// steps count as one, so the expected answer is a set of equivalence classes: sequences of least
// cost are enumerated, and two are equivalent if exchanges of adjacent independent steps lead from
// one to the other (the trace monoid of concurrency theory). Exponential; for small registries.
namespace weft::testing {

/// (lossy steps, difficulty).
using BruteCost = std::pair<int, int>;

struct Expected {
  bool too_many = false;
  bool possible = false;
  BruteCost cost;
  int lost = 0;
  std::size_t chains = 0;                        // number of remaining classes
  std::set<std::vector<std::size_t>> sequences;  // of all remaining classes
};

/// Solves a random registry independently of find_conversion: separate matching, a separate
/// definition of independence, least costs by relaxation to a fixed point, and every sequence of
/// conversions enumerated.
Expected solve_by_brute_force(const RandomRegistry& registry);

}  // namespace weft::testing
