#include "render/png.h"

#include <algorithm>
#include <array>
#include <csetjmp>
#include <cstdio>

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

/// Reads a file whose bytes are in memory. libpng leaves functions that fail by longjmp, so these
/// have no objects with destructors.
class PngReader {
 public:
  explicit PngReader(const std::vector<std::uint8_t>& bytes) : bytes_(bytes) {
    png_ = png_create_read_struct(PNG_LIBPNG_VER_STRING, this, on_error, on_warning);
    info_ = png_ == nullptr ? nullptr : png_create_info_struct(png_);
  }
  PngReader(const PngReader&) = delete;
  PngReader& operator=(const PngReader&) = delete;
  ~PngReader() { png_destroy_read_struct(&png_, &info_, nullptr); }

  /// Reads what comes before the pixels.
  bool start() {
    if (info_ == nullptr || setjmp(png_jmpbuf(png_)) != 0) {
      return false;
    }
    png_set_read_fn(png_, this, on_read);
    png_read_info(png_, info_);
    return true;
  }

  png_uint_32 width() const { return png_get_image_width(png_, info_); }
  png_uint_32 height() const { return png_get_image_height(png_, info_); }
  const char* message() const { return message_.data(); }

  /// Reads the pixels as 8-bit RGBA into `rgba`, which has their size.
  bool finish(std::vector<std::uint8_t>& rgba) {
    rows_.resize(height());
    for (std::size_t y = 0; y < rows_.size(); ++y) {
      rows_[y] = rgba.data() + y * 4 * width();
    }
    if (setjmp(png_jmpbuf(png_)) != 0) {
      return false;
    }
    png_set_expand(png_);
    png_set_scale_16(png_);
    png_set_gray_to_rgb(png_);
    png_set_add_alpha(png_, 0xff, PNG_FILLER_AFTER);
    png_set_interlace_handling(png_);
    png_read_update_info(png_, info_);
    if (png_get_rowbytes(png_, info_) != std::size_t{4} * width()) {
      return false;
    }
    png_read_image(png_, rows_.data());
    png_read_end(png_, nullptr);
    return true;
  }

 private:
  static void on_read(png_structp png, png_bytep to, std::size_t count) {
    auto& self = *static_cast<PngReader*>(png_get_io_ptr(png));
    if (count > self.bytes_.size() - self.at_) {
      png_error(png, "the file ends too early");
    }
    std::copy_n(self.bytes_.begin() + static_cast<std::ptrdiff_t>(self.at_), count, to);
    self.at_ += count;
  }
  static void on_error(png_structp png, png_const_charp message) {
    auto& self = *static_cast<PngReader*>(png_get_error_ptr(png));
    std::snprintf(self.message_.data(), self.message_.size(), "%s", message);
    png_longjmp(png, 1);
  }
  static void on_warning(png_structp /*png*/, png_const_charp /*message*/) {}

  const std::vector<std::uint8_t>& bytes_;
  std::size_t at_ = 0;
  std::vector<png_bytep> rows_;
  std::array<char, 200> message_{};
  png_structp png_ = nullptr;
  png_infop info_ = nullptr;
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
  // The simplified interface of libpng converts by gamma and primaries, which would change data.
  PngReader reader(bytes);
  Image image;
  if (!reader.start()) {
    return failure(fmt::format("{} is not a readable PNG file: {}", path, reader.message()));
  }
  const std::size_t size = std::size_t{4} * reader.width() * reader.height();
  if (size > max_decoded_bytes) {
    return failure(
        fmt::format("{} is too large: {}x{} pixels", path, reader.width(), reader.height()));
  }
  image = {static_cast<int>(reader.width()), static_cast<int>(reader.height()), {}};
  image.rgba.resize(size);
  if (!reader.finish(image.rgba)) {
    return failure(fmt::format("{} is a damaged PNG file: {}", path, reader.message()));
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
