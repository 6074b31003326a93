#pragma once

#include <cstdint>
#include <string>
#include <vector>

#include "support/source.h"

namespace weft::lsp {

/// What is being written at a place of a text, by the tokens before it: the text around a place
/// where somebody types rarely parses.
struct CursorContext {
  enum class Kind : std::uint8_t {
    Nothing,      ///< a comment, a string, a number, the name of something new
    Import,       ///< the file of an import
    Declaration,  ///< the first word of a declaration
    Statement,    ///< the first word inside of a material, graph or body
    Output,       ///< the name of an output
    Expression,
    Member,         ///< after a dot: `path` is what is before it, if that is names only
    Type,           ///< a data type
    TraitName,      ///< inside of `{…}` after a type
    TraitValue,     ///< of `trait`
    BodyOrTraits,   ///< inside of the `{` after a result, which may begin either
    Bound,          ///< of a type parameter
    Profile,        ///< the profile that another one starts from
    MetadataName,   ///< inside of `[…]` after a parameter, port or feature
    MetadataValue,  ///< of `subject`
    Provided,       ///< the feature that a profile provides
    Setting,        ///< the name of a setting of a profile
    SettingValue,   ///< of `subject`
    Rate,           ///< of a feature
  };
  Kind kind = Kind::Nothing;
  std::uint32_t word_begin = 0;  ///< of the word that the place ends
  /// For Member: `surface`, or `a`, `b` for `a.b.`.
  std::vector<std::string> path = {};
  /// For Member after a call: its callee.
  std::string called = {};
  std::string trait = {};
  /// For MetadataValue and SettingValue: the name of the entry.
  std::string subject = {};
  /// For Type: of a port, where words for its rate and functions may stand.
  bool is_of_port = false;
  /// Whether a `:` follows the word at the place.
  bool has_colon = false;

  /// The call whose arguments are being written; empty if none is.
  std::string callee = {};
  std::size_t argument = 0;             ///< its position
  std::string argument_name = {};       ///< if the argument is named
  std::vector<std::string> given = {};  ///< names of the arguments that are named, before the place
  /// Whether an argument begins here, so that it may be given a name.
  bool begins_argument = false;
};

/// O(text).
CursorContext context_at(const SourceFile& source, std::uint32_t offset);

}  // namespace weft::lsp
