#pragma once

#include <array>
#include <cstddef>
#include <cstdint>
#include <span>

#include "conversions/bounds/region.h"
#include "conversions/table/search_problem.h"

namespace weft {

/// The facts that a subgoal wants, each of a slot of its own; only the first `most`.
struct WantedFacts {
  static constexpr std::size_t most = 16;
  std::array<std::uint32_t, most> facts;
  std::array<std::uint32_t, most> slots;
  std::size_t count = 0;

  std::span<const std::uint32_t> all() const { return {facts.data(), count}; }
  void add(std::uint32_t fact, std::uint32_t slot) {
    if (count < most) {
      facts[count] = fact;
      slots[count++] = slot;
    }
  }
};

/// Regions that accept absence or any value want no fact. O(slots).
WantedFacts wanted_facts(const SearchProblem& problem, const Region* wanted);

/// What is wanted before a rule, for `wanted` after it: the facts that it leaves alone, then those
/// that it needs. O(facts).
WantedFacts wanted_before(const SearchProblem& problem, std::uint32_t rule,
                          const WantedFacts& wanted);

}  // namespace weft
