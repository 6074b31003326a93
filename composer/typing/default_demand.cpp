#include "composer/typing/default_demand.h"

#include <algorithm>
#include <optional>

namespace weft {

Demand demand_with_defaults(const SemanticType& type, const SemanticType& value,
                            const Lattice& lattice) {
  Demand demand = demand_of(type);
  for (const TraitEntry& entry : value.entries()) {
    const std::optional<ValueId> usual = type.value(entry.trait, lattice);
    if (usual && !type.stated(entry.trait)) {
      demand.entries.push_back({entry.trait, *usual});
    }
  }
  std::sort(demand.entries.begin(), demand.entries.end());
  return demand;
}

}  // namespace weft
