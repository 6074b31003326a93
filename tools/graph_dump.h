#pragma once

#include <string>

#include "fragments/model/library.h"
#include "support/json_fwd.h"

namespace weft::tools {

/// A material's graph as a table: one node per line, inputs by number, then the outputs.
std::string graph_text(const Library& library, const Material& material);

/// `{material, parameters: [{name, type, default}], nodes: [{id, name, text, inputs, source}],
/// outputs:
/// [{name, node}]}`.
Json graph_json(const Library& library, const Material& material);

/// `path:line:column` of the start of the span.
std::string place_text(const Library& library, const Span& span);

}  // namespace weft::tools
