#pragma once

#include <string>
#include <string_view>

#include "support/source.h"

namespace weft {

/// Makes a text fit to display in a message: valid UTF-8 without control characters, cut to a
/// readable length.
std::string shown_text(std::string_view text);

/// The text of a span on one line: each run of whitespace and line ends becomes one space, with
/// none at the start. O(bytes).
std::string one_line(const Sources& sources, Span span);

}  // namespace weft
