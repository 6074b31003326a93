#pragma once

#include <cstdint>
#include <string>
#include <string_view>
#include <vector>

#include "fragments/syntax/fragment_places.h"
#include "fragments/syntax/number_literal.h"
#include "fragments/syntax/token.h"
#include "support/diagnostic.h"
#include "support/interner.h"
#include "support/source.h"

namespace weft {

/// The tokens of a text. `tokens` always ends with one End token.
struct LexedText {
  std::vector<Token> tokens;
  std::vector<Comment> comments;  ///< in source order
  std::vector<NumberLiteral> numbers;
  std::vector<std::string> strings;  ///< escapes resolved; raw strings with line breaks as `\n`
  Diagnostics diagnostics;
  bool is_text =
      true;  ///< false if the input is not UTF-8 or contains NUL; there are no tokens then
};

/// Tokenizes a file. Errors: `not-text` (then the only one), `syntax-error` (invalid characters,
/// unterminated strings and comments, preprocessor lines, bad escapes), `bad-number`. Reports at
/// most `max_errors`. Linear.
///
/// Accepts a byte order mark and CRLF line ends. Names are ASCII: `[A-Za-z_][A-Za-z0-9_]*`. Strings
/// stay on one line and have the escapes `\"`, `\\`, `\n` and `\t`; `"""` opens raw text up to the
/// next `"""`. Block comments do not nest.
LexedText lex(FileId file, const SourceFile& source, Interner& names, std::size_t max_errors = 100);

/// The same for parts of a file, in ascending order: what is outside of them is not looked at, and
/// no token, comment or string goes past the end of its range. O(bytes in the ranges).
LexedText lex_ranges(FileId file, const SourceFile& source, Interner& names,
                     const std::vector<TextRange>& ranges, std::size_t max_errors = 100);

/// Whether `word` is reserved: `break continue else false for if return true while`. The other
/// words of the grammar (`fragment`, `with`, `loop`, `as`, `output`, `param` …) are keywords only
/// in context, and names reserved in GLSL and HLSL (`input`, `sample`, `half` …) are ordinary
/// names.
bool is_reserved_word(std::string_view word);

/// Whether `word` can be a name in Weft source.
bool is_name(std::string_view word);

}  // namespace weft
