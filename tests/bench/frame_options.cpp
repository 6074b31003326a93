#include "tests/bench/frame_options.h"

#include <charconv>
#include <string_view>
#include <utility>

namespace weft::testing {
namespace {

/// A number above 0, or nothing.
std::optional<int> number(std::string_view text) {
  int value = 0;
  const auto read = std::from_chars(text.data(), text.data() + text.size(), value);
  const bool is_read = read.ec == std::errc() && read.ptr == text.data() + text.size();
  return is_read && value > 0 ? std::optional(value) : std::nullopt;
}

}  // namespace

std::optional<FrameOptions> read_frame_options(int count, char** words) {
  FrameOptions options;
  for (int i = 1; i < count; ++i) {
    const std::string_view word = words[i];
    if (word == "--counts") {
      options.draws = false;
    } else if (word.starts_with("--")) {
      int* const target = word == "--size"     ? &options.frame.size
                          : word == "--frames" ? &options.frame.frames
                          : word == "--rounds" ? &options.rounds
                                               : nullptr;
      const auto value = i + 1 < count ? number(words[++i]) : std::nullopt;
      if (target == nullptr || !value) {
        return std::nullopt;
      }
      *target = *value;
    } else {
      options.names.emplace_back(word);
    }
  }
  return options.names.empty() ? std::nullopt : std::optional(std::move(options));
}

}  // namespace weft::testing
