#pragma once

#include <string>

#include "fragments/syntax/parser_cursor.h"

/// Hints for syntax of GLSL, HLSL and C that Weft spells otherwise, by the tokens around the
/// cursor. Each is empty where nothing is recognized, and for valid input never asked.
namespace weft::parsing {

/// At a word in place of an operator (`a and b`), or behind one in place of a sign (`not a`).
std::string operator_word_hint(const TokenCursor& cursor);

/// Whether the cursor is behind the parentheses of a cast, `(float3)x`.
bool is_behind_cast(const TokenCursor& cursor);
/// What is written for that cast.
std::string cast_hint(const TokenCursor& cursor);

/// Whether `(` at the cursor opens traits that belong in braces: `(use: color)`.
bool opens_traits_in_parentheses(const TokenCursor& cursor, std::size_t ahead = 0);

/// In `[0, 0.1]`, inside the bracket opened at this token: metadata without names.
std::string range_hint(const TokenCursor& cursor, std::size_t open);

/// Behind a word in front of a port: `inout color: float3`, `constant n: int`.
std::string qualified_port_hint(const TokenCursor& cursor);

}  // namespace weft::parsing
