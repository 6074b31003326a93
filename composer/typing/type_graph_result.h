#pragma once

#include "composer/typing/call_typing.h"

namespace weft {

/// A result of a graph that is typed apart: the graph's template (graph_template.h) with the values
/// of the call's ports, or the graph expanded in its place.
TypedValue type_graph_result(CallTyping& typing, const GraphResultCall& call);

}  // namespace weft
