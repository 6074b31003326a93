#pragma once

#include <cstddef>
#include <mutex>
#include <optional>
#include <set>
#include <string>
#include <string_view>
#include <vector>

#include "support/diagnostic.h"

namespace weft::tools {

/// Says on the error stream, while modules are being made, which of them take long, and shows a
/// person at a terminal which one is being made. Jobs run on many threads; what is said is in the
/// order of the jobs all the same, each once, and does not depend on time.
class ModuleProgress {
 public:
  /// `speaks`: without it nothing is said, because the notes go where the report goes.
  ModuleProgress(std::size_t jobs, bool speaks);
  ~ModuleProgress();
  ModuleProgress(const ModuleProgress&) = delete;
  ModuleProgress& operator=(const ModuleProgress&) = delete;

  /// What is to be said of a job before its modules are made; for each job, also if it makes none;
  /// what comes later is ignored. It is said once all jobs before it were announced.
  void announce(std::size_t job, Diagnostics notes);
  /// A module is about to be made.
  void begin(std::string_view file);

 private:
  void clear_line();

  bool speaks_;
  bool is_shown_;  // a person is looking
  std::mutex mutex_;
  std::vector<std::optional<Diagnostics>> waiting_;  // per job: announced and not said yet
  std::size_t next_ = 0;                             // the first job that was not said
  std::set<std::string> said_;
  std::size_t made_ = 0;
};

}  // namespace weft::tools
