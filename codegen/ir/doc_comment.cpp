#include "codegen/ir/doc_comment.h"

#include <algorithm>

#include "fragments/syntax/characters.h"

namespace weft {

namespace {

/// Appends the text of a comment within one line.
void append_comment_text(std::string& out, std::string_view text) {
  const std::size_t begin = out.size();
  out += text;
  const auto first = out.begin() + static_cast<std::ptrdiff_t>(begin);
  std::replace_if(first, out.end(), is_control, ' ');
  // A trailing backslash, even before blanks, would splice the next line into the comment, and so
  // would its C99 trigraph.
  while (out.size() > begin && (out.back() == ' ' || out.back() == '\\' ||
                                std::string_view(out).substr(begin).ends_with("?"
                                                                              "?/"))) {
    out.pop_back();
  }
}

}  // namespace

std::string comment_text(std::string_view text) {
  std::string shown;
  append_comment_text(shown, text);
  return shown;
}

void append_doc_comment(std::string& out, std::string_view doc) {
  while (!doc.empty()) {
    const auto end_of_line = std::find_if(doc.begin(), doc.end(), is_line_end);
    const auto end = static_cast<std::size_t>(end_of_line - doc.begin());
    out += "// ";
    const std::size_t begin = out.size();
    append_comment_text(out, doc.substr(0, end));
    if (begin == out.size() || out[begin] == ' ') {
      out.erase(begin - 1, 1);
    }
    out += '\n';
    doc.remove_prefix(std::min(end + 1, doc.size()));
  }
}

}  // namespace weft
