#pragma once

#include <optional>
#include <string_view>

#include "fragments/library/library.h"

namespace weft {

/// The encoding that a type states, if that is not the one of color literals (`#d94f30`), which is
/// sRGB: where nothing converts, such a literal is no value of the type. Empty without a lattice
/// that knows both.
template <typename Entries>
std::string_view encoding_of_no_literal(const Library& library, const Entries& entries) {
  const auto trait_name = library.names.find("encoding");
  const auto srgb_name = library.names.find("srgb");
  const auto trait = trait_name ? library.lattice.find_trait(*trait_name) : std::nullopt;
  const auto srgb =
      trait && srgb_name ? library.lattice.find_value(*trait, *srgb_name) : std::nullopt;
  for (const auto& entry : entries) {
    const std::optional<ValueId> stated(entry.value);
    if (srgb && entry.trait == *trait && stated && !library.lattice.is_within(*stated, *srgb)) {
      return library.text(library.lattice.value(*stated).name);
    }
  }
  return {};
}

}  // namespace weft
