#pragma once

#include <optional>
#include <string>
#include <vector>

#include "tools/expression_value.h"
#include "tools/options.h"

namespace weft::tools {

/// Whether the expression calls something that is a graph, or may be; then bodies, and with them
/// evaluate_expression_text(), cannot. False where it does not parse.
bool calls_graph(Library& library, const std::string& expression);

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
