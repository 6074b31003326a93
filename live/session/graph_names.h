#pragma once

#include "support/diagnostic.h"
#include "support/json_fwd.h"

namespace weft::live {

/// Whether the names, wires and texts of a document have a meaning; its shapes are right. Errors as
/// of graph_text(). O(JSON); no recursion.
Diagnostics check_names(Json& document);

}  // namespace weft::live
