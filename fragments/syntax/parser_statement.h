#pragma once

#include <optional>

#include "fragments/syntax/parser_state.h"

namespace weft::parsing {

/// Parses the body of a leaf. Expects the cursor at `{`. Returns nothing if the body is not closed
/// or nested too deep. Statements that failed are omitted.
std::optional<syntax::StmtId> parse_body(Parser& p);

}  // namespace weft::parsing
