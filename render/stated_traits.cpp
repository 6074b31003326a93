#include "render/stated_traits.h"

#include <algorithm>
#include <optional>

namespace weft::render {

namespace {

struct Wanted {
  TraitId trait;
  ValueId value;
};

std::optional<Wanted> find_value(const Library& library, std::string_view trait,
                                 std::string_view value) {
  const auto trait_name = library.names.find(trait);
  const auto value_name = library.names.find(value);
  const auto trait_id = trait_name ? library.lattice.find_trait(*trait_name) : std::nullopt;
  const auto wanted =
      trait_id && value_name ? library.lattice.find_value(*trait_id, *value_name) : std::nullopt;
  return wanted ? std::optional(Wanted{*trait_id, *wanted}) : std::nullopt;
}

}  // namespace

bool states(const Library& library, const SemanticType& type, std::string_view trait,
            std::string_view value) {
  const auto wanted = find_value(library, trait, value);
  const auto stated = wanted ? type.stated(wanted->trait) : std::nullopt;
  return stated && library.lattice.is_within(*stated, wanted->value);
}

bool demands(const Library& library, const Demand& demand, std::string_view trait,
             std::string_view value) {
  const auto wanted = find_value(library, trait, value);
  return wanted &&
         std::any_of(demand.entries.begin(), demand.entries.end(), [&](const DemandEntry& entry) {
           return entry.trait == wanted->trait &&
                  library.lattice.is_within(entry.value, wanted->value);
         });
}

std::string_view stated_name(const Library& library, const SemanticType& type,
                             std::string_view trait) {
  const auto trait_name = library.names.find(trait);
  const auto trait_id = trait_name ? library.lattice.find_trait(*trait_name) : std::nullopt;
  const auto stated = trait_id ? type.stated(*trait_id) : std::nullopt;
  return stated ? library.text(library.lattice.value(*stated).name) : std::string_view();
}

}  // namespace weft::render
