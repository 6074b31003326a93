#include "render/hdr.h"

#include <algorithm>
#include <cmath>
#include <cstddef>
#include <limits>
#include <memory>
#include <numbers>

#include <fmt/format.h>

// The library's own switches.
// NOLINTBEGIN(readability-identifier-naming)
#define STB_IMAGE_IMPLEMENTATION
#define STB_IMAGE_STATIC
#define STBI_ONLY_HDR
#define STBI_NO_STDIO
#define STBI_MAX_DIMENSIONS 16384
// NOLINTEND(readability-identifier-naming)
#include <stb/stb_image.h>

namespace weft::render {
namespace {

constexpr int highest = 128;

struct FreePixels {
  void operator()(float* pixels) const { stbi_image_free(pixels); }
};

/// Bytes that the library reads; whether it wanted more than there are, which it does not tell: the
/// rest of the picture is black then.
struct HdrBytes {
  const std::vector<std::uint8_t>& bytes;
  std::size_t at = 0;
  bool is_truncated = false;

  static int read(void* self, char* to, int wanted) {
    HdrBytes& source = *static_cast<HdrBytes*>(self);
    constexpr int pixel = 4;  // more at a time is read ahead
    const auto count = std::min(static_cast<std::size_t>(wanted), source.bytes.size() - source.at);
    std::copy_n(source.bytes.data() + source.at, count, to);
    source.at += count;
    const bool is_short = static_cast<int>(count) < wanted;
    source.is_truncated = source.is_truncated || count == 0 || (is_short && wanted <= pixel);
    return static_cast<int>(count);
  }
  static void skip(void* self, int count) {
    HdrBytes& source = *static_cast<HdrBytes*>(self);
    source.at = std::min(source.bytes.size(), source.at + static_cast<std::size_t>(count));
  }
  static int is_at_end(void* self) {
    const HdrBytes& source = *static_cast<HdrBytes*>(self);
    return source.at == source.bytes.size() ? 1 : 0;
  }
};

/// The part of a row or column of `count` pixels that belongs to one of `wanted` pixels.
struct Stretch {
  double begin = 0.0;
  double end = 0.0;
};

Stretch stretch_of(int at, int wanted, int count) {
  const double size = static_cast<double>(count) / wanted;
  return {size * at, size * (at + 1)};
}

/// The share of pixel `at` in a stretch.
double overlap(const Stretch& stretch, int at) {
  return std::max(
      0.0, std::min(stretch.end, at + 1.0) - std::max(stretch.begin, static_cast<double>(at)));
}

/// Averages the rows and columns of the stretches; columns wrap around.
std::array<float, 4> average(const FloatImage& picture, const Stretch& columns,
                             const Stretch& rows) {
  std::array<double, 3> sum{};
  double weights = 0.0;
  const int bottom = std::min(picture.height, static_cast<int>(std::ceil(rows.end)));
  for (int y = static_cast<int>(rows.begin); y < bottom; ++y) {
    for (int x = static_cast<int>(std::floor(columns.begin)); x < columns.end; ++x) {
      const double weight = overlap(rows, y) * overlap(columns, x);
      const int wrapped = (x % picture.width + picture.width) % picture.width;
      for (int i = 0; i < 3; ++i) {
        sum[static_cast<std::size_t>(i)] += weight * double{value(picture, wrapped, y, i)};
      }
      weights += weight;
    }
  }
  std::array<float, 4> result = {0.0F, 0.0F, 0.0F, 1.0F};
  for (std::size_t i = 0; i < 3; ++i) {
    result[i] = static_cast<float>(sum[i] / weights);
  }
  return result;
}

}  // namespace

Rendered<FloatImage> decode_hdr(const std::vector<std::uint8_t>& bytes, const std::string& name) {
  if (bytes.size() > static_cast<std::size_t>(std::numeric_limits<int>::max())) {
    return failure(fmt::format("{} is too large", name));
  }
  const auto size = static_cast<int>(bytes.size());
  if (stbi_is_hdr_from_memory(bytes.data(), size) == 0) {
    return failure(fmt::format("{} is not a Radiance HDR file", name));
  }
  FloatImage image;
  int channels = 0;
  HdrBytes source{bytes};
  const stbi_io_callbacks callbacks{HdrBytes::read, HdrBytes::skip, HdrBytes::is_at_end};
  const std::unique_ptr<float, FreePixels> pixels(
      stbi_loadf_from_callbacks(&callbacks, &source, &image.width, &image.height, &channels, 4));
  if (!pixels) {
    return failure(
        fmt::format("{} is a damaged Radiance HDR file: {}", name, stbi_failure_reason()));
  }
  if (source.is_truncated) {
    return failure(fmt::format("{} is a damaged Radiance HDR file: it ends too early", name));
  }
  const std::size_t count =
      4 * static_cast<std::size_t>(image.width) * static_cast<std::size_t>(image.height);
  image.values.assign(pixels.get(), pixels.get() + count);
  return image;
}

Rendered<FloatImage> environment_map(const FloatImage& picture, float turn, float factor) {
  if (picture.width != 2 * picture.height || picture.height < 16) {
    return failure(
        fmt::format("it has {} x {} pixels: a map of all directions is twice as wide as "
                    "high, and at least 16 high",
                    picture.width, picture.height));
  }
  int height = 16;
  while (height < highest && height * 2 <= picture.height) {
    height *= 2;
  }
  FloatImage map{2 * height, height, 4, {}};
  const double turns = static_cast<double>(turn) / (2.0 * std::numbers::pi);
  const double shift = (turns - std::floor(turns)) * picture.width;
  for (int y = 0; y < map.height; ++y) {
    for (int x = 0; x < map.width; ++x) {
      Stretch columns = stretch_of(x, map.width, picture.width);
      columns.begin -= shift;
      columns.end -= shift;
      auto color = average(picture, columns, stretch_of(y, map.height, picture.height));
      for (std::size_t i = 0; i < 3; ++i) {
        color[i] *= factor;
      }
      map.values.insert(map.values.end(), color.begin(), color.end());
    }
  }
  return map;
}

}  // namespace weft::render
