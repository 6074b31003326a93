#pragma once

#include <map>
#include <string>
#include <string_view>
#include <vector>

#include "importers/materialx/glsl_functions.h"

namespace weft::materialx {

/// What a file of GLSL defines before a function: macros without parameters and constants. Bodies
/// of Weft have neither, so both are written into the functions that use them.
class GlslDefinitions {
 public:
  /// Takes the line of a `#define`. False for macros with parameters and for other directives.
  bool define(std::string_view line);
  /// Takes what stands between `const` and `;`: `float K = 2.0, L = 3.0`. False for anything else.
  bool declare(std::string_view declaration);
  /// Expands macros in the body, gives arrays their sizes (`float[](a, b)`), and sets the prelude.
  void apply(GlslFunction& function) const;

 private:
  struct Constant {
    std::vector<std::string> names;
    std::string declaration;  ///< `float K = 2.0`, macros expanded
  };

  RenamedCode expanded(std::string_view code) const;

  std::map<std::string, std::string, std::less<>> macros_;  ///< by name, expanded
  std::vector<Constant> constants_;                         ///< in text order
};

}  // namespace weft::materialx
