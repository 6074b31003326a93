#include "codegen/doc_comment.h"

#include <algorithm>

namespace weft {

void append_doc_comment(std::string& out, std::string_view doc) {
  while (!doc.empty()) {
    const std::size_t end = std::min(doc.find('\n'), doc.size());
    std::string_view line = doc.substr(0, end);
    // A backslash would take the next line into the comment, and so would what C99 reads as one.
    while (!line.empty() && (line.back() == ' ' || line.back() == '\r' || line.back() == '\\' ||
                             line.ends_with("?"
                                            "?/"))) {
      line.remove_suffix(1);
    }
    out += line.empty() ? "//" : line.front() == ' ' ? "//" : "// ";
    out += line;
    out += '\n';
    doc.remove_prefix(std::min(end + 1, doc.size()));
  }
}

}  // namespace weft
