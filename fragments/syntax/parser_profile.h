#pragma once

#include "fragments/syntax/parser_state.h"

namespace weft::parsing {

bool parse_profile(Parser& p, syntax::Declaration& into);

}  // namespace weft::parsing
