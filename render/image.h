#pragma once

#include <array>
#include <cstddef>
#include <cstdint>
#include <vector>

#include "render/error.h"

namespace weft::render {

/// An 8-bit RGBA image, rows from top to bottom, no padding: `rgba.size() == 4*width*height`. The
/// user of the image determines whether it is sRGB encoded.
struct Image {
  int width = 0;
  int height = 0;
  std::vector<std::uint8_t> rgba;

  friend bool operator==(const Image& a, const Image& b) {
    return a.width == b.width && a.height == b.height && a.rgba == b.rgba;
  }
};

/// Interleaved floats, rows from top to bottom: `values.size() == channels*width*height`.
struct FloatImage {
  int width = 0;
  int height = 0;
  int channels = 4;
  std::vector<float> values;
};

/// One pixel; x grows to the right, y downward. The pixel must be inside the image.
std::array<std::uint8_t, 4> pixel(const Image& image, int x, int y);

/// One channel of one pixel. The pixel and the channel must be inside the image.
float value(const FloatImage& image, int x, int y, int channel = 0);

/// Sets the pixels of a rectangle, as far as it is inside the image. Right and bottom are
/// exclusive.
void fill(Image& image, int left, int top, int right, int bottom,
          const std::array<std::uint8_t, 4>& color);

/// Lays an image with alpha, not premultiplied, over another one, which stays as opaque as it was.
/// It must be inside of that.
void lay_over(Image& paper, int left, int top, const Image& image);

/// Whether the sizes are positive and fit the amount of data.
bool well_formed(const Image& image);

struct ImageDifference {
  int max_difference = 0;       ///< largest difference of any channel, in 1/255
  double fraction_above = 0.0;  ///< fraction of pixels beyond the threshold in any channel
};

/// Compares all four channels. Fails when the sizes differ or an image is malformed.
Rendered<ImageDifference> compare_images(const Image& a, const Image& b, int threshold);

/// The sRGB transfer functions (IEC 61966-2-1) on [0, 1].
float srgb_to_linear(float encoded);
float linear_to_srgb(float linear);

/// Maps [0, 1] to 0..255, rounded to nearest; clamps other values, and maps NaN to 0.
std::uint8_t to_unorm8(float value);

}  // namespace weft::render
