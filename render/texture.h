#pragma once

#include <cstdint>
#include <vector>

#include "render/image.h"

namespace weft::render {

/// The encoding of an image's color channels; alpha is never encoded.
enum class Encoding { Linear, Srgb };

/// Flat: one image. Volume: slices along w. Cube: six faces in Vulkan's order +x -x +y -y +z -z,
/// seen from the center. Array: layers. CubeArray: six faces per layer.
enum class TextureKind { Flat, Volume, Cube, Array, CubeArray };

/// An image or a stack of images with its mip chain, ready for upload. levels[0] is the full size;
/// each further level halves both sides (rounded down, at least 1), and the depth of a volume. The
/// slices of a level are stacked vertically in its image: `level.height == side * slices`. Either
/// `levels` (8 bits per channel) or `float_levels` (32-bit floats, four channels, linear) is used.
struct Texture {
  std::vector<Image> levels;
  std::vector<FloatImage> float_levels = {};
  TextureKind kind = TextureKind::Flat;
  std::uint32_t slices = 1;   ///< of level 0: depth, layers or faces (for a cube array the total)
  bool decodes_srgb = false;  ///< `levels` are sRGB encoded, and the shader gets linear colors

  bool is_float() const { return !float_levels.empty(); }
  std::size_t level_count() const { return is_float() ? float_levels.size() : levels.size(); }
};

/// The size of one level: the size of a slice, and the number of slices.
struct TextureExtent {
  std::uint32_t width = 0;
  std::uint32_t height = 0;
  std::uint32_t slices = 0;
};
TextureExtent extent_of(const Texture& texture, std::size_t level);

/// Whether the sizes form a mip chain, with whole slices in a number that the kind allows.
bool well_formed(const Texture& texture);

/// Makes the mip chain down to 1x1 with a box filter over each pixel's exact area; sRGB encoded
/// colors are averaged in linear light. With `mipmapped` false only the image. Fails for a
/// malformed image.
Rendered<Texture> make_texture(Image image, Encoding encoding, bool mipmapped = true);

/// The same for floats, which must have four channels.
Rendered<Texture> make_float_texture(FloatImage image, bool mipmapped = true);

/// Makes a cube (6 images), an array or a cube array (a multiple of 6) from images of one size,
/// each with its own mip chain. Fails for other numbers and sizes, and for faces that are not
/// square.
Rendered<Texture> make_layers(const std::vector<Image>& images, TextureKind kind, Encoding encoding,
                              bool mipmapped = true);

/// Makes a volume from images of one size, the first at w = 0. The mip chain averages across slices
/// too.
Rendered<Texture> make_volume(const std::vector<Image>& slices, Encoding encoding,
                              bool mipmapped = true);

}  // namespace weft::render
