#include "fragments/types/image_format.h"

#include <algorithm>

namespace weft {

const std::vector<ImageFormat>& image_formats() {
  static const std::vector<ImageFormat> formats = {
      {"r32f", Scalar::Float, 1},    {"r16f", Scalar::Float, 1},   {"r16", Scalar::Float, 1},
      {"r8", Scalar::Float, 1},      {"rg32f", Scalar::Float, 2},  {"rg16f", Scalar::Float, 2},
      {"rg16", Scalar::Float, 2},    {"rg8", Scalar::Float, 2},    {"rgba32f", Scalar::Float, 4},
      {"rgba16f", Scalar::Float, 4}, {"rgba16", Scalar::Float, 4}, {"rgba8", Scalar::Float, 4},
      {"r32i", Scalar::Int, 1},      {"rg32i", Scalar::Int, 2},    {"rgba32i", Scalar::Int, 4},
      {"r32ui", Scalar::Uint, 1},    {"rg32ui", Scalar::Uint, 2},  {"rgba32ui", Scalar::Uint, 4},
  };
  return formats;
}

std::optional<ImageFormat> find_image_format(std::string_view name) {
  const auto& all = image_formats();
  const auto found = std::find_if(all.begin(), all.end(),
                                  [name](const ImageFormat& one) { return one.name == name; });
  return found != all.end() ? std::optional(*found) : std::nullopt;
}

ImageFormat exact_image_format(DataType type) {
  const auto& all = image_formats();
  // The first format of each kind and number of components is the exact one.
  return *std::find_if(all.begin(), all.end(), [type](const ImageFormat& one) {
    return one.kind == type.scalar_kind() && one.components >= type.component_count();
  });
}

}  // namespace weft
