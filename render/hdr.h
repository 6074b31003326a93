#pragma once

#include <cstdint>
#include <string>
#include <vector>

#include "render/image.h"

namespace weft::render {

/// Decodes the bytes of a Radiance HDR file to linear radiance with alpha 1; messages have `name`.
/// Fails for other files, for damaged ones, and for pictures of more than 16384 pixels per side.
/// The rows that a file without compression lacks at its end are black.
Rendered<FloatImage> decode_hdr(const std::vector<std::uint8_t>& bytes, const std::string& name);

/// The latitude-longitude map of make_environment() for a picture of that kind: averaged over the
/// area of its pixels, at most 128 high (prefiltering takes the fourth power of it), turned around
/// y by `turn` radians to the right as seen from the middle, and multiplied. Fails for pictures
/// that are not twice as wide as high, or less than 16 high.
Rendered<FloatImage> environment_map(const FloatImage& picture, float turn, float factor);

}  // namespace weft::render
