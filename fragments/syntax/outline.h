#pragma once

#include <cstddef>
#include <optional>
#include <vector>

#include "fragments/syntax/lexer.h"
#include "fragments/syntax/parser.h"
#include "fragments/syntax/syntax.h"
#include "support/diagnostic.h"
#include "support/interner.h"
#include "support/source.h"

namespace weft {

/// A fragment or graph of an outline: its tokens are `begin` up to `end`.
struct OutlinedFragment {
  std::size_t declaration;          ///< index into the module's declarations
  std::size_t begin;                ///< of the declaration
  std::optional<std::size_t> body;  ///< the `{` of its body; nothing if there is none to be parsed
  std::size_t end;
};

/// What is needed to parse the bodies that were skipped in a file.
struct Outline {
  LexedText text;                           ///< without its diagnostics
  std::vector<OutlinedFragment> fragments;  ///< in source order
};

/// A file parsed without the bodies of its fragments and graphs. FragmentDecl::body and
/// GraphDecl::bindings are empty until parse_skipped_body().
struct ParsedOutline {
  ParsedModule parsed;
  Outline outline;
};

/// Parses a file like parse_module(), but skips those bodies. A body whose braces do not match is
/// parsed at once. Reports the errors of parse_module() outside of the skipped bodies.
ParsedOutline parse_outline(FileId file, const SourceFile& source, Interner& names);

/// Parses a file like parse_module(), and keeps the tokens; there are no `fragments`.
ParsedOutline parse_with_tokens(FileId file, const SourceFile& source, Interner& names);

/// Parses the body of `fragment`, which was skipped, and puts it into the module. Returns the
/// errors in the body; without errors the declaration is the one that parse_module() gives, up to
/// ids. `text` is of the fragment's outline. Parse each body once. O(tokens of the body).
Diagnostics parse_skipped_body(syntax::Module& module, const LexedText& text,
                               const OutlinedFragment& fragment, const SourceFile& source);

}  // namespace weft
