#pragma once

#include <optional>
#include <string_view>
#include <vector>

#include "fragments/types/data_type.h"

namespace weft {

/// The format of the texels of a storage image: how many components of which kind, and how they are
/// encoded.
struct ImageFormat {
  std::string_view name;        ///< as GLSL spells it, and HLSL for Vulkan: `rgba16f`
  Scalar kind = Scalar::Float;  ///< of the values that are written
  int components = 4;
  friend bool operator==(const ImageFormat& a, const ImageFormat& b) { return a.name == b.name; }
};

/// The formats that a profile may state, by kind and components.
const std::vector<ImageFormat>& image_formats();
std::optional<ImageFormat> find_image_format(std::string_view name);
/// The format that holds numbers of the type unchanged, with four components for three. The type is
/// a scalar or vector of numbers.
ImageFormat exact_image_format(DataType type);

}  // namespace weft
