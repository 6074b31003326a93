#pragma once

#include "composer/explain/graph_dump.h"
#include "support/json_fwd.h"

namespace weft {

/// `{material, parameters: [{name, type, default}], nodes: [{id, name, text, inputs, source}],
/// outputs: [{name, node}]}`.
Json graph_json(const Library& library, const GraphDump& graph);

}  // namespace weft
