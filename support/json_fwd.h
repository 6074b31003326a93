#pragma once

#include <nlohmann/json_fwd.hpp>

namespace weft {

/// A JSON document that keeps its keys in the order in which they were put in, so that it reads
/// well. Headers need this declaration only; what works on documents includes support/json.h.
using Json = nlohmann::ordered_json;

}  // namespace weft
