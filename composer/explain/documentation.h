#pragma once

#include <optional>
#include <string>
#include <string_view>
#include <vector>

#include "fragments/model/library.h"

namespace weft {

/// One declaration of a name, for readers.
struct Documentation {
  std::string kind;   ///< `fragment`, `graph`, `conversion`, `trait`, `trait value`, …
  std::string title;  ///< the name with its signature: `abs(x: int) -> int`
  /// Further facts by name: `difficulty` 2, `values` cold, warm.
  std::vector<std::pair<std::string, std::string>> facts;
  std::string doc;                    ///< the whole comment
  std::optional<std::string> source;  ///< `path:line:column`; nothing for the language's own
};

/// Every declaration that `name` can mean: fragments with all overloads, conversions, traits and
/// their values (`srgb`, `vector.direction`, `use.vector.direction`), structs, bounds, features
/// (`light.direction`, and `light` for all of them), profiles and materials. In this order; empty
/// if there is none. O(declarations).
std::vector<Documentation> find_documentation(const Library& library, std::string_view name);

/// All names that find_documentation() knows, sorted, each once.
std::vector<std::string> documented_names(const Library& library);

}  // namespace weft
