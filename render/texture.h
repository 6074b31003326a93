#pragma once

#include <cstdint>
#include <vector>

#include "render/image.h"

namespace weft::render {

/// What the colour channels of an image hold; alpha is never encoded.
enum class Encoding { Linear, Srgb };

/// Flat: one image. Volume: slices along w. Cube: six faces in Vulkan's order +x -x +y -y +z -z,
/// seen from the middle. Array: layers. CubeArray: six faces for each layer.
enum class TextureKind { Flat, Volume, Cube, Array, CubeArray };

/// An image or a stack of them with smaller copies, ready to be bound. levels[0] is the whole; each
/// further level halves both sides (rounded down, at least 1), a volume's depth as well. The slices
/// of a level stand one below another in its image: `level.height == side * slices`.
/// Either `levels` (8 bits per channel) or `float_levels` (32 bit floats, four channels, linear)
/// is used.
struct Texture {
  std::vector<Image> levels;
  std::vector<FloatImage> float_levels = {};
  TextureKind kind = TextureKind::Flat;
  std::uint32_t slices = 1;  ///< of level 0: depth, faces or layers (a cube array's: faces in all)

  bool is_float() const { return !float_levels.empty(); }
  std::size_t level_count() const { return is_float() ? float_levels.size() : levels.size(); }
};

/// The size of one level: of one slice, and how many slices it has.
struct TextureExtent {
  std::uint32_t width = 0;
  std::uint32_t height = 0;
  std::uint32_t slices = 0;
};
TextureExtent extent_of(const Texture& texture, std::size_t level);

/// Whether the levels are those that halving gives, of whole slices, as many as the kind wants.
bool well_formed(const Texture& texture);

/// Makes the chain down to 1x1 with a box filter that covers each pixel's exact area; sRGB encoded
/// colours are averaged as light. `mipmapped` false: only the image. A malformed image is an error.
Rendered<Texture> make_texture(Image image, Encoding encoding, bool mipmapped = true);

/// The same of floats, which must have four channels.
Rendered<Texture> make_float_texture(FloatImage image, bool mipmapped = true);

/// A cube (6 images), an array or a cube array (a multiple of 6) of images of one size, each with
/// its own chain. Fails for other numbers and sizes, and for faces that are not square.
Rendered<Texture> make_layers(const std::vector<Image>& images, TextureKind kind, Encoding encoding,
                              bool mipmapped = true);

/// A volume of images of one size, the first at w = 0. Its chain averages across slices too.
Rendered<Texture> make_volume(const std::vector<Image>& slices, Encoding encoding,
                              bool mipmapped = true);

}  // namespace weft::render
