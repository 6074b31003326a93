#pragma once

#include <cstddef>
#include <mutex>
#include <optional>
#include <set>
#include <string>
#include <string_view>
#include <vector>

#include "support/diagnostic.h"
#include "tools/progress_line.h"

namespace weft::tools {

/// Progress of compiling modules, on standard error: notes about the slow ones and, at a terminal,
/// the one being compiled. Jobs run on many threads, but notes are printed in job order, each once,
/// independent of timing.
class ModuleProgress {
 public:
  /// `speaks`: if false nothing is printed, because the notes go to the report.
  ModuleProgress(std::size_t jobs, bool speaks, const TextColors& colors = {});

  /// Adds the notes of a job before its modules are compiled. Call it for every job, even one that
  /// compiles none; only the first call per job counts. The notes are printed once all earlier jobs
  /// were announced.
  void announce(std::size_t job, Diagnostics notes);
  /// Shows that a module is about to be compiled.
  void begin(std::string_view file);

 private:
  bool speaks_;
  ProgressLine line_;
  TextColors colors_;
  std::mutex mutex_;
  std::vector<std::optional<Diagnostics>> waiting_;  // per job: announced and not yet printed
  std::size_t next_ = 0;                             // the first job that was not printed
  std::set<std::string> said_;
  std::size_t made_ = 0;
};

}  // namespace weft::tools
