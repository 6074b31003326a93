#pragma once

#include <string>
#include <string_view>

namespace weft {

/// The text of a stage without what names its source: the remarks that the printer appends to
/// lines, and the line of the head that says what made it of which file. O(size of the text).
std::string without_remarks(std::string_view text);

}  // namespace weft
