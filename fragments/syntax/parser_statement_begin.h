#pragma once

#include "fragments/syntax/parser_state.h"

namespace weft::parsing {

/// Whether the tokens at the cursor begin the declaration of a local: `NAME NAME` or
/// `NAME [n] NAME`, perhaps behind `const`.
bool at_local_declaration(const TokenCursor& cursor);

/// Reports a statement that bodies do not have: one of GLSL and HLSL that Weft lacks, or a
/// misspelled keyword in front of a block. Returns whether there was one.
bool fail_foreign_statement(Parser& p);

}  // namespace weft::parsing
