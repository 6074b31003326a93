#pragma once

#include <cstdint>
#include <optional>
#include <string>
#include <utility>
#include <variant>
#include <vector>

#include "fragments/model/library.h"

namespace weft {

/// A declaration in a list.
struct ListedDeclaration {
  /// Nothing, a text, a difficulty in thousandths, or a list.
  using Value = std::variant<std::monostate, std::string, std::int64_t, std::vector<std::string>>;
  struct Member {
    std::string key;   ///< `signature`, `difficulty`
    std::string cell;  ///< as text
    Value value;       ///< what the cell shows
  };
  std::string name;
  std::vector<Member> members;
  std::string doc;
  std::optional<std::string> source;  ///< `path:line:column`; nothing for the language's own
};

/// `kind` is one of fragments, conversions, traits, bounds, structs, products, features, profiles,
/// materials. Sorted by name; traits are in declaration order.
std::vector<ListedDeclaration> list_declarations(const Library& library, const std::string& kind);

}  // namespace weft
