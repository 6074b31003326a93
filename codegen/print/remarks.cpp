#include "codegen/print/remarks.h"

#include <algorithm>

namespace weft {

std::string without_remarks(std::string_view text) {
  constexpr std::string_view mark = "  // ";
  constexpr std::string_view origin_mark = "// Made by Weft ";  // … from FILE
  std::string kept;
  kept.reserve(text.size());
  while (!text.empty()) {
    const std::size_t end = std::min(text.find('\n'), text.size());
    std::string_view line = text.substr(0, end);
    if (line.starts_with(origin_mark)) {
      text.remove_prefix(std::min(end + 1, text.size()));
      continue;
    }
    // `code;  // file.weft:12`: digits after the last colon.
    std::size_t digits = line.size();
    while (digits > 0 && line[digits - 1] >= '0' && line[digits - 1] <= '9') {
      --digits;
    }
    if (digits < line.size() && digits > 0 && line[digits - 1] == ':') {
      const std::size_t remark = line.rfind(mark);
      if (remark != std::string_view::npos && remark > 0 && digits > remark) {
        line = line.substr(0, remark);
      }
    }
    kept += line;
    kept += '\n';
    text.remove_prefix(std::min(end + 1, text.size()));
  }
  return kept;
}

}  // namespace weft
