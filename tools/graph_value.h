#pragma once

#include <optional>
#include <string>
#include <vector>

#include "tools/expression_value.h"
#include "tools/options.h"

namespace weft::tools {

/// Whether the expression is one of graphs alone: it calls something that is a graph or takes
/// functions, or may be, or says what no body can say (lambdas, loops, `as`, `with`, colors). Then
/// it is composed as a material, and evaluate_expression_text() cannot evaluate it. False where it
/// does not parse.
bool needs_composing(Library& library, const std::string& expression);

/// The text of a material `evaluated_expression` whose only output is the expression, with a static
/// parameter per value: named as it is, or injected where it is a feature's. Parameters stand in
/// the order of `values`.
std::string material_of_expression(const Library& library, const std::string& expression,
                                   const std::vector<NamedValue>& values);

inline constexpr const char* evaluated_material = "evaluated_expression";

/// The value of that material, which the library has to hold. Errors: those of constant_output().
Result<Constant> evaluate_material_of_expression(const Library& library,
                                                 const std::vector<NamedValue>& values);

}  // namespace weft::tools
