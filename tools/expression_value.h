#pragma once

#include <string>
#include <vector>

#include "fragments/model/constant.h"
#include "fragments/model/library.h"
#include "support/result.h"

namespace weft::tools {

/// What a name or the path of a feature stands for in an expression.
struct NamedValue {
  std::string name;
  Constant value;
};

/// Evaluates the text of an expression as the body of a leaf would: literals, operators,
/// intrinsics, leaves and conversions of the library, `values`, and features that `values` names by
/// their path or that are defined by such.
/// `shown_name` stands for the text in messages; it becomes a source of the library. Errors: those
/// of expressions, and `evaluation-failed`.
Result<Constant> evaluate_expression_text(Library& library, const std::string& shown_name,
                                          const std::string& text,
                                          const std::vector<NamedValue>& values);

/// Reads `name=value` words; each value is an expression of its own.
Result<std::vector<NamedValue>> read_named_values(Library& library,
                                                  const std::vector<std::string>& words);

/// The values of a material's parameters from `parameter=value` words, in the parameters' types.
/// Errors: `unknown-parameter`, `bad-parameter-value`, and those of constant expressions.
Result<std::vector<std::pair<std::string, Constant>>> read_parameter_values(
    Library& library, const Material& material, const std::vector<std::string>& words);

}  // namespace weft::tools
