#pragma once

#include <string>

namespace weft::testing {

/// Replaces the line and column numbers of shipped files (`shaders/….weft`) with `*`, so that edits
/// of these files do not change golden cases: in locations (`shaders/core.weft:12:5` becomes
/// `shaders/core.weft:*`), in the `line` and `column` after such a `file` in JSON, and in `#line`
/// directives. Removes the source lines of these files that text diagnostics quote. Linear in the
/// text.
std::string without_shipped_lines(const std::string& text);

}  // namespace weft::testing
