#pragma once

#include <string>

#include "fragments/syntax/syntax.h"
#include "support/interner.h"
#include "support/source.h"

namespace weft {

/// Where comments among the arguments of a call go.
enum class ArgumentComments {
  Stay,           ///< with the arguments, which then have a line each if the comments need it
  MoveBeforeLine  ///< before the statement or binding
};

/// Formats a module in the only layout that `weft fmt` writes: four spaces per level, and one
/// declaration, statement, binding or member per line. Ports get separate lines if they are many or
/// documented; the arguments of a call do if the line would exceed 120 columns.
///
/// `source` is the file that the module was parsed from without errors, or an empty one. It
/// supplies comments, single blank lines and the spelling of numbers. Comments between lines and at
/// line ends stay in place, and those among the arguments of a call in a statement or binding;
/// others in the middle of a line move before it. Parsing the output yields the same tree, and
/// formatting is idempotent. Linear; the stack does not grow with the module.
std::string print_module(const syntax::Module& module, const SourceFile& source,
                         const Interner& names, ArgumentComments places = ArgumentComments::Stay);

/// Formats one binding as print_module() does in a graph or material, or in a `stitch` block there.
/// Ends with a line break. Expects no comments inside of the binding; those around it are left out.
/// `source` as there, but not empty. Linear in the binding.
std::string print_binding(const syntax::Module& module, syntax::BindingId binding,
                          const SourceFile& source, const Interner& names, bool is_stitched);

/// Formats one expression of the module on one line (loops with several bindings take more).
std::string print_expression(const syntax::Module& module, syntax::ExprId expr,
                             const Interner& names);

}  // namespace weft
