#pragma once

#include <cstdint>
#include <string_view>
#include <vector>

namespace weft {

/// A range of bytes of a text: begin inclusive, end exclusive.
struct TextRange {
  std::uint32_t begin = 0;
  std::uint32_t end = 0;
};

/// Where a text declares a fragment or graph.
struct FragmentPlace {
  TextRange text;     ///< from the end of the declaration before, so with its doc comment
  TextRange keyword;  ///< `fragment` or `graph`
  TextRange name;     ///< with which the signature begins
  TextRange body;     ///< from `{` or `native` to the end of the declaration
};

/// The fragments and graphs of a text in source order, found by its words, brackets, strings and
/// comments alone: nothing is tokenized. Leaves out what does not read like a declaration, and what
/// is not closed. If the text has no syntax errors, these are all fragments and graphs that
/// parse_module() finds; each range is one declaration, and what is between them is the others.
/// O(bytes).
std::vector<FragmentPlace> find_fragments(std::string_view text);

}  // namespace weft
