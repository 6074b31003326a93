#pragma once

#include <map>
#include <optional>
#include <string>
#include <tuple>
#include <vector>

#include "composer/elaborate/call_store.h"
#include "support/diagnostic.h"

namespace weft {

/// An error that elaboration found, with the erroneous calls that represent it. It concerns the
/// user only if one of them is reached from what the composition needs.
struct CallReport {
  Diagnostic diagnostic;
  std::vector<CallId> calls;  ///< in order of creation, at least one
  bool shows_path = false;    ///< the message shows the shortest path from an output to the call
};

/// The reports of one elaboration, in order of creation. Reports are only added: a caller that
/// knows which calls are needed selects among them. The same text at the same position is one
/// report.
class CallReports {
 public:
  explicit CallReports(CallStore& calls) : calls_(calls) {}

  /// Returns a call that represents these reports: the existing one if they are all known. Without
  /// reports, a call whose error was reported elsewhere.
  CallId erroneous(Diagnostics why, CallContext context, Origin origin);
  CallId erroneous(Diagnostic why, CallContext context, Origin origin);
  /// Returns the call for a feature that has no value in a stage.
  CallId missing_feature(FeatureId feature, Diagnostic why, bool shows_path, Stage stage,
                         Origin origin);
  /// Adds a report about the composition as a whole, such as a limit.
  void add_general(Diagnostic report) { general_.push_back(std::move(report)); }

  const std::vector<CallReport>& reports() const { return reports_; }
  const Diagnostics& general() const { return general_; }

 private:
  using Key = std::tuple<std::uint32_t, std::uint32_t, std::uint32_t, std::string>;
  static Key key_of(const Diagnostic& diagnostic);
  void add(CallReport report);

  CallStore& calls_;
  std::vector<CallReport> reports_;
  std::map<Key, std::size_t> known_;  // positions in reports_
  Diagnostics general_;
};

}  // namespace weft
