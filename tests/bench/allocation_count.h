#pragma once

#include <cstddef>
#include <optional>

// Counting costs instructions, so programs that are profiled link allocation_count_missing.cpp.

namespace weft::testing {

struct AllocationCount {
  std::size_t allocations = 0;
  std::size_t bytes = 0;  ///< all together
  std::size_t held = 0;
  std::size_t most_held = 0;  ///< at one time
};

/// Counts from now on.
void count_allocations();
/// Nothing in a program that does not count.
std::optional<AllocationCount> counted_allocations();

}  // namespace weft::testing
