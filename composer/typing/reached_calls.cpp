#include "composer/typing/reached_calls.h"

#include <algorithm>

namespace weft {

std::vector<bool> reached_calls(const Elaborator& elaborator, const TypedCalls& calls,
                                const std::vector<CallId>& from, bool with_rejected) {
  std::vector<bool> seen(elaborator.calls().size(), false);
  std::vector<CallId> open;
  const auto visit = [&](CallId call) {
    if (!seen[call.index()]) {
      seen[call.index()] = true;
      open.push_back(call);
    }
  };
  const auto visit_all = [&](const auto& some) { std::for_each(some.begin(), some.end(), visit); };
  visit_all(from);
  while (!open.empty()) {
    const CallId reader = open.back();
    open.pop_back();
    visit_all(elaborator.calls()[reader].inputs);
    if (const TypedCall* typed = calls.find(reader)) {
      visit_all(typed->findings().requested);
      if (with_rejected) {
        visit_all(typed->findings().rejected);
      }
    }
  }
  return seen;
}

std::vector<bool> rejected_calls(const Elaborator& elaborator, const TypedCalls& calls,
                                 const std::vector<CallId>& roots) {
  std::vector<CallId> rejected;
  for (const Environment& environment : elaborator.environments()) {
    for (const auto& [feature, value] : environment.injected) {
      rejected.push_back(value);  // an error in an unread value is not reported
    }
  }
  for (const TypedCall& entry : calls.all()) {
    const CallIds& of_call = entry.findings().rejected;
    rejected.insert(rejected.end(), of_call.begin(), of_call.end());
  }
  if (rejected.empty()) {
    return std::vector<bool>(elaborator.calls().size(), false);
  }
  const std::vector<bool> is_needed = reached_calls(elaborator, calls, roots, false);
  std::vector<bool> is_rejected = reached_calls(elaborator, calls, rejected, true);
  for (std::size_t i = 0; i < is_rejected.size(); ++i) {
    is_rejected[i] = is_rejected[i] && !is_needed[i];
  }
  return is_rejected;
}

std::vector<CallId> shortest_path(const Elaborator& elaborator, const TypedCalls& calls,
                                  const std::vector<CallId>& roots, CallId to) {
  const std::size_t count = elaborator.calls().size();
  std::vector<std::optional<CallId>> from(count);
  std::vector<bool> seen(count, false);
  std::vector<CallId> queue;
  const auto visit = [&](CallId call, std::optional<CallId> reader) {
    if (!seen[call.index()]) {
      seen[call.index()] = true;
      from[call.index()] = reader;
      queue.push_back(call);
    }
  };
  for (CallId root : roots) {
    visit(root, std::nullopt);
  }
  for (std::size_t next = 0; next < queue.size() && !seen[to.index()]; ++next) {
    const CallId reader = queue[next];
    for (CallId input : elaborator.calls()[reader].inputs) {
      visit(input, reader);
    }
    if (const TypedCall* typed = calls.find(reader)) {
      for (CallId call : typed->findings().requested) {
        visit(call, reader);
      }
    }
  }
  std::vector<CallId> path;
  for (std::optional<CallId> at = seen[to.index()] ? std::optional(to) : std::nullopt; at;
       at = from[at->index()]) {
    path.push_back(*at);
  }
  std::reverse(path.begin(), path.end());
  return path;
}

}  // namespace weft
