#pragma once

#include <cstddef>
#include <optional>
#include <string>
#include <string_view>
#include <vector>

#include "fragments/syntax/token.h"

// Whether texts that JSON brings are what they are said to be, and nothing more, so that text made
// of them means what the JSON says.

namespace weft::live {

bool is_type(const std::string& text);
bool is_traits(const std::string& text);
/// Of a graph: the names of its ports; nothing if the text is not what may follow its name.
std::optional<std::vector<std::string>> ports_in(const std::string& signature);
/// One declaration that is neither a material nor a graph.
bool is_other_declaration(const std::string& text);
bool is_token(const std::string& text, TokenKind kind);
/// `is_one_line`: without line breaks.
bool is_comment(const std::string& text, bool is_one_line);
/// Names with dots between them.
bool is_path(std::string_view text);
bool is_operator(std::string_view spelling, std::size_t operands);

}  // namespace weft::live
