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

/// A directive, declaration or function that cannot be read.
struct UnreadGlsl {
  std::string excerpt;      ///< its first line, as far as a message shows it
  std::string head;         ///< what stands before its block, as far as a name is looked for there
  std::uint32_t begin = 0;  ///< where it stands in the text
};

struct GlslFile {
  std::vector<std::string> includes;  ///< the paths of `#include`
  std::vector<GlslFunction> functions;
  std::vector<UnreadGlsl> unread;  ///< what else it has
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
