#pragma once

#include <string>
#include <string_view>

namespace weft::wrap {

// Marks that the printer of expressions leaves in its text, of no width. They are no text of Weft:
// a file that holds one of these bytes is printed without them.
inline constexpr char open = '\x01';       ///< behind the `(` of a call
inline constexpr char separator = '\x02';  ///< between arguments: a blank or a line break
inline constexpr char close = '\x03';      ///< before the `)`
inline constexpr char remark = '\x04';     ///< before a comment at the end of a line
inline constexpr std::string_view marks = "\x01\x02\x03\x04";

/// The text without marks. Lines of more than 120 columns are broken between the arguments of their
/// calls, outer ones first: each argument then has a line of its own, four columns deeper. Lines
/// that are a whole declaration with its body stay, and so does what has no calls. Linear.
std::string wrap_lines(std::string_view text);

/// All on its lines, without marks.
std::string without_marks(std::string_view text);

}  // namespace weft::wrap
