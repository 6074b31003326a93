#include "fragments/types/pattern.h"

namespace weft {

Demand substitute(const TypePattern& pattern, const Bindings& bindings, const Lattice& lattice) {
  Demand demand;
  demand.data = pattern.data;
  if (pattern.type_variable) {
    const auto& bound = bindings.types[*pattern.type_variable];
    demand.data = bound ? bound->data() : DataType();
    if (bound) {
      // Skip guarantees: they hold for individual operands, while the shared type demands meanings
      // only.
      for (const TraitEntry& entry : bound->entries()) {
        if (lattice.trait(entry.trait).kind == TraitKind::Meaning) {
          demand.entries.push_back({entry.trait, entry.value, true});
        }
      }
    }
  }
  for (const PatternEntry& entry : pattern.entries) {
    std::optional<ValueId> value =
        entry.variable ? bindings.trait_values[*entry.variable] : entry.value;
    if (!value) {
      continue;
    }
    std::size_t at = 0;
    while (at < demand.entries.size() && demand.entries[at].trait < entry.trait) {
      ++at;
    }
    DemandEntry stated{entry.trait, *value, entry.conditional};
    if (at < demand.entries.size() && demand.entries[at].trait == entry.trait) {
      demand.entries[at] = stated;
    } else {
      demand.entries.insert(demand.entries.begin() + static_cast<std::ptrdiff_t>(at), stated);
    }
  }
  return demand;
}

}  // namespace weft
