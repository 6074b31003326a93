#include "composer/evaluations/stated_defaults.h"

namespace weft {

std::vector<TraitId> stated_defaults(const SemanticType& own, const SemanticType& stated,
                                     const Lattice& lattice) {
  std::vector<TraitId> traits;
  for (const TraitEntry& entry : own.entries()) {
    if (stated.has_traits() && lattice.trait(entry.trait).default_value &&
        !stated.stated(entry.trait)) {
      traits.push_back(entry.trait);
    }
  }
  return traits;
}

}  // namespace weft
