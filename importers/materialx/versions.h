#pragma once

#include <string_view>
#include <vector>

#include "importers/materialx/document.h"

namespace weft::materialx {

constexpr std::string_view newest_version = "1.39";

/// Whether the text is a version: numbers between dots.
bool is_version(std::string_view text);

/// Whether it is one of MaterialX's up to the newest that is known.
bool is_known_version(std::string_view text);

/// Per element: what follows `1.` in the version of its file; 39 where none is stated. O(elements).
std::vector<int> minor_versions(const Document& document);

}  // namespace weft::materialx
