#pragma once

#include "tools/compose_jobs.h"
#include "tools/report.h"

namespace weft::tools {

/// Reports what the materials of the jobs declare without effect
/// (composer/checks/unused_declarations.h). The profiles in sight of a FILE are all that it was
/// loaded with: its own, those of its imports, and those that -p names.
void report_unused(const ComposeJobs& jobs, Report& report);

}  // namespace weft::tools
