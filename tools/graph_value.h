#pragma once

#include <optional>
#include <string>
#include <vector>

#include "tools/expression_value.h"
#include "tools/options.h"

namespace weft::tools {

/// Whether the expression is valid only in a graph: it calls (or may call) a graph or something
/// that takes functions, or has syntax that bodies lack (lambdas, loops, `as`, `with`, colors).
/// Such an expression is composed as a material, since evaluate_expression_text() cannot evaluate
/// it. False if it does not parse.
bool needs_composing(Library& library, const std::string& expression);

/// Returns the source of a material `evaluated_expression` whose only output is the expression, on
/// lines of its own from the second on, with a parameter per value (static if its type is plain),
/// which has the value's name or is injected if the value is a feature. Array features get no
/// parameter. Parameters keep the order of `values`.
std::string material_of_expression(const Library& library, const std::string& expression,
                                   const std::vector<NamedValue>& values);

inline constexpr const char* evaluated_material = "evaluated_expression";

/// Evaluates that material, which the library must contain. Errors: those of constant_output().
Result<Constant> evaluate_material_of_expression(const Library& library,
                                                 const std::vector<NamedValue>& values);

}  // namespace weft::tools
