#pragma once

#include <string>

#include "fragments/syntax/syntax.h"
#include "support/interner.h"

namespace weft::testing {

/// Everything that a module says but for spans, a line for each expression, statement, binding and
/// declaration. Two modules are the same tree if these are equal: children are written as ids, and
/// the parser issues them in the order of the text.
std::string dump_syntax(const syntax::Module& module, const Interner& names);

}  // namespace weft::testing
