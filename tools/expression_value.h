#pragma once

#include <string>
#include <vector>

#include "fragments/model/constant.h"
#include "fragments/model/library.h"
#include "support/result.h"

namespace weft::tools {

/// The value of a name or of a feature path in an expression.
struct NamedValue {
  std::string name;
  Constant value;
};

/// Evaluates the text of an expression like the body of a leaf: literals, operators, intrinsics,
/// leaves and conversions of the library, `values`, and features that `values` gives by path or
/// whose definitions need only such features. `shown_name` is the file name in messages; the text
/// becomes a source of the library. Errors: those of expressions, and `evaluation-failed`.
Result<Constant> evaluate_expression_text(Library& library, const std::string& shown_name,
                                          const std::string& text,
                                          const std::vector<NamedValue>& values);

/// Reads `name=value` words; each value is a separate expression.
Result<std::vector<NamedValue>> read_named_values(Library& library,
                                                  const std::vector<std::string>& words);

/// Reads parameter values of a material from `parameter=value` words, as the parameters' types.
/// Errors: `unknown-parameter`, `bad-parameter-value`, and those of constant expressions.
Result<std::vector<std::pair<std::string, Constant>>> read_parameter_values(
    Library& library, const Material& material, const std::vector<std::string>& words);

}  // namespace weft::tools
