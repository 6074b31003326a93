#pragma once

#include <string>

#include "fragments/syntax/syntax.h"
#include "support/interner.h"
#include "support/source.h"

namespace weft {

/// The text of a module in the one layout that `weft fmt` writes: four spaces for each level, one
/// declaration, statement, binding or member on each line, ports on lines of their own where they
/// are many or documented, the arguments of calls where the line would be longer than 120 columns.
///
/// `source` is the file that the module was parsed from without errors, or an empty one. From it
/// come comments, single blank lines and the spelling of numbers. Comments stay where they are
/// between and behind lines; one in the middle of a line moves before it. Parsing the text gives
/// the same tree again, printing that the same text. Linear; the stack does not grow with the
/// module.
std::string print_module(const syntax::Module& module, const SourceFile& source,
                         const Interner& names);

/// One expression of the module on one line (loops with several bindings take more).
std::string print_expression(const syntax::Module& module, syntax::ExprId expr,
                             const Interner& names);

}  // namespace weft
