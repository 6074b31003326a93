#pragma once

#include <functional>

#include "tools/exit_code.h"
#include "tools/report.h"

namespace weft::tools {

/// One run with a report of its own, which it finishes.
using WatchedRun = std::function<ExitCode(Report& report)>;

/// Runs, and runs again whenever a file that the last run read has changed, appeared or gone, until
/// SIGINT or SIGTERM; these wait for a run to end. A run with errors writes nothing, so the last
/// good output stays. Says on standard error what changed and how long a run took. Returns at once
/// if the command line is wrong, otherwise Fine. Looks ten times a second, which works for every
/// file system and every way to save.
ExitCode watch_and_run(const std::function<Report()>& new_report, const WatchedRun& run);

}  // namespace weft::tools
