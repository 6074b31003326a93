#include "tools/watch_loop.h"

#include <chrono>
#include <csignal>
#include <cstdio>
#include <ctime>
#include <optional>
#include <string>
#include <utility>
#include <vector>

#include <fmt/format.h>
#include <fmt/ranges.h>

#include "tools/files_read.h"

namespace weft::tools {
namespace {

constexpr long look_every = 100'000'000;  // nanoseconds
constexpr int most_looks_for_rest = 20;   // while a file is being saved, 2 s

void say(const std::string& line) {
  static_cast<void>(std::fprintf(stderr, "weft: %s\n", line.c_str()));
  static_cast<void>(std::fflush(stderr));
}

/// SIGINT and SIGTERM, held back so that they end the wait and never a run.
class EndSignals {
 public:
  EndSignals() {
    sigemptyset(&signals_);
    sigaddset(&signals_, SIGINT);
    sigaddset(&signals_, SIGTERM);
    sigprocmask(SIG_BLOCK, &signals_, &before_);
  }
  ~EndSignals() { sigprocmask(SIG_SETMASK, &before_, nullptr); }
  EndSignals(const EndSignals&) = delete;
  EndSignals& operator=(const EndSignals&) = delete;

  /// Waits until it is time to look again; whether a signal came instead.
  bool came() const {
    const timespec time{0, look_every};
    return sigtimedwait(&signals_, nullptr, &time) > 0;
  }

 private:
  sigset_t signals_{};
  sigset_t before_{};
};

/// Waits for a change and until nothing changes any more. Returns nothing after a signal, and no
/// paths if all is as it was.
std::optional<std::vector<std::string>> wait_for_change(const FilesRead& files,
                                                        const EndSignals& signals) {
  std::vector<std::string> changed;
  while (changed.empty()) {
    if (signals.came()) {
      return std::nullopt;
    }
    changed = files.changed();
  }
  const auto versions = [&changed] {
    std::vector<FileVersion> all;
    all.reserve(changed.size());
    for (const std::string& path : changed) {
      all.push_back(version_of(path));
    }
    return all;
  };
  std::vector<FileVersion> before = versions();
  for (int i = 0; i < most_looks_for_rest; ++i) {
    if (signals.came()) {
      return std::nullopt;
    }
    changed = files.changed();
    std::vector<FileVersion> now = versions();
    if (now == before) {
      break;
    }
    before = std::move(now);
  }
  return changed;
}

std::string list_of(const std::vector<std::string>& paths) {
  constexpr std::size_t most = 4;
  if (paths.size() <= most) {
    return fmt::format("{}", fmt::join(paths, ", "));
  }
  return fmt::format("{} and {} more", fmt::join(paths.begin(), paths.begin() + most, ", "),
                     paths.size() - most);
}

}  // namespace

ExitCode watch_and_run(const std::function<Report()>& new_report, const WatchedRun& run) {
  const EndSignals signals;
  while (true) {
    Report report = new_report();
    const auto start = std::chrono::steady_clock::now();
    const ExitCode code = run(report);
    const auto took = std::chrono::duration_cast<std::chrono::milliseconds>(
        std::chrono::steady_clock::now() - start);
    if (code == ExitCode::WrongUsage) {
      return code;
    }
    const FilesRead& files = report.files_read();
    say(fmt::format("{} after {} ms; watching {} files",
                    code == ExitCode::Fine ? "done" : "errors, the last good output stays",
                    took.count(), files.count()));
    std::optional<std::vector<std::string>> changed;
    do {
      changed = wait_for_change(files, signals);
      if (!changed) {
        return ExitCode::Fine;
      }
    } while (changed->empty());
    say(fmt::format("changed: {}", list_of(*changed)));
  }
}

}  // namespace weft::tools
