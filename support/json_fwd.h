#pragma once

#include <nlohmann/json_fwd.hpp>

namespace weft {

/// A JSON document that keeps its keys in insertion order, for readable output. Headers need only
/// this declaration; code that works on documents includes support/json.h.
using Json = nlohmann::ordered_json;

}  // namespace weft
