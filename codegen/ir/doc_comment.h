#pragma once

#include <string>
#include <string_view>

namespace weft {

/// Appends a documentation comment of the source as lines behind `//`, which all our target
/// languages know. Whatever the comment holds, it stays in the comment.
void append_doc_comment(std::string& out, std::string_view doc);

/// A name of a file, or another text of the user's, as it can stand in a comment of one line.
std::string comment_text(std::string_view text);

}  // namespace weft
