#include "render/texture.h"

#include <algorithm>
#include <array>
#include <cmath>
#include <cstddef>
#include <utility>

namespace weft::render {
namespace {

/// The pixels of the finer level that one pixel of the next level covers, along one side, with
/// their weights (sum 1). An odd side makes pixels that straddle a border.
struct Footprint {
  int first = 0;
  std::array<float, 4> weights{};
};

std::vector<Footprint> footprints(int fine, int coarse) {
  std::vector<Footprint> result(static_cast<std::size_t>(coarse));
  const double width = static_cast<double>(fine) / coarse;
  for (int i = 0; i < coarse; ++i) {
    Footprint& footprint = result[static_cast<std::size_t>(i)];
    const double begin = i * width;
    const double end = begin + width;
    footprint.first = static_cast<int>(begin);
    for (int k = 0; k < 4; ++k) {
      const double low = std::max(begin, static_cast<double>(footprint.first + k));
      const double high = std::min(end, static_cast<double>(footprint.first + k + 1));
      footprint.weights[static_cast<std::size_t>(k)] =
          static_cast<float>(std::max(0.0, high - low) / width);
    }
  }
  return result;
}

FloatImage decode(const Image& image, Encoding encoding) {
  std::array<float, 256> table{};
  for (std::size_t i = 0; i < table.size(); ++i) {
    const float plain = static_cast<float>(i) / 255.0F;
    table[i] = encoding == Encoding::Srgb ? srgb_to_linear(plain) : plain;
  }
  FloatImage result{image.width, image.height, 4, std::vector<float>(image.rgba.size())};
  for (std::size_t i = 0; i < image.rgba.size(); ++i) {
    const bool alpha = i % 4 == 3;
    result.values[i] = alpha ? static_cast<float>(image.rgba[i]) / 255.0F : table[image.rgba[i]];
  }
  return result;
}

Image encode(const FloatImage& image, Encoding encoding) {
  Image result{image.width, image.height, std::vector<std::uint8_t>(image.values.size())};
  for (std::size_t i = 0; i < image.values.size(); ++i) {
    const bool as_is = i % 4 == 3 || encoding == Encoding::Linear;
    result.rgba[i] = to_unorm8(as_is ? image.values[i] : linear_to_srgb(image.values[i]));
  }
  return result;
}

FloatImage halve(const FloatImage& fine) {
  FloatImage coarse{std::max(1, fine.width / 2), std::max(1, fine.height / 2), 4, {}};
  coarse.values.reserve(4 * static_cast<std::size_t>(coarse.width) *
                        static_cast<std::size_t>(coarse.height));
  const std::vector<Footprint> columns = footprints(fine.width, coarse.width);
  const std::vector<Footprint> rows = footprints(fine.height, coarse.height);
  for (const Footprint& row : rows) {
    for (const Footprint& column : columns) {
      std::array<float, 4> sum{};
      for (std::size_t j = 0; j < 4; ++j) {
        for (std::size_t i = 0; i < 4; ++i) {
          const float weight = row.weights[j] * column.weights[i];
          if (weight == 0.0F) {
            continue;
          }
          const int x = std::min(column.first + static_cast<int>(i), fine.width - 1);
          const int y = std::min(row.first + static_cast<int>(j), fine.height - 1);
          for (std::size_t c = 0; c < 4; ++c) {
            sum[c] += weight * value(fine, x, y, static_cast<int>(c));
          }
        }
      }
      coarse.values.insert(coarse.values.end(), sum.begin(), sum.end());
    }
  }
  return coarse;
}

}  // namespace

Rendered<Texture> make_texture(Image image, Encoding encoding, bool mipmapped) {
  if (!well_formed(image)) {
    return failure("a texture's image is malformed");
  }
  Texture texture;
  FloatImage level = decode(image, encoding);
  texture.levels.push_back(std::move(image));
  while (mipmapped && (level.width > 1 || level.height > 1)) {
    level = halve(level);
    texture.levels.push_back(encode(level, encoding));
  }
  return texture;
}

}  // namespace weft::render
