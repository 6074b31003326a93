#include "render/sampled_textures.h"

#include <algorithm>
#include <cmath>
#include <utility>

namespace weft::render {
namespace {

int wrapped(int position, int size, Wrap wrap) {
  switch (wrap) {
    case Wrap::Repeat:
      return ((position % size) + size) % size;
    case Wrap::MirroredRepeat: {
      const int period = ((position % (2 * size)) + 2 * size) % (2 * size);
      return period < size ? period : 2 * size - 1 - period;
    }
    case Wrap::ClampToEdge:
      break;
  }
  return std::clamp(position, 0, size - 1);
}

/// Far coordinates would leave the range of int.
float bounded(float coordinate) {
  constexpr float most = 1'000'000.0F;
  return std::isfinite(coordinate) ? std::clamp(coordinate, -most, most) : 0.0F;
}

std::array<float, 4> mixed(const std::array<float, 4>& a, const std::array<float, 4>& b, float t) {
  std::array<float, 4> sum{};
  for (std::size_t i = 0; i < 4; ++i) {
    sum[i] = a[i] + (b[i] - a[i]) * t;
  }
  return sum;
}

}  // namespace

std::vector<SampledTextures::Sample> SampledTextures::restart() {
  return std::exchange(samples_, {});
}

const SampledTextures::Bound* SampledTextures::bound(std::uint32_t handle,
                                                     TextureShape shape) const {
  const bool is_known = shape == TextureShape::Texture2d && handle < textures_.size() &&
                        textures_[handle].texture != nullptr &&
                        textures_[handle].texture->kind == TextureKind::Flat;
  return is_known ? &textures_[handle] : nullptr;
}

SampledTextures::Color SampledTextures::read(const Bound& bound, std::size_t level, int x, int y) {
  const Texture& texture = *bound.texture;
  Color color{};
  if (texture.is_float()) {
    for (int i = 0; i < 4; ++i) {
      color[static_cast<std::size_t>(i)] = value(texture.float_levels[level], x, y, i);
    }
    return color;
  }
  const auto bytes = pixel(texture.levels[level], x, y);
  for (std::size_t i = 0; i < 4; ++i) {
    const float stored = static_cast<float>(bytes[i]) / 255.0F;
    color[i] = bound.is_srgb && i < 3 ? srgb_to_linear(stored) : stored;
  }
  return color;
}

SampledTextures::Color SampledTextures::filtered(const Bound& bound, std::size_t level,
                                                 const Coordinates& at) {
  const TextureExtent extent = extent_of(*bound.texture, level);
  const auto width = static_cast<int>(extent.width);
  const auto height = static_cast<int>(extent.height);
  const SamplerState& state = bound.sampler;
  const float u = bounded(at[0] * static_cast<float>(width));
  const float v = bounded(at[1] * static_cast<float>(height));
  const auto texel = [&](int x, int y) {
    return read(bound, level, wrapped(x, width, state.wrap_u), wrapped(y, height, state.wrap_v));
  };
  if (state.filter == Filter::Nearest) {
    return texel(static_cast<int>(std::floor(u)), static_cast<int>(std::floor(v)));
  }
  const float left = std::floor(u - 0.5F);
  const float top = std::floor(v - 0.5F);
  const auto x = static_cast<int>(left);
  const auto y = static_cast<int>(top);
  const float s = u - 0.5F - left;
  const float t = v - 0.5F - top;
  return mixed(mixed(texel(x, y), texel(x + 1, y), s),
               mixed(texel(x, y + 1), texel(x + 1, y + 1), s), t);
}

float SampledTextures::level_for(const Bound& bound, const Coordinates& by_x,
                                 const Coordinates& by_y) {
  const TextureExtent extent = extent_of(*bound.texture, 0);
  const auto length = [&](const Coordinates& by) {
    return std::hypot(by[0] * static_cast<float>(extent.width),
                      by[1] * static_cast<float>(extent.height));
  };
  const float texels = std::max(length(by_x), length(by_y));
  return std::isfinite(texels) && texels > 0.0F ? std::log2(texels) : 0.0F;
}

float SampledTextures::level_of(const Sample& here, const Sample& right,
                                const Sample& below) const {
  if (here.handle >= textures_.size() || textures_[here.handle].texture == nullptr) {
    return 0.0F;
  }
  Coordinates by_x{};
  Coordinates by_y{};
  for (std::size_t i = 0; i < 4; ++i) {
    by_x[i] = right.at[i] - here.at[i];
    by_y[i] = below.at[i] - here.at[i];
  }
  return level_for(textures_[here.handle], by_x, by_y);
}

TextureReader::Answer SampledTextures::sample(std::uint32_t handle, TextureShape shape,
                                              const Coordinates& at) const {
  const float level = samples_.size() < levels_.size() ? levels_[samples_.size()] : 0.0F;
  samples_.push_back({handle, at});
  return sample_lod(handle, shape, at, level);
}

TextureReader::Answer SampledTextures::sample_lod(std::uint32_t handle, TextureShape shape,
                                                  const Coordinates& at, float level) const {
  const Bound* const found = bound(handle, shape);
  if (found == nullptr) {
    return std::nullopt;
  }
  const auto last = static_cast<float>(found->texture->level_count() - 1);
  const float clamped = std::isfinite(level) ? std::clamp(level, 0.0F, last) : 0.0F;
  if (found->sampler.mip_filter == MipFilter::Nearest) {
    return filtered(*found, static_cast<std::size_t>(std::ceil(clamped + 0.5F) - 1.0F), at);
  }
  const float lower = std::floor(clamped);
  const auto level_below = static_cast<std::size_t>(lower);
  const Color below = filtered(*found, level_below, at);
  return lower == clamped ? below
                          : mixed(below, filtered(*found, level_below + 1, at), clamped - lower);
}

TextureReader::Answer SampledTextures::sample_grad(std::uint32_t handle, TextureShape shape,
                                                   const Coordinates& at, const Coordinates& by_x,
                                                   const Coordinates& by_y) const {
  const Bound* const found = bound(handle, shape);
  return found != nullptr ? sample_lod(handle, shape, at, level_for(*found, by_x, by_y))
                          : std::nullopt;
}

TextureReader::Answer SampledTextures::texel(std::uint32_t handle, TextureShape shape,
                                             const Texels& at, std::int32_t level) const {
  const Bound* const found = bound(handle, shape);
  const auto size_there = size(handle, shape, level);
  if (found == nullptr || !size_there || at[0] < 0 || at[1] < 0 || at[0] >= (*size_there)[0] ||
      at[1] >= (*size_there)[1]) {
    return std::nullopt;
  }
  return read(*found, static_cast<std::size_t>(level), at[0], at[1]);
}

std::optional<TextureReader::Texels> SampledTextures::size(std::uint32_t handle, TextureShape shape,
                                                           std::int32_t level) const {
  const Bound* const found = bound(handle, shape);
  if (found == nullptr || level < 0 ||
      static_cast<std::size_t>(level) >= found->texture->level_count()) {
    return std::nullopt;
  }
  const TextureExtent extent = extent_of(*found->texture, static_cast<std::size_t>(level));
  return Texels{static_cast<std::int32_t>(extent.width), static_cast<std::int32_t>(extent.height),
                1, 0};
}

}  // namespace weft::render
