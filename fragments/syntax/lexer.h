#pragma once

#include <cstdint>
#include <string>
#include <string_view>
#include <vector>

#include "fragments/syntax/number_literal.h"
#include "fragments/syntax/token.h"
#include "support/diagnostic.h"
#include "support/interner.h"
#include "support/source.h"

namespace weft {

/// A text cut into tokens. `tokens` always ends with one End token.
struct LexedText {
  std::vector<Token> tokens;
  std::vector<Comment> comments;  ///< in the order of the text
  std::vector<NumberLiteral> numbers;
  std::vector<std::string> strings;  ///< escapes resolved; raw ones with line breaks as `\n`
  Diagnostics diagnostics;
  bool is_text = true;  ///< false: not UTF-8 or with a NUL; there are no tokens then
};

/// Cuts a file into tokens. Errors: `not-text` (nothing else is reported then), `syntax-error`
/// (characters that mean nothing, what is not closed, preprocessor lines, escapes), `bad-number`.
/// Reports at most `max_errors`. Linear.
///
/// A byte order mark and CRLF line ends are fine. Names are ASCII: `[A-Za-z_][A-Za-z0-9_]*`.
/// Strings stay on one line and know `\"`, `\\`, `\n` and `\t`; `"""` opens raw text up to the next
/// `"""`. Block comments do not nest.
LexedText lex(FileId file, const SourceFile& source, Interner& names, std::size_t max_errors = 100);

/// The words of Weft that cannot be names: `break continue else false for if return true while`.
/// All others that the grammar quotes (`fragment`, `with`, `loop`, `as`, `output`, `param` …) are
/// words only where the grammar asks for them; what GLSL and HLSL reserve besides (`input`,
/// `sample`, `half` …) are ordinary names.
bool is_reserved_word(std::string_view word);

/// Is `word` a name that Weft text can hold?
bool is_name(std::string_view word);

}  // namespace weft
