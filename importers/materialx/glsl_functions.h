#pragma once

#include <optional>
#include <string>
#include <string_view>
#include <vector>

/// The functions of a file of GLSL, as implementations of nodes have them. Their bodies are kept as
/// they are written: those that use what Weft has too are bodies of Weft.
namespace weft::materialx {

struct GlslParameter {
  std::string type;  ///< as written: `vec3`
  std::string name;
  bool is_out = false;
};

struct GlslFunction {
  std::string name;
  std::string result;  ///< as written: `void`
  std::vector<GlslParameter> parameters;
  std::string body;  ///< without its braces and without comments
};

struct GlslFile {
  std::vector<std::string> includes;  ///< the paths of `#include`
  std::vector<GlslFunction> functions;
  /// The first thing that is no function, as far as a message shows it; empty if there is none.
  std::string other;
};

/// Linear; nothing recurses.
GlslFile read_glsl(std::string_view text);

/// Replaces names by others where they stand as whole words.
std::string with_names(std::string_view code,
                       const std::vector<std::pair<std::string, std::string>>& names);

}  // namespace weft::materialx
