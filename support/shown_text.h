#pragma once

#include <string>
#include <string_view>

namespace weft {

/// A text as messages show it: UTF-8 without control characters, and not longer than anybody reads.
std::string shown_text(std::string_view text);

}  // namespace weft
