#pragma once

#include <cstdint>
#include <string_view>

#include "support/source.h"

namespace weft::lsp {

/// A place in a text as the Language Server Protocol counts it: a line from 0, and UTF-16 code
/// units from its start.
struct LinePlace {
  std::uint32_t line = 0;
  std::uint32_t character = 0;

  friend bool operator==(const LinePlace&, const LinePlace&) = default;
};

/// O(log lines + line). A byte inside of a character counts as its beginning, and a byte that is
/// not UTF-8 as one unit.
LinePlace place_of(const SourceFile& source, std::uint32_t offset);

/// Places of many offsets of one text, as place_of() gives them. An offset on the line of the last
/// one and not before it costs only what lies between, so ascending offsets cost O(text) together.
class PlaceFinder {
 public:
  /// `source` must outlive the object.
  explicit PlaceFinder(const SourceFile& source) : source_(source) {}

  LinePlace place(std::uint32_t offset);

 private:
  const SourceFile& source_;
  LinePlace last_;
  std::uint32_t last_at_ = 0;  ///< bytes from the beginning of its line
};

/// The byte at a place. A place past the end of its line is the end of the line, before its line
/// break; past the last line it is the end of the text; inside of a surrogate pair, the character.
/// O(line).
std::uint32_t offset_of(const SourceFile& source, LinePlace place);

/// The line break that inserted lines have: that of the text's first line.
std::string_view line_break_of(std::string_view text);

}  // namespace weft::lsp
