#pragma once

#include <cstdint>
#include <string>
#include <string_view>
#include <vector>

#include "tests/render/material_drawing.h"

namespace weft::testing {

/// The default number of pixels that draw_row() draws.
inline constexpr int row_width = 8;

/// Draws a fullscreen triangle; returns the pixel values of each target from left to right.
std::vector<render::FloatImage> draw_row(const ComposedMaterial& material, ShadingLanguage language,
                                         render::DrawInput input = {}, int width = row_width);

/// Declarations of a host with one attribute, whose materials compute from the pixel's index.
extern const std::string pixel_host_text;

/// Its profile `host`, with the demands `out0` and so on.
std::string pixel_profile_text(std::size_t targets);

/// The interpreter's result for a leaf.
Constant interpreted(const Library& library, const std::string& leaf, DataType result,
                     const std::vector<Constant>& ports);

std::uint32_t bits_of(float value);
float float_of(std::uint32_t bits);

/// Two floats of a pixel that encode a number (`halves` of the host).
std::uint32_t number_at(const render::FloatImage& image, int pixel, int channel);

/// Scalars that are all different, bools 0 or 1, in the order of a Constant.
Constant distinct_value(DataType type, const DataTypeTable& types, std::uint32_t first = 0);

std::string_view name_of(ShadingLanguage language);

}  // namespace weft::testing
