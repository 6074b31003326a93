#include "render/textures.h"

#include <algorithm>
#include <cmath>
#include <cstddef>

namespace weft::render {
namespace {

int clamp_size(int size) { return std::clamp(size, 1, 4096); }

float lerp(float a, float b, float t) { return a + (b - a) * t; }

float smooth(float t) { return t * t * t * (t * (t * 6.0F - 15.0F) + 10.0F); }

float smooth_step(float from, float to, float x) {
  const float t = std::clamp((x - from) / (to - from), 0.0F, 1.0F);
  return t * t * (3.0F - 2.0F * t);
}

/// A 32-bit permutation with good avalanche (the "lowbias32" constants of C. Wellons' search).
std::uint32_t scramble(std::uint32_t x) {
  x ^= x >> 16;
  x *= 0x7feb352dU;
  x ^= x >> 15;
  x *= 0x846ca68bU;
  x ^= x >> 16;
  return x;
}

/// A pseudorandom value in [0, 1) per lattice point and seed.
float hashed(int x, int y, std::uint32_t seed) {
  const std::uint32_t mixed = scramble(static_cast<std::uint32_t>(x) +
                                       scramble(static_cast<std::uint32_t>(y) + scramble(seed)));
  return static_cast<float>(mixed >> 8) / 16777216.0F;
}

/// Value noise in [0, 1] on a wrapping lattice of columns x rows; u, v in [0, 1).
float lattice_noise(float u, float v, int columns, int rows, std::uint32_t seed) {
  const float x = u * static_cast<float>(columns);
  const float y = v * static_cast<float>(rows);
  const int x0 = static_cast<int>(std::floor(x));
  const int y0 = static_cast<int>(std::floor(y));
  const float tx = smooth(x - static_cast<float>(x0));
  const float ty = smooth(y - static_cast<float>(y0));
  const auto at = [&](int i, int j) {
    return hashed((i % columns + columns) % columns, (j % rows + rows) % rows, seed);
  };
  return lerp(lerp(at(x0, y0), at(x0 + 1, y0), tx), lerp(at(x0, y0 + 1), at(x0 + 1, y0 + 1), tx),
              ty);
}

/// Five octaves in [0, 1].
float layered_noise(float u, float v, int cells, std::uint32_t seed) {
  float sum = 0.0F;
  float weight = 0.5F;
  float total = 0.0F;
  for (std::uint32_t octave = 0; octave < 5; ++octave) {
    const int lattice = cells << octave;
    sum += weight * lattice_noise(u, v, lattice, lattice, seed + octave);
    total += weight;
    weight *= 0.5F;
  }
  return sum / total;
}

/// 0 on bare metal, 1 in a worn patch.
float wear(float u, float v, std::uint32_t seed) {
  return smooth_step(0.5F, 0.68F, layered_noise(u, v, 4, seed + 100));
}

/// The shortest difference of coordinates on the wrapped square.
float wrapped(float difference) { return difference - std::floor(difference + 0.5F); }

struct Scratch {
  float u, v;    ///< center
  float du, dv;  ///< unit direction
  float half_length;
  float half_width;
  float depth;
};

Scratch make_scratch(int index, std::uint32_t seed) {
  const auto random = [&](int which) { return hashed(index, which, seed + 200); };
  // A direction from a rational parametrization of the circle: bit-identical with any libm.
  const float t = random(2) * 2.0F - 1.0F;
  const float scale = 1.0F / (1.0F + t * t);
  return {random(0),
          random(1),
          (1.0F - t * t) * scale,
          2.0F * t * scale,
          lerp(0.03F, 0.2F, random(3)),
          lerp(0.0015F, 0.0035F, random(4)),
          lerp(0.08F, 0.25F, random(5))};
}

constexpr int scratch_count = 48;

/// Lowers the heights along a groove with soft sides and ends.
void carve(FloatImage& heights, const Scratch& scratch) {
  const int size = heights.width;
  const float pixel = 1.0F / static_cast<float>(size);
  // A groove narrower than two pixels would alias into dots.
  const float half_width = std::max(scratch.half_width, 1.5F * pixel);
  const float reach_u = std::fabs(scratch.du) * scratch.half_length + half_width + pixel;
  const float reach_v = std::fabs(scratch.dv) * scratch.half_length + half_width + pixel;
  const auto range = [&](float middle, float reach) {
    const int low = static_cast<int>(std::floor((middle - reach) * static_cast<float>(size)));
    const int high = static_cast<int>(std::ceil((middle + reach) * static_cast<float>(size)));
    return std::array<int, 2>{low, std::min(high, low + size - 1)};
  };
  const auto columns = range(scratch.u, reach_u);
  const auto rows = range(scratch.v, reach_v);
  for (int j = rows[0]; j <= rows[1]; ++j) {
    for (int i = columns[0]; i <= columns[1]; ++i) {
      const float du = wrapped((static_cast<float>(i) + 0.5F) * pixel - scratch.u);
      const float dv = wrapped((static_cast<float>(j) + 0.5F) * pixel - scratch.v);
      const float along = std::fabs(du * scratch.du + dv * scratch.dv) / scratch.half_length;
      const float across = std::fabs(dv * scratch.du - du * scratch.dv) / half_width;
      const float strength =
          (1.0F - smooth_step(0.6F, 1.0F, along)) * (1.0F - smooth_step(0.0F, 1.0F, across));
      const int x = (i % size + size) % size;
      const int y = (j % size + size) % size;
      float& height = heights.values[static_cast<std::size_t>(y) * static_cast<std::size_t>(size) +
                                     static_cast<std::size_t>(x)];
      height = std::max(0.0F, height - scratch.depth * strength);
    }
  }
}

template <class Shade>
Image paint(int wanted, const Shade& shade) {
  const int size = clamp_size(wanted);
  Image image{size, size, {}};
  image.rgba.reserve(4 * static_cast<std::size_t>(size) * static_cast<std::size_t>(size));
  for (int y = 0; y < size; ++y) {
    for (int x = 0; x < size; ++x) {
      const std::array<float, 3> color =
          shade((static_cast<float>(x) + 0.5F) / static_cast<float>(size),
                (static_cast<float>(y) + 0.5F) / static_cast<float>(size));
      image.rgba.insert(image.rgba.end(),
                        {to_unorm8(color[0]), to_unorm8(color[1]), to_unorm8(color[2]), 255});
    }
  }
  return image;
}

}  // namespace

FloatImage worn_height(int wanted, std::uint32_t seed) {
  const int size = clamp_size(wanted);
  FloatImage heights{size, size, 1, {}};
  heights.values.reserve(static_cast<std::size_t>(size) * static_cast<std::size_t>(size));
  for (int y = 0; y < size; ++y) {
    for (int x = 0; x < size; ++x) {
      const float u = (static_cast<float>(x) + 0.5F) / static_cast<float>(size);
      const float v = (static_cast<float>(y) + 0.5F) / static_cast<float>(size);
      const float dents =
          lattice_noise(u, v, 6, 6, seed) * 0.7F + lattice_noise(u, v, 13, 13, seed + 1) * 0.3F;
      const float pitted = wear(u, v, seed) * 0.1F * lattice_noise(u, v, 64, 64, seed + 2);
      heights.values.push_back(std::clamp(0.25F + 0.7F * dents - pitted, 0.0F, 1.0F));
    }
  }
  for (int i = 0; i < scratch_count; ++i) {
    carve(heights, make_scratch(i, seed));
  }
  return heights;
}

Image worn_metal_color(int size, std::uint32_t seed) {
  return paint(size, [&](float u, float v) -> std::array<float, 3> {
    // Brushing: noise stretched along u.
    const float brushed = 0.6F * lattice_noise(u, v, 4, 128, seed + 300) +
                          0.4F * lattice_noise(u, v, 8, 256, seed + 301);
    const float bare = lerp(0.70F, 0.84F, brushed);
    const float worn = wear(u, v, seed);
    const float grain = lattice_noise(u, v, 48, 48, seed + 302);
    return {lerp(bare, lerp(0.36F, 0.52F, grain), worn),
            lerp(bare * 0.985F, lerp(0.25F, 0.36F, grain), worn),
            lerp(bare * 0.955F, lerp(0.18F, 0.25F, grain), worn)};
  });
}

Image worn_metal_roughness(int size, std::uint32_t seed) {
  return paint(size, [&](float u, float v) -> std::array<float, 3> {
    const float brushed = lattice_noise(u, v, 4, 128, seed + 300);
    const float bare = lerp(0.24F, 0.36F, brushed);
    const float rough = lerp(0.68F, 0.86F, lattice_noise(u, v, 48, 48, seed + 302));
    const float result = lerp(bare, rough, wear(u, v, seed));
    return {result, result, result};
  });
}

Image normal_map(const FloatImage& heights, float depth) {
  Image image{heights.width, heights.height, {}};
  image.rgba.reserve(4 * heights.values.size());
  const auto at = [&](int x, int y) {
    return value(heights, (x + heights.width) % heights.width,
                 (y + heights.height) % heights.height);
  };
  for (int y = 0; y < heights.height; ++y) {
    for (int x = 0; x < heights.width; ++x) {
      const float slope_u =
          depth * 0.5F * static_cast<float>(heights.width) * (at(x + 1, y) - at(x - 1, y));
      const float slope_v =
          depth * 0.5F * static_cast<float>(heights.height) * (at(x, y + 1) - at(x, y - 1));
      const float scale = 1.0F / std::sqrt(slope_u * slope_u + slope_v * slope_v + 1.0F);
      image.rgba.insert(image.rgba.end(), {to_unorm8(0.5F - 0.5F * slope_u * scale),
                                           to_unorm8(0.5F - 0.5F * slope_v * scale),
                                           to_unorm8(0.5F + 0.5F * scale), 255});
    }
  }
  return image;
}

Image solid_color(int wanted, const std::array<std::uint8_t, 4>& rgba) {
  const int size = clamp_size(wanted);
  Image image{size, size, {}};
  image.rgba.reserve(4 * static_cast<std::size_t>(size) * static_cast<std::size_t>(size));
  for (int i = 0; i < size * size; ++i) {
    image.rgba.insert(image.rgba.end(), rgba.begin(), rgba.end());
  }
  return image;
}

Image uv_grid(int size) {
  return paint(size, [](float u, float v) -> std::array<float, 3> {
    const int column = static_cast<int>(u * 8.0F);
    const int row = static_cast<int>(v * 8.0F);
    if (column == 0 && row == 0) {
      return {1.0F, 1.0F, 1.0F};
    }
    return {u, v, (column + row) % 2 == 0 ? 0.8F : 0.2F};
  });
}

}  // namespace weft::render
