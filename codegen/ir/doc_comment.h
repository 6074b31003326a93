#pragma once

#include <string>
#include <string_view>

namespace weft {

/// Appends a doc comment from the source as `//` lines, which all target languages accept.
/// Sanitizes the text so that it cannot escape the comment.
void append_doc_comment(std::string& out, std::string_view doc);

/// Makes a file name or other user text safe for a one-line comment.
std::string comment_text(std::string_view text);

}  // namespace weft
