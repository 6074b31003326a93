#pragma once

#include <optional>
#include <string>
#include <vector>

#include "codegen/ir/program.h"

namespace weft {

/// A feature that a native body declares: read as a symbol, or else through a parameter added to
/// the function's list.
struct NativeFeature {
  std::string path;
  std::optional<std::uint32_t> symbol;
  std::uint32_t parameter = 0;  ///< of the function; where there is no symbol
};

/// The name of the parameter for a feature that is not a symbol: `surface_uv`.
std::string native_parameter(const std::string& path);

/// The native bodies with the fragment's name replaced by `function` and features written A_B_C by
/// what they are read as, token by token (comments included). Errors of the text itself show when
/// the output is compiled.
std::vector<NativeText> native_texts(const Library& library, const Fragment& fragment,
                                     const std::string& function,
                                     const std::vector<NativeFeature>& features);

}  // namespace weft
