#pragma once

#include <string>
#include <string_view>

#include "support/source.h"

namespace weft {

/// A text as messages show it: UTF-8 without control characters, and not longer than anybody reads.
std::string shown_text(std::string_view text);

/// The text of a span on one line: every run of blanks and line ends is one blank, and none is at
/// the beginning. O(bytes).
std::string one_line(const Sources& sources, Span span);

}  // namespace weft
