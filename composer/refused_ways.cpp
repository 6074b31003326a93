#include "composer/refused_ways.h"

#include <string>
#include <utility>

#include <fmt/format.h>

#include "composer/typing/feature_hints.h"
#include "composer/typing/reached_calls.h"

namespace weft {
namespace {

/// Names a call on a path: its fragment, or its binding for operators.
std::string name_on_way(const Library& library, const Call& call) {
  if (const auto* invoke = std::get_if<InvokeCall>(&call.kind);
      invoke && !invoke->node->is_operator) {
    return std::string(library.text(invoke->node->callee));
  }
  return call.origin.name;
}

/// `output 'height' → lift → edge`: the calls on the path from an output to the refused call,
/// exclusive.
std::string text_of_way(const Composition& composition, const Elaborator& elaborator,
                        const std::vector<CallId>& way, const std::vector<DemandedCall>& outputs) {
  constexpr std::size_t most_named = 12;
  const Library& library = composition.library;
  std::vector<std::string> names;
  for (const auto& [demand, call] : outputs) {
    if (!way.empty() && call == way.front() && names.empty()) {
      names.push_back(name_of_demand(composition, demand));
    }
  }
  for (std::size_t i = 0; i + 1 < way.size(); ++i) {
    std::string name = name_on_way(library, elaborator.calls()[way[i]]);
    const bool is_output = names.size() == 1 && names.front().ends_with(fmt::format(" '{}'", name));
    if (!name.empty() && !is_output && (names.empty() || names.back() != name)) {
      names.push_back(std::move(name));
    }
  }
  std::string text;
  for (std::size_t i = 0; i < names.size(); ++i) {
    if (names.size() > most_named && i == most_named / 2) {
      text += fmt::format("… ({} more) → ", names.size() - most_named);
      i = names.size() - most_named / 2;
    }
    text += names[i] + (i + 1 < names.size() ? " → " : "");
  }
  return text;
}

}  // namespace

void explain_refusals(const Composition& composition, const Elaborator& elaborator,
                      const TypedCalls& calls, const std::vector<DemandedCall>& outputs,
                      std::vector<CollectedReport>& reports) {
  const std::vector<CallId> roots = roots_of(outputs);
  for (CollectedReport& report : reports) {
    if (!report.at_end_of_path) {
      continue;
    }
    Diagnostic& refusal = report.diagnostic;
    const std::vector<CallId> way = shortest_path(elaborator, calls, roots, *report.at_end_of_path);
    const std::string text = text_of_way(composition, elaborator, way, outputs);
    if (!text.empty()) {
      refusal.notes.push_back({"the shortest way to it: " + text});
    }
    const auto* missing =
        std::get_if<ErroneousCall>(&elaborator.calls()[*report.at_end_of_path].kind);
    if (missing != nullptr && missing->missing) {
      const Call* reader = way.size() > 1 ? &elaborator.calls()[way[way.size() - 2]] : nullptr;
      std::string hint =
          modifier_hint(composition.library, *missing->missing, reader, refusal.span);
      refusal.hint = hint.empty() ? refusal.hint : std::move(hint);
    }
  }
}

}  // namespace weft
