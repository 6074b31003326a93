#pragma once

#include <string>

#include "render/image.h"

namespace weft::render {

/// Reads a PNG file of any color type as 8-bit RGBA (straight alpha). The numbers are those that
/// are stored: what the file says of gamma and primaries changes nothing, as textures of data have
/// it too. Fails for a file that cannot be read, is not a PNG, is damaged, or needs more than 1
/// GiB.
Rendered<Image> read_png(const std::string& path);

/// Decodes the bytes of a PNG file in the same way; messages have `name`.
Rendered<Image> decode_png(const std::vector<std::uint8_t>& bytes, const std::string& name);

/// Writes 8-bit RGBA. Replaces the file atomically, and leaves it untouched if the content is
/// unchanged. The bytes depend only on the image and on the versions of libpng and zlib.
Rendered<void> write_png(const std::string& path, const Image& image);

/// The bytes that write_png writes.
Rendered<std::vector<std::uint8_t>> encode_png(const Image& image);

}  // namespace weft::render
