#pragma once

#include <cstddef>
#include <set>
#include <utility>
#include <vector>

#include "tests/property/conversion_random_registry.h"

namespace weft::testing {

/// (lossy steps, difficulty).
using BruteCost = std::pair<int, int>;

struct Expected {
  bool too_many = false;
  bool possible = false;
  BruteCost cost;
  int lost = 0;
  std::size_t chains = 0;                        // classes left
  std::set<std::vector<std::size_t>> sequences;  // of all classes left
};

/// Solves a random registry without anything that find_conversion is made of: its own matching, its
/// own idea of independence, least costs by relaxation until nothing changes, and every single
/// sequence of conversions written down.
Expected solve_by_brute_force(const RandomRegistry& registry);

}  // namespace weft::testing
