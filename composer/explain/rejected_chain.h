#pragma once

#include <cstdint>
#include <string>
#include <vector>

namespace weft {

/// A chain of conversions that was not chosen.
struct RejectedChain {
  std::vector<std::string> steps;
  std::int64_t difficulty = 0;  ///< in thousandths
  bool is_lossy = false;
  int more_lossy_steps = 0;  ///< than the chosen chain; likewise below
  std::int64_t more_difficulty = 0;
  int more_meanings_lost = 0;
  std::string reason;  ///< `more difficult by 1`
};

}  // namespace weft
