#pragma once

#include <string>
#include <string_view>

namespace weft {

/// What to write here for a data type of another shading language (`half3`, `sampler2D`, `color3`),
/// as a hint; empty for words that are not known.
std::string foreign_type_hint(std::string_view word);

/// Likewise for functions that Weft has under another name or does another way (`tex2D`,
/// `ddx_fine`).
std::string foreign_function_hint(std::string_view word);

}  // namespace weft
