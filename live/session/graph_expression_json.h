#pragma once

#include <cstdint>

#include "live/session/document_text.h"
#include "live/session/graph_lines.h"
#include "support/json_fwd.h"

namespace weft::live {

/// The JSON of an expression in a graph of a formatted document. O(expression × names that it
/// binds); no recursion.
Json expression_json(const DocumentText& document, const GraphLines& lines, std::uint32_t graph,
                     syntax::ExprId expr);

}  // namespace weft::live
