#pragma once

#include <string>
#include <vector>

#include "support/diagnostic.h"
#include "support/json_fwd.h"
#include "tools/exit_code.h"

namespace weft::tools {

// Diagnostics as a log in the Static Analysis Results Interchange Format, SARIF 2.1.0 (OASIS,
// 2020), which editors and code hosts show beside the source lines. Paths that the user gave as
// relative become relative URIs; columns count code points.

/// A diagnostic as a `result`: its code is the rule, its notes are related locations, and a hint
/// that names a replacement for the word is a fix.
Json sarif_result(const Diagnostic& diagnostic, const Sources& sources);

/// The document: one run of `weft` with all rules, its results and its exit code. `notifications`:
/// messages about the run itself.
Json sarif_log(Json results, ExitCode exit_code, const std::vector<std::string>& notifications);

}  // namespace weft::tools
