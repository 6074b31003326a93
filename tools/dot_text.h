#pragma once

#include <string>
#include <string_view>
#include <vector>

namespace weft::tools {

/// Quotes a text as a Graphviz string.
std::string dot_string(std::string_view text);

/// Escapes a text for a Graphviz HTML-like label.
std::string marked_up(std::string_view text);

/// Breaks a text after blanks into a few lines of bounded width; truncated words end in `…`.
std::vector<std::string> picture_lines(const std::string& text);

}  // namespace weft::tools
