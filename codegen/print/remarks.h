#pragma once

#include <string>
#include <string_view>

namespace weft {

/// The text of a stage without the remarks that the printer appends to lines to name their source.
/// O(size of the text).
std::string without_remarks(std::string_view text);

}  // namespace weft
