#pragma once

#include <optional>
#include <string_view>

#include "fragments/model/library.h"
#include "fragments/model/lookups.h"

namespace weft {

/// The encoding that a type states if it differs from that of color literals (`#d94f30`), which is
/// sRGB. Such a literal is not a value of the type where nothing converts it. Empty if the lattice
/// lacks the trait or the value.
template <typename Entries>
std::string_view encoding_of_no_literal(const Library& library, const Entries& entries) {
  const auto trait = find_trait(library, "encoding");
  const auto srgb = find_value(library, trait, "srgb");
  for (const auto& entry : entries) {
    const std::optional<ValueId> stated(entry.value);
    if (srgb && entry.trait == *trait && stated && !library.lattice.is_within(*stated, *srgb)) {
      return library.text(library.lattice.value(*stated).name);
    }
  }
  return {};
}

}  // namespace weft
