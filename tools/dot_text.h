#pragma once

#include <string>
#include <string_view>
#include <vector>

namespace weft::tools {

/// A text as a string of Graphviz's, with its quotes.
std::string dot_string(std::string_view text);

/// A text within a label of Graphviz's that looks like HTML.
std::string marked_up(std::string_view text);

/// Breaks a text behind blanks into a few lines of bearable width; cut words end in `…`.
std::vector<std::string> picture_lines(const std::string& text);

}  // namespace weft::tools
