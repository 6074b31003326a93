#pragma once

#include <string>

#include "render/image.h"

namespace weft::render {

/// Reads a PNG file of any colour type as 8 bit RGBA (straight alpha, sRGB). Fails for a file that
/// cannot be read, is not a PNG, is damaged, or would need more than 1 GiB.
Rendered<Image> read_png(const std::string& path);

/// Writes 8 bit RGBA. The file is replaced whole or not at all, and left untouched when its content
/// would not change. The bytes depend on the image (and on the versions of libpng and zlib) alone.
Rendered<void> write_png(const std::string& path, const Image& image);

/// The bytes that write_png would write.
Rendered<std::vector<std::uint8_t>> encode_png(const Image& image);

}  // namespace weft::render
