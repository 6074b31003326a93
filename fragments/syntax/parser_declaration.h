#pragma once

#include "fragments/syntax/parser_state.h"

namespace weft::parsing {

/// Parses all declarations of a file into the module. Omits those with errors.
void parse_file(Parser& p);

}  // namespace weft::parsing
