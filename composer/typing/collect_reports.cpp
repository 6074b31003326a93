#include "composer/typing/collect_reports.h"

#include <algorithm>
#include <cstddef>
#include <map>
#include <optional>
#include <string>
#include <utility>
#include <vector>

#include "composer/typing/reached_calls.h"

namespace weft {
namespace {

/// Drops duplicates. One mistake is often reported twice: at the author's output and where a
/// profile reads it. Both reports have the same notes and hint; the one in the file of the notes
/// stays.
void drop_echoes(std::vector<CollectedReport>& reports) {
  const auto noted_file = [](const Diagnostic& report) -> std::optional<FileId> {
    for (const Note& note : report.notes) {
      if (note.span) {
        return note.span->file;
      }
    }
    return std::nullopt;
  };
  std::map<std::string, std::vector<std::size_t>> alike;
  for (std::size_t i = 0; i < reports.size(); ++i) {
    const Diagnostic& report = reports[i].diagnostic;
    if (report.span && noted_file(report)) {
      std::string key = report.hint;
      for (const Note& note : report.notes) {
        key += '\n' + note.text + (note.span ? std::to_string(note.span->begin) : "");
      }
      alike[key].push_back(i);
    }
  }
  std::vector<bool> is_echo(reports.size());
  for (const auto& [key, group] : alike) {
    const auto is_there = [&](std::size_t i) {
      return reports[i].diagnostic.span->file == *noted_file(reports[i].diagnostic);
    };
    if (std::any_of(group.begin(), group.end(), is_there)) {
      for (const std::size_t i : group) {
        is_echo[i] = !is_there(i);
      }
    }
  }
  std::vector<CollectedReport> kept;
  for (std::size_t i = 0; i < reports.size(); ++i) {
    if (!is_echo[i]) {
      kept.push_back(std::move(reports[i]));
    }
  }
  reports = std::move(kept);
}

}  // namespace

std::vector<CollectedReport> collect_reports(const Elaborator& elaborator, const TypedCalls& calls,
                                             const std::vector<CallId>& roots) {
  std::vector<CollectedReport> collected;
  for (const Diagnostic& general : elaborator.reports().general()) {
    collected.push_back({general, std::nullopt});
  }
  const bool has_typing_reports =
      std::any_of(calls.all().begin(), calls.all().end(),
                  [](const TypedCall& entry) { return !entry.findings().reports.empty(); });
  if (elaborator.reports().reports().empty() && !has_typing_reports) {
    return collected;
  }
  const std::vector<bool> is_rejected = rejected_calls(elaborator, calls, roots);
  for (const CallReport& report : elaborator.reports().reports()) {
    const auto call = std::find_if(report.calls.begin(), report.calls.end(),
                                   [&](CallId one) { return !is_rejected[one.index()]; });
    if (call != report.calls.end()) {
      collected.push_back(
          {report.diagnostic, report.shows_path ? std::optional(*call) : std::nullopt});
    }
  }
  for (const TypedCall& entry : calls.all()) {
    if (entry.call && is_rejected[entry.call->index()]) {
      continue;
    }
    for (const Diagnostic& report : entry.findings().reports) {
      collected.push_back({report, entry.findings().shows_path ? entry.call : std::nullopt});
    }
  }
  drop_echoes(collected);
  return collected;
}

bool has_errors(const std::vector<CollectedReport>& reports) {
  return std::any_of(reports.begin(), reports.end(), [](const CollectedReport& report) {
    return report.diagnostic.severity == Severity::Error;
  });
}

void append_reports(Diagnostics& to, const std::vector<CollectedReport>& reports) {
  for (const CollectedReport& report : reports) {
    append(to, report.diagnostic);
  }
}

std::optional<Diagnostic> first_report(const Elaborator& elaborator, const TypedCalls& calls,
                                       const std::vector<CallId>& from) {
  const std::vector<bool> is_below = reached_calls(elaborator, calls, from, false);
  for (const CallReport& report : elaborator.reports().reports()) {
    if (std::any_of(report.calls.begin(), report.calls.end(),
                    [&](CallId call) { return is_below[call.index()]; })) {
      return report.diagnostic;
    }
  }
  for (const TypedCall& entry : calls.all()) {
    if (entry.call && is_below[entry.call->index()] && !entry.findings().reports.empty()) {
      return entry.findings().reports.front();
    }
  }
  return std::nullopt;
}

}  // namespace weft
