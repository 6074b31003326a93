#pragma once

#include <optional>

#include "fragments/syntax/syntax.h"
#include "support/diagnostic.h"
#include "support/interner.h"
#include "support/source.h"

namespace weft {

/// What could be read of a file, and all that is wrong with it. Where `diagnostics` has errors, the
/// declarations, statements and bindings at fault are left out of `module`, and its stores may hold
/// parts that nothing refers to.
struct ParsedModule {
  syntax::Module module;
  Diagnostics diagnostics;
};

/// Reads a `.weft` file; the grammar is in docs/language.md. An empty file is an empty module.
///
/// Errors: `not-text`, `syntax-error`, `bad-number`, `nesting-too-deep` (200 levels of brackets,
/// blocks, unary operators, choices, loops; once a file); at most 100. Linear in time and memory;
/// the stack does not grow with the input. Operands have smaller ids than what uses them, so loops
/// over the stores replace recursion over the trees: chains like `a + a + …` and `a.b.b…` have no
/// limit.
ParsedModule parse_module(FileId file, const SourceFile& source, Interner& names);

/// One expression, as on the command line; `expr` is absent exactly if there are errors.
struct ParsedExpression {
  syntax::Module module;
  std::optional<syntax::ExprId> expr;
  Diagnostics diagnostics;
};

/// Reads a text that is one expression and nothing else. Errors as parse_module().
ParsedExpression parse_expression(FileId file, const SourceFile& source, Interner& names);

}  // namespace weft
