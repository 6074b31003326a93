#include "render/texture.h"

#include <algorithm>
#include <array>
#include <cmath>
#include <cstddef>
#include <utility>

namespace weft::render {
namespace {

/// The range of fine pixels that one coarse pixel covers along one side, with their weights (sum
/// 1). With an odd side, pixels straddle a border.
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

/// Averages pairs of vertically stacked slices; with an odd number the coarse slices overlap
/// neighbors by their exact shares.
FloatImage halve_depth(const FloatImage& fine, int slices) {
  const int coarse_slices = std::max(1, slices / 2);
  const int height = fine.height / slices;
  FloatImage coarse{fine.width, height * coarse_slices, 4, {}};
  const std::size_t slice_values =
      4 * static_cast<std::size_t>(fine.width) * static_cast<std::size_t>(height);
  for (const Footprint& footprint : footprints(slices, coarse_slices)) {
    for (std::size_t i = 0; i < slice_values; ++i) {
      float sum = 0.0F;
      for (std::size_t k = 0; k < 4; ++k) {
        const auto slice =
            static_cast<std::size_t>(std::min(footprint.first + static_cast<int>(k), slices - 1));
        sum += footprint.weights[k] * fine.values[slice * slice_values + i];
      }
      coarse.values.push_back(sum);
    }
  }
  return coarse;
}

/// Halves each of the slices.
FloatImage halve_slices(const FloatImage& fine, int slices) {
  const int height = fine.height / slices;
  const std::size_t slice_values = fine.values.size() / static_cast<std::size_t>(slices);
  FloatImage result{std::max(1, fine.width / 2), std::max(1, height / 2) * slices, 4, {}};
  for (int slice = 0; slice < slices; ++slice) {
    const auto begin = fine.values.begin() +
                       static_cast<std::ptrdiff_t>(slice_values * static_cast<std::size_t>(slice));
    const FloatImage one =
        halve({fine.width, height, 4,
               std::vector<float>(begin, begin + static_cast<std::ptrdiff_t>(slice_values))});
    result.values.insert(result.values.end(), one.values.begin(), one.values.end());
  }
  return result;
}

/// Stacks images of one size vertically.
Rendered<Image> stacked(const std::vector<Image>& images) {
  if (images.empty()) {
    return failure("a texture of no images");
  }
  Image result{images.front().width, 0, {}};
  for (const Image& image : images) {
    if (!well_formed(image) || image.width != result.width ||
        image.height != images.front().height) {
      return failure("the images of a texture are malformed or of different sizes");
    }
    result.height += image.height;
    result.rgba.insert(result.rgba.end(), image.rgba.begin(), image.rgba.end());
  }
  return result;
}

/// The mip chain of an image of slices; `is_volume`: the number of slices is halved too.
Texture chain_of(Image image, TextureKind kind, int slices, Encoding encoding, bool mipmapped) {
  Texture texture;
  texture.kind = kind;
  texture.slices = static_cast<std::uint32_t>(slices);
  FloatImage level = decode(image, encoding);
  texture.levels.push_back(std::move(image));
  const bool is_volume = kind == TextureKind::Volume;
  while (mipmapped && (level.width > 1 || level.height > slices || (is_volume && slices > 1))) {
    level = halve_slices(level, slices);
    if (is_volume && slices > 1) {
      level = halve_depth(level, slices);
      slices = std::max(1, slices / 2);
    }
    texture.levels.push_back(encode(level, encoding));
  }
  return texture;
}

}  // namespace

TextureExtent extent_of(const Texture& texture, std::size_t level) {
  const std::uint32_t slices =
      texture.kind == TextureKind::Volume ? std::max(1U, texture.slices >> level) : texture.slices;
  const int width =
      texture.is_float() ? texture.float_levels[level].width : texture.levels[level].width;
  const int height =
      texture.is_float() ? texture.float_levels[level].height : texture.levels[level].height;
  return {static_cast<std::uint32_t>(width), static_cast<std::uint32_t>(height) / slices, slices};
}

bool well_formed(const Texture& texture) {
  if (texture.level_count() == 0 || texture.slices == 0 ||
      (texture.is_float() && !texture.levels.empty())) {
    return false;
  }
  const bool is_cube = texture.kind == TextureKind::Cube || texture.kind == TextureKind::CubeArray;
  const TextureExtent first = extent_of(texture, 0);
  if ((texture.kind == TextureKind::Flat && texture.slices != 1) ||
      (texture.kind == TextureKind::Cube && texture.slices != 6) ||
      (is_cube && (texture.slices % 6 != 0 || first.width != first.height))) {
    return false;
  }
  for (std::size_t i = 0; i < texture.level_count(); ++i) {
    const TextureExtent extent = extent_of(texture, i);
    const std::size_t values = std::size_t{4} * extent.width * extent.height * extent.slices;
    const std::uint32_t shift = static_cast<std::uint32_t>(std::min(i, std::size_t{31}));
    const bool has_all = texture.is_float() ? texture.float_levels[i].channels == 4 &&
                                                  texture.float_levels[i].values.size() == values
                                            : texture.levels[i].rgba.size() == values;
    const bool has_size = extent.width == std::max(1U, first.width >> shift) &&
                          extent.height == std::max(1U, first.height >> shift);
    if (!has_all || !has_size || values == 0) {
      return false;
    }
  }
  return true;
}

Rendered<Texture> make_texture(Image image, Encoding encoding, bool mipmapped) {
  if (!well_formed(image)) {
    return failure("a texture's image is malformed");
  }
  return chain_of(std::move(image), TextureKind::Flat, 1, encoding, mipmapped);
}

Rendered<Texture> make_float_texture(FloatImage image, bool mipmapped) {
  Texture texture;
  texture.float_levels.push_back(std::move(image));
  if (!well_formed(texture)) {
    return failure("a texture's image is malformed");
  }
  while (mipmapped &&
         (texture.float_levels.back().width > 1 || texture.float_levels.back().height > 1)) {
    texture.float_levels.push_back(halve(texture.float_levels.back()));
  }
  return texture;
}

Rendered<Texture> make_layers(const std::vector<Image>& images, TextureKind kind, Encoding encoding,
                              bool mipmapped) {
  auto image = stacked(images);
  if (!image) {
    return tl::unexpected(image.error());
  }
  if (kind == TextureKind::Volume || kind == TextureKind::Flat) {
    return failure("layers are a cube, an array or a cube array");
  }
  Texture texture =
      chain_of(std::move(*image), kind, static_cast<int>(images.size()), encoding, mipmapped);
  if (!well_formed(texture)) {
    return failure("a cube has six square faces");
  }
  return texture;
}

Rendered<Texture> make_volume(const std::vector<Image>& slices, Encoding encoding, bool mipmapped) {
  auto image = stacked(slices);
  if (!image) {
    return tl::unexpected(image.error());
  }
  return chain_of(std::move(*image), TextureKind::Volume, static_cast<int>(slices.size()), encoding,
                  mipmapped);
}

}  // namespace weft::render
