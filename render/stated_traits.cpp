#include "render/stated_traits.h"

#include <optional>

namespace weft::render {

bool states(const Library& library, const SemanticType& type, std::string_view trait,
            std::string_view value) {
  const auto trait_name = library.names.find(trait);
  const auto value_name = library.names.find(value);
  const auto trait_id = trait_name ? library.lattice.find_trait(*trait_name) : std::nullopt;
  const auto wanted =
      trait_id && value_name ? library.lattice.find_value(*trait_id, *value_name) : std::nullopt;
  const auto stated = trait_id ? type.stated(*trait_id) : std::nullopt;
  return wanted && stated && library.lattice.is_within(*stated, *wanted);
}

std::string_view stated_name(const Library& library, const SemanticType& type,
                             std::string_view trait) {
  const auto trait_name = library.names.find(trait);
  const auto trait_id = trait_name ? library.lattice.find_trait(*trait_name) : std::nullopt;
  const auto stated = trait_id ? type.stated(*trait_id) : std::nullopt;
  return stated ? library.text(library.lattice.value(*stated).name) : std::string_view();
}

}  // namespace weft::render
