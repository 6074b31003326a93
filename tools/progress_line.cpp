#include "tools/progress_line.h"

#include <cstdio>

#include <unistd.h>

namespace weft::tools {

ProgressLine::ProgressLine(bool speaks) : is_shown_(speaks && ::isatty(STDERR_FILENO) == 1) {}

void ProgressLine::show(std::string_view text) {
  if (is_shown_) {
    has_text_ = true;
    std::fprintf(stderr, "\r\x1b[K%.*s", static_cast<int>(text.size()), text.data());
    std::fflush(stderr);
  }
}

void ProgressLine::clear() {
  if (has_text_) {
    has_text_ = false;
    std::fputs("\r\x1b[K", stderr);
    std::fflush(stderr);
  }
}

}  // namespace weft::tools
