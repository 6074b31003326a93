#pragma once

#include <string>

namespace weft::testing {

/// Puts `*` for the line and column numbers of shipped files (`shaders/….weft`), so that an edit of
/// one leaves golden cases alone: in places (`shaders/core.weft:12:5` becomes
/// `shaders/core.weft:*`), in the `line` and `column` that follow such a `file` in JSON, and in
/// `#line` directives. Leaves out the source lines that text diagnostics show of them. Linear in
/// the text.
std::string without_shipped_lines(const std::string& text);

}  // namespace weft::testing
