#pragma once

#include <vector>

#include "importers/materialx/document.h"

namespace weft::materialx {

/// Per element: what follows `1.` in the version of its file; 39 where none is stated. O(elements).
std::vector<int> minor_versions(const Document& document);

}  // namespace weft::materialx
