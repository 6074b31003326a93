#pragma once

#include <map>
#include <optional>
#include <string>
#include <string_view>
#include <vector>

#include "importers/materialx/code_files.h"
#include "importers/materialx/glsl_functions.h"
#include "support/source.h"

/// Leaves as text, made of code of a document.
namespace weft::materialx {

struct LeafCode {
  std::string text;
  std::vector<std::string> ports = {};    ///< their names
  std::vector<std::string> results = {};  ///< their names; none of a single one
  /// Of a function of a file: its name there and what has become of its body.
  std::string function = {};
  std::optional<FileId> file = {};
  RenamedCode body = {};
  RenamedCode read = {};  ///< where places of the function's body stand in the file; without text
  std::uint32_t body_in_text = 0;
  std::uint32_t body_in_file = 0;

  /// Where a place of the text stands in the file; nothing outside of the body.
  std::optional<Span> place_in_file(std::uint32_t begin, std::uint32_t end) const;
};

/// The data type of a type of GLSL, or an empty text.
std::string_view data_type_of_glsl(std::string_view type);

/// Whether Weft has the types of the function's parameters and its result.
bool has_known_types(const GlslFunction& function);

/// A function as a leaf with that name. `called` has the leaves of the functions that it calls.
/// Names that Weft has for something else get others.
LeafCode leaf_of_function(const CodeFunction& function, const std::string& name,
                          const std::map<std::string, std::string, std::less<>>& called);

/// An input of a definition.
struct CodeInput {
  std::string name;
  std::string type;  ///< a data type
};

/// A leaf with that name whose result is an expression, in which inputs stand as `{{name}}`.
/// Nothing if the code is more than one expression.
std::optional<LeafCode> leaf_of_expression(std::string_view code, const std::string& name,
                                           const std::vector<CodeInput>& inputs,
                                           const std::string& result);

}  // namespace weft::materialx
