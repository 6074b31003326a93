#pragma once

#include <optional>
#include <string>
#include <vector>

#include "tests/bench/frame_time.h"

namespace weft::testing {

/// What programs that measure frames are asked for.
struct FrameOptions {
  FrameSettings frame;
  int rounds = 3;
  bool draws = true;               ///< false: `--counts`
  std::vector<std::string> names;  ///< all words that are no options; at least one
};

/// Reads `[--size N] [--frames N] [--rounds N] [--counts] NAME...`, where all N are above 0. Empty
/// if the words are others.
std::optional<FrameOptions> read_frame_options(int count, char** words);

}  // namespace weft::testing
