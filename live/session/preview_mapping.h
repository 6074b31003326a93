#pragma once

#include <optional>
#include <string>
#include <string_view>
#include <utility>
#include <vector>

#include "fragments/model/library.h"

namespace weft::live {

/// One way to show a value: converted to a type by the search, then as a color by an expression.
struct PreviewMapping {
  std::string type;         ///< that the value is converted to; empty: its own
  std::string color;        ///< an expression of `value`, a display color
  std::string result = {};  ///< the type of `color`; empty: preview_color_type
};

/// Of the mappings that preview.weft declares.
inline constexpr std::string_view preview_color_type =
    "float3 {use: display_color, encoding: srgb}";

/// How a value of a type is shown: what to try in this order; or the part of the value that is
/// shown instead of it, as a suffix (`.color`, `[0]`). Neither: it cannot be shown.
struct PreviewMappings {
  std::vector<PreviewMapping> choices;
  std::string part;
  SemanticType part_type;
};

/// The table of what is shown how; docs/preview.md explains it. `value` is the name of the value in
/// the expressions, `range` its `min` and `max`.
PreviewMappings preview_mappings(const Library& library, const SemanticType& type,
                                 const std::string& value,
                                 const std::optional<std::pair<double, double>>& range);

/// Whether a value of a trait is another one or below it: `use` `vector`.
bool is_stated(const Library& library, const SemanticType& type, std::string_view trait,
               std::string_view value);

}  // namespace weft::live
