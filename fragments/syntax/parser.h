#pragma once

#include <optional>

#include "fragments/syntax/syntax.h"
#include "support/diagnostic.h"
#include "support/interner.h"
#include "support/source.h"

namespace weft {

/// The result of parsing a file. If `diagnostics` has errors, `module` lacks the faulty
/// declarations, statements and bindings, and its stores may hold unreferenced parts.
struct ParsedModule {
  syntax::Module module;
  Diagnostics diagnostics;
};

/// Parses a `.weft` file; docs/language.md has the grammar. An empty file is an empty module.
///
/// Errors: `not-text`, `syntax-error`, `bad-number`, `nesting-too-deep` (200 levels of brackets,
/// blocks, unary operators, selections and loops; once per file); at most 100 in total. Linear time
/// and memory; the stack does not grow with the input. Operands have smaller ids than their users,
/// so later passes loop over the stores instead of recursing: chains like `a + a + …` and `a.b.b…`
/// may be arbitrarily long.
ParsedModule parse_module(FileId file, const SourceFile& source, Interner& names);

/// The result of parsing one expression, as from the command line. `expr` is empty exactly if there
/// are errors.
struct ParsedExpression {
  syntax::Module module;
  std::optional<syntax::ExprId> expr;
  Diagnostics diagnostics;
};

/// Parses a text that consists of one expression. Errors as for parse_module().
ParsedExpression parse_expression(FileId file, const SourceFile& source, Interner& names);

}  // namespace weft
