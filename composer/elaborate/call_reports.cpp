#include "composer/elaborate/call_reports.h"

#include <algorithm>
#include <utility>

namespace weft {
namespace {

void add_call(CallReport& report, CallId call) {
  if (std::find(report.calls.begin(), report.calls.end(), call) == report.calls.end()) {
    report.calls.push_back(call);
  }
}

}  // namespace

CallReports::Key CallReports::key_of(const Diagnostic& diagnostic) {
  const Span span = diagnostic.span.value_or(Span{});
  return {span.file.index(), span.begin, span.end, diagnostic.message};
}

/// Adds a report, or the calls of a known one.
void CallReports::add(CallReport report) {
  const auto [at, is_new] = known_.emplace(key_of(report.diagnostic), reports_.size());
  if (is_new) {
    reports_.push_back(std::move(report));
    return;
  }
  for (const CallId call : report.calls) {
    add_call(reports_[at->second], call);
  }
}

CallId CallReports::erroneous(Diagnostics why, CallContext context, Origin origin) {
  // Expanding the same node again yields the same erroneous call.
  bool has_new = false;
  std::optional<CallId> before;
  for (const Diagnostic& report : why) {
    const auto known = known_.find(key_of(report));
    has_new = has_new || known == known_.end();
    before = known != known_.end() ? std::optional(reports_[known->second].calls.front()) : before;
  }
  if (before && !has_new) {
    return *before;
  }
  const auto number =
      has_new ? std::optional(static_cast<std::uint32_t>(reports_.size())) : std::nullopt;
  const CallId call =
      calls_.add(ErroneousCall{std::nullopt, number}, {}, context, std::move(origin));
  for (Diagnostic& report : why) {
    add({std::move(report), {call}});
  }
  return call;
}

CallId CallReports::erroneous(Diagnostic why, CallContext context, Origin origin) {
  Diagnostics all;
  all.push_back(std::move(why));
  return erroneous(std::move(all), context, std::move(origin));
}

CallId CallReports::missing_feature(FeatureId feature, Diagnostic why, bool shows_path, Stage stage,
                                    Origin origin) {
  const CallId call = calls_.add(ErroneousCall{feature}, {}, stage, std::move(origin));
  add({std::move(why), {call}, shows_path});
  return call;
}

}  // namespace weft
