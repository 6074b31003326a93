#pragma once

#include <string>
#include <string_view>

namespace weft {

/// Suggests the Weft spelling of a data type from another shading language (`half3`, `sampler2D`,
/// `color3`). Empty for unknown words.
std::string foreign_type_hint(std::string_view word);

/// The same for functions that Weft names differently or replaces with something else (`tex2D`,
/// `ddx_fine`).
std::string foreign_function_hint(std::string_view word);

/// The same for paths of features (`surface.texcoord`).
std::string foreign_feature_hint(std::string_view path);

/// The same for constants (`M_PI`), built-in values (`gl_FragCoord`) and what shaders usually name
/// so (`v_uv`).
std::string foreign_value_hint(std::string_view word);

/// The color literal `#b5651d` that a hexadecimal number of 6 or 8 digits means where a color is
/// wanted (`0xb5651d`). Empty for other texts.
std::string color_of_hexadecimal(std::string_view number);

/// The same for operators that are words (`and`).
std::string foreign_operator_hint(std::string_view word);

}  // namespace weft
