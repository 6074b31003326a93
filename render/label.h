#pragma once

#include <array>
#include <cstdint>
#include <string_view>

#include "render/image.h"

namespace weft::render {

/// The height of a line of text, in pixels.
inline constexpr int label_height = 12;

/// The width of a text in pixels.
int label_width(std::string_view text);

/// Draws a line of ASCII text (other bytes as `?`) with its upper left corner at a pixel; what is
/// outside of the image is cut off.
void draw_label(Image& image, int left, int top, std::string_view text,
                const std::array<std::uint8_t, 4>& color);

}  // namespace weft::render
