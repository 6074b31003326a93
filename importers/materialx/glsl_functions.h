#pragma once

#include <cstdint>
#include <functional>
#include <string>
#include <string_view>
#include <vector>

/// The functions of a file of GLSL, as implementations of nodes have them. Their bodies are kept as
/// they are written: those that use what Weft has too are bodies of Weft.
namespace weft::materialx {

/// Code in which names are replaced.
struct RenamedCode {
  /// A place in the text and where it stands in the code that it was.
  struct Place {
    std::uint32_t text = 0;
    std::uint32_t code = 0;
  };

  std::string text;
  std::vector<Place> places = {};  ///< ascending: the beginning, and the ends of replaced names

  /// Where the character at that place of the text stands in the code; for one of a new name, at
  /// most where the old one ends. O(log places).
  std::uint32_t place_in_code(std::uint32_t place) const;
};

struct GlslParameter {
  std::string type;  ///< as written: `vec3`
  std::string name;
  bool is_out = false;
  bool is_assigned = false;  ///< in the body; only of those that are no `out`
};

struct GlslFunction {
  std::string name;
  std::string result;  ///< as written: `void`
  std::vector<GlslParameter> parameters;
  std::string body;              ///< without its braces, comments are blanks, macros are expanded
  std::uint32_t body_begin = 0;  ///< where the body stands in the text
  std::vector<RenamedCode::Place> body_places =
      {};                    ///< of the body, from its beginning in the text
  std::string prelude = {};  ///< declarations of the constants of the file that it reads
  std::size_t includes = 0;  ///< how many of GlslFile::includes stand before it
};

struct GlslFile {
  std::vector<std::string> includes;  ///< the paths of `#include`
  std::vector<GlslFunction> functions;
  /// The first thing that is no function, as far as a message shows it; empty if there is none.
  /// What follows it is read.
  std::string other;
  std::uint32_t other_begin = 0;  ///< where that stands in the text
};

/// Linear; nothing recurses.
GlslFile read_glsl(std::string_view text);

/// The new name of a word, or an empty text if it stays.
using Renaming = std::function<std::string(std::string_view)>;

/// Replaces names where they stand as whole words; those of members stay.
RenamedCode with_names(std::string_view code, const Renaming& renaming);

/// The words of the code that are no members, as often as they stand there.
std::vector<std::string_view> words_of(std::string_view code);

}  // namespace weft::materialx
