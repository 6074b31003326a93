#include "render/image.h"

#include <algorithm>
#include <cmath>
#include <cstdlib>

#include <fmt/format.h>

namespace weft::render {

std::array<std::uint8_t, 4> pixel(const Image& image, int x, int y) {
  const auto at = 4 * (static_cast<std::size_t>(y) * static_cast<std::size_t>(image.width) +
                       static_cast<std::size_t>(x));
  return {image.rgba[at], image.rgba[at + 1], image.rgba[at + 2], image.rgba[at + 3]};
}

float value(const FloatImage& image, int x, int y, int channel) {
  const auto at = static_cast<std::size_t>(y) * static_cast<std::size_t>(image.width) +
                  static_cast<std::size_t>(x);
  return image
      .values[at * static_cast<std::size_t>(image.channels) + static_cast<std::size_t>(channel)];
}

bool well_formed(const Image& image) {
  return image.width > 0 && image.height > 0 &&
         image.rgba.size() ==
             4 * static_cast<std::size_t>(image.width) * static_cast<std::size_t>(image.height);
}

Rendered<ImageDifference> compare_images(const Image& a, const Image& b, int threshold) {
  if (!well_formed(a) || !well_formed(b)) {
    return failure("an image to be compared is malformed");
  }
  if (a.width != b.width || a.height != b.height) {
    return failure(fmt::format("images of {}x{} and {}x{} cannot be compared", a.width, a.height,
                               b.width, b.height));
  }
  ImageDifference result;
  std::size_t above = 0;
  const std::size_t pixels = a.rgba.size() / 4;
  for (std::size_t i = 0; i < pixels; ++i) {
    int most = 0;
    for (std::size_t c = 4 * i; c < 4 * i + 4; ++c) {
      most = std::max(most, std::abs(int{a.rgba[c]} - int{b.rgba[c]}));
    }
    result.max_difference = std::max(result.max_difference, most);
    if (most > threshold) {
      ++above;
    }
  }
  result.fraction_above = static_cast<double>(above) / static_cast<double>(pixels);
  return result;
}

void fill(Image& image, int left, int top, int right, int bottom,
          const std::array<std::uint8_t, 4>& color) {
  for (int y = std::max(0, top); y < std::min(bottom, image.height); ++y) {
    for (int x = std::max(0, left); x < std::min(right, image.width); ++x) {
      const auto at = 4 * (static_cast<std::ptrdiff_t>(y) * image.width + x);
      std::copy(color.begin(), color.end(), image.rgba.begin() + at);
    }
  }
}

void lay_over(Image& paper, int left, int top, const Image& image) {
  for (int y = 0; y < image.height; ++y) {
    for (int x = 0; x < image.width; ++x) {
      const auto from = 4 * (static_cast<std::size_t>(y) * static_cast<std::size_t>(image.width) +
                             static_cast<std::size_t>(x));
      const auto to =
          4 * (static_cast<std::size_t>(top + y) * static_cast<std::size_t>(paper.width) +
               static_cast<std::size_t>(left + x));
      const int alpha = image.rgba[from + 3];
      for (std::size_t i = 0; i < 3; ++i) {
        const int mixed = image.rgba[from + i] * alpha + paper.rgba[to + i] * (255 - alpha);
        paper.rgba[to + i] = static_cast<std::uint8_t>((mixed + 127) / 255);
      }
    }
  }
}

float srgb_to_linear(float encoded) {
  return encoded <= 0.04045F ? encoded / 12.92F : std::pow((encoded + 0.055F) / 1.055F, 2.4F);
}

float linear_to_srgb(float linear) {
  return linear <= 0.0031308F ? linear * 12.92F : 1.055F * std::pow(linear, 1.0F / 2.4F) - 0.055F;
}

std::uint8_t to_unorm8(float value) {
  if (!(value > 0.0F)) {
    return 0;  // also for NaN
  }
  return static_cast<std::uint8_t>(std::lround(std::min(value, 1.0F) * 255.0F));
}

}  // namespace weft::render
