#pragma once

#include <vector>

#include "render/image.h"

namespace weft::render {

/// What the colour channels of an image hold; alpha is never encoded.
enum class Encoding { Linear, Srgb };

/// An image with its smaller copies, ready to be bound. levels[0] is the image itself; each further
/// level halves both sides (rounded down, at least 1).
struct Texture {
  std::vector<Image> levels;
};

/// Makes the chain down to 1x1 with a box filter that covers each pixel's exact area; sRGB encoded
/// colours are averaged as light. `mipmapped` false: only the image. A malformed image is an error.
Rendered<Texture> make_texture(Image image, Encoding encoding, bool mipmapped = true);

}  // namespace weft::render
