#pragma once

#include <string_view>

namespace weft {

/// The escape sequences that switch a terminal to the color of a part of a message, and back. All
/// are empty by default: plain text.
struct TextColors {
  std::string_view error;
  std::string_view warning;
  std::string_view note;
  std::string_view hint;
  std::string_view place;  ///< `file:line:column:`
  std::string_view mark;   ///< the carets below a source line
  std::string_view title;  ///< names and headings
  std::string_view faint;  ///< codes, line numbers
  std::string_view end;    ///< back to plain text
};

/// The sixteen standard colors, which every terminal has and users configure (ECMA-48, SGR).
inline constexpr TextColors terminal_colors = {
    "\x1b[1;31m", "\x1b[1;33m", "\x1b[1;36m", "\x1b[1;32m", "\x1b[1m",
    "\x1b[1;32m", "\x1b[1m",    "\x1b[2m",    "\x1b[0m",
};

}  // namespace weft
