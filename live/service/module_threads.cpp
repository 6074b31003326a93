#include "live/service/module_threads.h"

#include <algorithm>
#include <thread>

namespace weft::live {
namespace {

/// An output has four modules: two stages in two languages.
constexpr unsigned most_threads = 4;

}  // namespace

ModuleThreads::ModuleThreads(std::function<void()> compiled)
    : threads_(std::clamp(std::thread::hardware_concurrency(), 1U, most_threads),
               std::move(compiled)) {}

void ModuleThreads::compile(const std::shared_ptr<ModuleMemo>& memo,
                            std::vector<ModuleText> texts) {
  // What takes longest comes first, so that all are done soonest.
  std::stable_sort(texts.begin(), texts.end(), [](const ModuleText& a, const ModuleText& b) {
    return a.source.size() > b.source.size();
  });
  for (ModuleText& text : texts) {
    const Task task{memo.get(), text.content};
    {
      const std::lock_guard lock(mutex_);
      if (!tasks_.insert(task).second) {
        continue;
      }
    }
    threads_.run<void>([this, task, memo, text = std::move(text)] {
      compile_into(*memo, text);
      const std::lock_guard lock(mutex_);
      tasks_.erase(task);
    });
  }
}

}  // namespace weft::live
