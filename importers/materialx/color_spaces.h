#pragma once

#include <string>
#include <string_view>
#include <vector>

#include "importers/materialx/document.h"
#include "importers/materialx/own_declarations.h"

namespace weft::materialx {

/// Traits as they are written behind a data type, ` {use: color, encoding: srgb}`, or nothing.
struct ValueMeaning {
  std::string stated;       ///< of the value as the document states it
  std::string worked_with;  ///< of the value that nodes get; empty with `stated`
  /// For a unit, what the value is multiplied by: ` * mtlx_metres(1.0 as {unit: inch})`. Vectors
  /// have no conversions of units of their own, since only positions and directions convert whole.
  std::string factor = {};
};

/// The meaning of the value of an input: its color space, which it inherits, or its unit. Values in
/// the space that is worked in, linear Rec. 709, state nothing.
ValueMeaning meaning_of_value(const Document& document, ElementId input,
                              const OwnDeclarations& own);

/// A literal as the value that nodes get, where that is one expression: `mtlx_color(… as {…})`.
std::string with_meaning(const std::string& literal, const ValueMeaning& meaning);

/// A component of a color in the encoding of the input `to`, given in that of the input `from`. The
/// component itself if their primaries differ.
double in_encoding_of(const Document& document, ElementId from, ElementId to, double component);

/// The traits of the file of an input, as `image` samples it: colors have an encoding, other data
/// has none.
std::string meaning_of_texture(const Document& document, ElementId input, ElementId image);

/// Whether the name of a unit is known, from MaterialX or from the document; the empty name is.
bool is_unit(std::string_view name, const OwnDeclarations& own);

/// The units of MaterialX and of the document, to compare a misspelled one with.
std::vector<std::string_view> unit_names(const OwnDeclarations& own);

/// The names of all color spaces.
std::vector<std::string_view> color_space_names();

/// Whether the name of a color space is known; the empty name is.
bool is_color_space(std::string_view name);

}  // namespace weft::materialx
