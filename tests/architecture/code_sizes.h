#pragma once

#include <cstddef>
#include <optional>
#include <string>
#include <string_view>
#include <vector>

// Reads sizes from the text of C++ files: a scanner of declarations that knows scopes and braces,
// not types. It need only be right for this repository; size_rules_test.cpp has a case for each
// form that it distinguishes.

namespace weft::testing {

struct ClassSize {
  std::string name;  ///< with its enclosing classes: `Outer::Inner`
  std::size_t line = 0;
  bool is_plain = false;    ///< a struct or union without methods
  std::size_t methods = 0;  ///< declared, without `= default` and `= delete`
  std::size_t members = 0;  ///< non-static data members
};

struct FunctionSize {
  std::string name;  ///< with its enclosing classes
  std::size_t line = 0;
  std::size_t lines = 0;  ///< from the first line of the definition to its closing brace
};

struct CodeSizes {
  std::vector<ClassSize> classes;       ///< outside of function bodies
  std::vector<FunctionSize> functions;  ///< with a body, lambdas not apart
  bool is_balanced = true;              ///< false: braces do not match, and the rest is unreliable
};

CodeSizes code_sizes(std::string_view text);

}  // namespace weft::testing
