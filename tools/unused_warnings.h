#pragma once

#include "tools/compose_jobs.h"
#include "tools/report.h"

namespace weft::tools {

/// Warns about declarations of the jobs' materials that have no effect
/// (composer/checks/unused_declarations.h). The visible profiles of a FILE are all that were loaded
/// with it: its own, those of its imports, and those named by -p.
void report_unused(const ComposeJobs& jobs, Report& report);

}  // namespace weft::tools
