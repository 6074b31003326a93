#pragma once

#include <string>

#include "fragments/syntax/syntax.h"
#include "support/interner.h"

namespace weft::testing {

/// All data of a module except spans, one line per expression, statement, binding and declaration.
/// Two modules are the same tree if their dumps are equal: children are written as ids, which the
/// parser assigns in source order.
std::string dump_syntax(const syntax::Module& module, const Interner& names);

/// The same, with the spans of expressions, statements, bindings, declarations and identifiers.
std::string dump_with_spans(const syntax::Module& module, const Interner& names);

}  // namespace weft::testing
