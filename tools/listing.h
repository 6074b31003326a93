#pragma once

#include <string>
#include <vector>

#include "fragments/model/library.h"
#include "support/json.h"

namespace weft::tools {

/// The output of `weft list`: table cells, and the same data as JSON objects.
struct Listing {
  std::vector<std::vector<std::string>> rows;
  Json entries = Json::array();
};

/// `kind` is one of fragments, conversions, traits, features, profiles, materials. Sorted by name;
/// traits are in declaration order.
Listing list_declarations(const Library& library, const std::string& kind);

}  // namespace weft::tools
