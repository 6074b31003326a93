#pragma once

#include <functional>
#include <memory>
#include <mutex>
#include <set>
#include <utility>
#include <vector>

#include "live/service/module_compiler.h"
#include "support/worker_threads.h"

namespace weft::live {

/// Compiles on threads of its own, what was asked for first comes first. What is being compiled
/// into a memo already is not compiled again.
class ModuleThreads final : public ModuleCompiler {
 public:
  /// `compiled` is called on a thread after each module.
  explicit ModuleThreads(std::function<void()> compiled);

  void compile(const std::shared_ptr<ModuleMemo>& memo, std::vector<ModuleText> texts) override;

 private:
  using Task = std::pair<const ModuleMemo*, ContentHash>;

  std::mutex mutex_;
  std::set<Task> tasks_;   ///< that are not done
  WorkerThreads threads_;  // last: they use all
};

}  // namespace weft::live
