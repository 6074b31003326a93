#pragma once

#include <algorithm>
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

/// The middle one, of two the greater; 0 if there are none.
inline double median(std::vector<double> numbers) {
  if (numbers.empty()) {
    return 0.0;
  }
  const auto middle = numbers.begin() + static_cast<std::ptrdiff_t>(numbers.size() / 2);
  std::nth_element(numbers.begin(), middle, numbers.end());
  return *middle;
}

}  // namespace weft::testing
