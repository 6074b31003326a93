#pragma once

#include <cstddef>
#include <string>
#include <string_view>

namespace weft::wrap {

// Zero-width marks that the expression printer leaves in its output. These bytes are not legal in
// Weft source; where a file contains them nevertheless, they are dropped.
inline constexpr char open = '\x01';       ///< after the `(` of a call
inline constexpr char separator = '\x02';  ///< between arguments: becomes a space or a line break
inline constexpr char close = '\x03';      ///< before the `)`
inline constexpr char remark = '\x04';     ///< before a trailing comment
inline constexpr std::string_view marks = "\x01\x02\x03\x04";

/// The columns of a line with calls.
inline constexpr std::size_t width = 120;

/// Wraps lines and removes the marks. A line longer than 120 columns is broken between the
/// arguments of its calls, outermost calls first; each argument then has its own line, indented by
/// four columns. Keeps lines that contain a whole declaration with its body, and lines without
/// calls. Linear.
std::string wrap_lines(std::string_view text);

/// Removes the marks without wrapping.
std::string without_marks(std::string_view text);

}  // namespace weft::wrap
