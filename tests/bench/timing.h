#pragma once

#include <cstddef>
#include <ctime>
#include <vector>

namespace weft::testing {

/// CPU time in milliseconds, which is independent of other programs.
inline double processor_time() {
  timespec now{};
  clock_gettime(CLOCK_PROCESS_CPUTIME_ID, &now);
  return static_cast<double>(now.tv_sec) * 1e3 + static_cast<double>(now.tv_nsec) * 1e-6;
}

/// `sorted` must not be empty.
inline double quantile(const std::vector<double>& sorted, double q) {
  return sorted[static_cast<std::size_t>(q * static_cast<double>(sorted.size() - 1))];
}

}  // namespace weft::testing
