#pragma once

#include <optional>
#include <vector>

#include "composer/typing/typed_calls.h"

namespace weft {

/// A report that concerns the user.
struct CollectedReport {
  Diagnostic diagnostic;
  /// Set if the report shows the shortest path from an output to this call.
  std::optional<CallId> at_end_of_path;
};

/// Chooses the reports of elaboration and typing: all but those of calls that only rejected
/// candidates asked for. Nobody asks for the arguments that a graph ignores, but an author wrote
/// them, so their errors count. `roots`: the calls that the composition needs. O(calls).
std::vector<CollectedReport> collect_reports(const Elaborator& elaborator, const TypedCalls& calls,
                                             const std::vector<CallId>& roots);

bool has_errors(const std::vector<CollectedReport>& reports);
void append_reports(Diagnostics& to, const std::vector<CollectedReport>& reports);

/// Returns the first report of these calls and what they take values from, if any. O(calls).
std::optional<Diagnostic> first_report(const Elaborator& elaborator, const TypedCalls& calls,
                                       const std::vector<CallId>& from);

}  // namespace weft
