#include "tools/module_progress.h"

#include <cstdio>
#include <utility>

#include <fmt/format.h>

namespace weft::tools {

ModuleProgress::ModuleProgress(std::size_t jobs, bool speaks, const TextColors& colors)
    : speaks_(speaks), line_(speaks), colors_(colors), waiting_(jobs) {}

void ModuleProgress::announce(std::size_t job, Diagnostics notes) {
  const std::lock_guard<std::mutex> lock(mutex_);
  if (!waiting_[job]) {
    waiting_[job] = std::move(notes);
  }
  for (; next_ < waiting_.size() && waiting_[next_]; ++next_) {
    for (const Diagnostic& note : *waiting_[next_]) {
      std::string text = render_text(note, Sources(), colors_) + "\n";
      if (speaks_ && said_.insert(text).second) {
        line_.clear();
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
  line_.show(fmt::format("module {}: {}", made_, file));
}

}  // namespace weft::tools
