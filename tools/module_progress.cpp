#include "tools/module_progress.h"

#include <cstdio>
#include <utility>

#include <unistd.h>

namespace weft::tools {

ModuleProgress::ModuleProgress(std::size_t jobs, bool speaks, const TextColors& colors)
    : speaks_(speaks),
      is_shown_(speaks && ::isatty(STDERR_FILENO) == 1),
      colors_(colors),
      waiting_(jobs) {}

ModuleProgress::~ModuleProgress() { clear_line(); }

void ModuleProgress::clear_line() {
  if (is_shown_ && made_ != 0) {
    std::fputs("\r\x1b[K", stderr);
    std::fflush(stderr);
  }
}

void ModuleProgress::announce(std::size_t job, Diagnostics notes) {
  const std::lock_guard<std::mutex> lock(mutex_);
  if (!waiting_[job]) {
    waiting_[job] = std::move(notes);
  }
  for (; next_ < waiting_.size() && waiting_[next_]; ++next_) {
    for (const Diagnostic& note : *waiting_[next_]) {
      std::string text = render_text(note, Sources(), colors_) + "\n";
      if (speaks_ && said_.insert(text).second) {
        clear_line();
        std::fputs(text.c_str(), stderr);
        std::fflush(stderr);
      }
    }
    waiting_[next_]->clear();
  }
}

void ModuleProgress::begin(std::string_view file) {
  const std::lock_guard<std::mutex> lock(mutex_);
  ++made_;
  if (is_shown_) {
    std::fprintf(stderr, "\r\x1b[Kmodule %zu: %.*s", made_, static_cast<int>(file.size()),
                 file.data());
    std::fflush(stderr);
  }
}

}  // namespace weft::tools
