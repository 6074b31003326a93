#pragma once

#include <vector>

#include "fragments/syntax/fragment_places.h"
#include "fragments/syntax/lexer.h"
#include "fragments/syntax/parser.h"
#include "fragments/syntax/syntax.h"
#include "support/diagnostic.h"
#include "support/interner.h"
#include "support/source.h"

namespace weft {

/// A fragment or graph that was not parsed.
struct SkippedFragment {
  FragmentPlace place;
  NameId name;
};

/// A file parsed without fragments and graphs.
struct ParsedOutline {
  ParsedModule parsed;
  std::vector<Token> tokens;             ///< of what was parsed
  std::vector<SkippedFragment> skipped;  ///< in source order
};

/// Parses a file like parse_module(), but skips those that find_fragments() finds, or nothing if
/// they interrupt other declarations. Reports the errors of parse_module() outside of them.
ParsedOutline parse_outline(FileId file, const SourceFile& source, Interner& names);

/// Parses a file like parse_module(), and keeps the tokens; nothing is skipped.
ParsedOutline parse_with_tokens(FileId file, const SourceFile& source, Interner& names);

/// What was skipped, parsed.
struct ParsedFragment {
  std::vector<Token> tokens;
  Diagnostics diagnostics;
};

/// Parses what was skipped and appends its declaration to the module. Without errors it is the one
/// that parse_module() gives, up to ids. O(bytes of the fragment).
ParsedFragment parse_skipped(syntax::Module& module, const SourceFile& source, Interner& names,
                             const SkippedFragment& skipped);

/// The same for the signature alone: FragmentDecl::body and GraphDecl::bindings are empty. Appends
/// nothing if it has errors. O(bytes of the signature).
void parse_skipped_signature(syntax::Module& module, const SourceFile& source, Interner& names,
                             const SkippedFragment& skipped);

/// Restores the order of the text after parse_skipped().
void sort_declarations(syntax::Module& module);

}  // namespace weft
