#include <algorithm>
#include <limits>

#include "composer/typing/type_inference.h"

// The part of TypeInference about calls typed for candidates that may lose, mostly function bodies,
// which may suit one candidate and be wrong for another. In the end only the chosen candidate's
// requests count.
namespace weft {

void TypeInference::take_trial(FragmentId candidate) {
  const auto at = typing_ ? trials_.find(*typing_) : trials_.end();
  if (at == trials_.end()) {
    return;
  }
  for (const Trial& trial : at->second) {
    std::vector<CallId>& required = required_[typing_->index()];
    if (trial.candidate == candidate &&
        std::find(required.begin(), required.end(), trial.call) == required.end()) {
      required.push_back(trial.call);
    }
  }
}

std::vector<bool> TypeInference::calls_below(const std::vector<CallId>& roots,
                                             bool with_trials) const {
  std::vector<bool> seen(elaborator_.calls().size(), false);
  std::vector<CallId> open;
  const auto visit = [&](CallId call) {
    if (!seen[call.index()]) {
      seen[call.index()] = true;
      open.push_back(call);
    }
  };
  std::for_each(roots.begin(), roots.end(), visit);
  while (!open.empty()) {
    const CallId reader = open.back();
    open.pop_back();
    const std::vector<CallId>& inputs = elaborator_.calls()[reader].inputs;
    std::for_each(inputs.begin(), inputs.end(), visit);
    if (reader.index() < required_.size()) {
      std::for_each(required_[reader.index()].begin(), required_[reader.index()].end(), visit);
    }
    const auto tried = with_trials ? trials_.find(reader) : trials_.end();
    if (tried != trials_.end()) {
      std::for_each(tried->second.begin(), tried->second.end(),
                    [&](const Trial& trial) { visit(trial.call); });
    }
  }
  return seen;
}

std::optional<Diagnostic> TypeInference::first_report(FragmentId candidate) const {
  std::vector<CallId> asked;
  if (const auto at = trials_.find(*typing_); at != trials_.end()) {
    for (const Trial& trial : at->second) {
      if (trial.candidate == candidate) {
        asked.push_back(trial.call);
      }
    }
  }
  const std::vector<bool> below = calls_below(asked, false);
  for (const CallReport& report : elaborator_.reports().reports()) {
    if (std::any_of(report.calls.begin(), report.calls.end(),
                    [&](CallId call) { return below[call.index()]; })) {
      return report.diagnostic;
    }
  }
  for (std::size_t i = 0; i < diagnostics_.size(); ++i) {
    if (reported_by_[i] && below[reported_by_[i]->index()]) {
      return diagnostics_[i];
    }
  }
  return std::nullopt;
}

void TypeInference::settle_trials() {
  std::vector<CallId>& tried = composition_.tried;
  for (const Environment& environment : elaborator_.environments()) {
    for (const auto& [feature, value] : environment.injected) {
      tried.push_back(value);  // an error in an unread value is not reported
    }
  }
  for (const auto& [call, trials] : trials_) {
    for (const Trial& trial : trials) {
      tried.push_back(trial.call);
    }
  }
  const bool leaves_nothing = diagnostics_.empty() && graph_.links.empty() &&
                              graph_.stitches.empty() && elaborator_.reports().reports().empty();
  if (tried.empty() || leaves_nothing) {
    return;
  }
  const std::vector<bool> is_needed = calls_below(roots_, false);
  std::vector<bool> is_tried = calls_below(tried, true);
  for (std::size_t i = 0; i < is_tried.size(); ++i) {
    is_tried[i] = is_tried[i] && !is_needed[i];
  }
  const auto only_tried = [&](const std::optional<CallId>& call) {
    return call && is_tried[call->index()];
  };
  for (std::size_t i = 0; i < graph_.links.size(); ++i) {
    graph_.links[i].is_tried = only_tried(linked_by_[i]);
  }
  std::size_t kept = 0;
  for (std::size_t i = 0; i < graph_.stitches.size(); ++i) {
    const bool is_gone = !stitched_by_[i].empty() &&
                         std::all_of(stitched_by_[i].begin(), stitched_by_[i].end(), only_tried);
    if (!is_gone) {
      std::swap(graph_.stitches[kept], graph_.stitches[i]);
      std::swap(stitched_by_[kept], stitched_by_[i]);
      ++kept;
    }
  }
  graph_.stitches.erase(graph_.stitches.begin() + static_cast<std::ptrdiff_t>(kept),
                        graph_.stitches.end());
  stitched_by_.resize(kept);
  // Reports, and the positions of reports about refused calls.
  constexpr std::size_t gone = std::numeric_limits<std::size_t>::max();
  std::vector<std::size_t> moved(diagnostics_.size(), gone);
  Diagnostics left;
  std::vector<std::optional<CallId>> left_by;
  for (std::size_t i = 0; i < diagnostics_.size(); ++i) {
    if (!only_tried(reported_by_[i])) {
      moved[i] = left.size();
      left.push_back(std::move(diagnostics_[i]));
      left_by.push_back(reported_by_[i]);
    }
  }
  diagnostics_ = std::move(left);
  reported_by_ = std::move(left_by);
  std::vector<std::pair<std::size_t, CallId>> refused;
  for (const auto& [diagnostic, call] : refused_calls_) {
    if (diagnostic < moved.size() && moved[diagnostic] != gone) {
      refused.emplace_back(moved[diagnostic], call);
    }
  }
  refused_calls_ = std::move(refused);
  composition_.is_only_tried = std::move(is_tried);
}

}  // namespace weft
