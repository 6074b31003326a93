#pragma once

#include <nlohmann/json.hpp>

namespace weft::tools {

/// Keeps its keys in the order in which they were put in, so that documents read well.
using Json = nlohmann::ordered_json;

}  // namespace weft::tools
