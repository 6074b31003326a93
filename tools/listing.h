#pragma once

#include <string>
#include <vector>

#include "fragments/model/library.h"
#include "support/json.h"

namespace weft::tools {

/// The lines of `weft list`: cells to be aligned, and the same as objects.
struct Listing {
  std::vector<std::vector<std::string>> rows;
  Json entries = Json::array();
};

/// `kind` is one of fragments, conversions, traits, features, profiles, materials. In order of
/// names, traits in the order of their declaration.
Listing list_declarations(const Library& library, const std::string& kind);

}  // namespace weft::tools
