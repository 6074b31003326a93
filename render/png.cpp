#include "render/png.h"

#include <fmt/format.h>
#include <png.h>

#include "render/whole_file.h"

namespace weft::render {
namespace {

constexpr std::size_t max_decoded_bytes = std::size_t{1} << 30;

/// libpng's control structure; the destructor frees the remains of a failed call.
struct PngControl {
  png_image image;
  PngControl() : image() { image.version = PNG_IMAGE_VERSION; }
  PngControl(const PngControl&) = delete;
  PngControl& operator=(const PngControl&) = delete;
  ~PngControl() { png_image_free(&image); }
};

}  // namespace

Rendered<Image> read_png(const std::string& path) {
  const auto bytes = read_whole_file(path);
  if (!bytes) {
    return tl::unexpected(bytes.error());
  }
  return decode_png(*bytes, path);
}

Rendered<Image> decode_png(const std::vector<std::uint8_t>& bytes, const std::string& path) {
  PngControl png;
  if (png_image_begin_read_from_memory(&png.image, bytes.data(), bytes.size()) == 0) {
    return failure(fmt::format("{} is not a readable PNG file: {}", path, png.image.message));
  }
  png.image.format = PNG_FORMAT_RGBA;
  const std::size_t size = std::size_t{4} * png.image.width * png.image.height;
  if (size > max_decoded_bytes) {
    return failure(
        fmt::format("{} is too large: {}x{} pixels", path, png.image.width, png.image.height));
  }
  Image image{static_cast<int>(png.image.width), static_cast<int>(png.image.height), {}};
  image.rgba.resize(size);
  if (png_image_finish_read(&png.image, nullptr, image.rgba.data(), 0, nullptr) == 0) {
    return failure(fmt::format("{} is a damaged PNG file: {}", path, png.image.message));
  }
  return image;
}

Rendered<std::vector<std::uint8_t>> encode_png(const Image& image) {
  if (!well_formed(image)) {
    return failure("a malformed image cannot be written as PNG");
  }
  PngControl png;
  png.image.width = static_cast<png_uint_32>(image.width);
  png.image.height = static_cast<png_uint_32>(image.height);
  png.image.format = PNG_FORMAT_RGBA;
  png_alloc_size_t size = PNG_IMAGE_PNG_SIZE_MAX(png.image);
  std::vector<std::uint8_t> bytes(size);
  if (png_image_write_to_memory(&png.image, bytes.data(), &size, 0, image.rgba.data(), 0,
                                nullptr) == 0) {
    return failure(fmt::format("the image cannot be written as PNG: {}", png.image.message));
  }
  bytes.resize(size);
  return bytes;
}

Rendered<void> write_png(const std::string& path, const Image& image) {
  const auto bytes = encode_png(image);
  if (!bytes) {
    return tl::unexpected(bytes.error());
  }
  return write_whole_file(path, *bytes);
}

}  // namespace weft::render
