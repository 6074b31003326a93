#pragma once

#include <optional>
#include <string>
#include <vector>

#include "composer/typing/graph_template.h"
#include "composer/typing/typing_context.h"

namespace weft {

/// Per port of a graph: what typing knows of its argument; nothing: the port has its default.
using GivenPorts = std::vector<std::optional<GivenCall>>;

/// Types a result of a graph whose ports are given, in a composition of its own. Costs what typing
/// the graph in its place costs.
GraphTemplate make_graph_template(const TypingContext& in, FragmentId graph, std::uint32_t result,
                                  Stage stage, const GivenPorts& given);

}  // namespace weft
