#include "codegen/ir/doc_comment.h"

#include <algorithm>

#include "fragments/syntax/characters.h"

namespace weft {

std::string comment_text(std::string_view text) {
  std::string shown(text);
  std::replace_if(shown.begin(), shown.end(), is_control, ' ');
  // A trailing backslash, even before blanks, would splice the next line into the comment, and so
  // would its C99 trigraph.
  while (!shown.empty() && (shown.back() == ' ' || shown.back() == '\\' ||
                            std::string_view(shown).ends_with("?"
                                                              "?/"))) {
    shown.pop_back();
  }
  return shown;
}

void append_doc_comment(std::string& out, std::string_view doc) {
  while (!doc.empty()) {
    const std::size_t end = std::min(doc.find_first_of(line_ends), doc.size());
    const std::string line = comment_text(doc.substr(0, end));
    out += line.empty() ? "//" : line.front() == ' ' ? "//" : "// ";
    out += line;
    out += '\n';
    doc.remove_prefix(std::min(end + 1, doc.size()));
  }
}

}  // namespace weft
