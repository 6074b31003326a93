#pragma once

#include <cstdint>
#include <string>
#include <string_view>
#include <vector>

#include "tests/render/material_drawing.h"

namespace weft::testing {

/// How many pixels draw_row() draws, unless it is told.
inline constexpr int row_width = 8;

/// The pixels' values of each target from left to right, of a triangle over everything.
std::vector<render::FloatImage> draw_row(const ComposedMaterial& material, ShadingLanguage language,
                                         render::DrawInput input = {}, int width = row_width);

/// What a host of one attribute declares, whose materials compute from the number of the pixel.
extern const std::string pixel_host_text;

/// Its profile `host`, with demands `out0` and so on.
std::string pixel_profile_text(std::size_t targets);

/// What the interpreter makes of a leaf.
Constant interpreted(const Library& library, const std::string& leaf, DataType result,
                     const std::vector<Constant>& ports);

std::uint32_t bits_of(float value);
float float_of(std::uint32_t bits);

/// Two floats of a pixel that hold a number (`halves` of the host).
std::uint32_t number_at(const render::FloatImage& image, int pixel, int channel);

/// Scalars that are all different from each other, bools 0 or 1, in the order of a Constant.
Constant distinct_value(DataType type, const DataTypeTable& types, std::uint32_t first = 0);

std::string_view name_of(ShadingLanguage language);

}  // namespace weft::testing
