#include "render/stated_traits.h"

#include <algorithm>
#include <optional>

#include "fragments/model/lookups.h"

namespace weft::render {

bool states(const Library& library, const SemanticType& type, std::string_view trait,
            std::string_view value) {
  const auto stating = find_trait(library, trait);
  const auto wanted = find_value(library, stating, value);
  const auto stated = wanted ? type.stated(*stating) : std::nullopt;
  return stated && library.lattice.is_within(*stated, *wanted);
}

bool demands(const Library& library, const Demand& demand, std::string_view trait,
             std::string_view value) {
  const auto stating = find_trait(library, trait);
  const auto wanted = find_value(library, stating, value);
  return wanted &&
         std::any_of(demand.entries.begin(), demand.entries.end(), [&](const DemandEntry& entry) {
           return entry.trait == *stating && library.lattice.is_within(entry.value, *wanted);
         });
}

std::string_view stated_name(const Library& library, const SemanticType& type,
                             std::string_view trait) {
  const auto trait_id = find_trait(library, trait);
  const auto stated = trait_id ? type.stated(*trait_id) : std::nullopt;
  return stated ? library.text(library.lattice.value(*stated).name) : std::string_view();
}

}  // namespace weft::render
