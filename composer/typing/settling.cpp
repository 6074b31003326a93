#include "composer/typing/settling.h"

#include <algorithm>

#include <fmt/format.h>

namespace weft {

Diagnostic too_many_choices(Span span, std::string_view name) {
  return error_at(Code::SearchLimit, span,
                  fmt::format("the values that meet in {} disagree about so many traits that there "
                              "are more than {} ways to settle it",
                              name, choice_limit),
                  "convert some of them first: name: type = …");
}

void demand_settled(Demand& demand, const std::vector<TraitEntry>& settled) {
  for (const TraitEntry& entry : settled) {
    auto at =
        std::find_if(demand.entries.begin(), demand.entries.end(),
                     [&entry](const DemandEntry& known) { return !(known.trait < entry.trait); });
    if (at == demand.entries.end() || at->trait != entry.trait) {
      demand.entries.insert(at, {entry.trait, entry.value, true});
    }
  }
}

}  // namespace weft
