#include "render/sampled_textures.h"

#include <algorithm>
#include <cmath>
#include <utility>

#include "render/material_values.h"

namespace weft::render {
namespace {

/// The texel at a position; `outside` beyond a border.
constexpr int outside = -1;

int wrapped(int position, int size, Wrap wrap) {
  switch (wrap) {
    case Wrap::Repeat:
      return ((position % size) + size) % size;
    case Wrap::MirroredRepeat: {
      const int period = ((position % (2 * size)) + 2 * size) % (2 * size);
      return period < size ? period : 2 * size - 1 - period;
    }
    case Wrap::ClampToBorder:
      return position < 0 || position >= size ? outside : position;
    case Wrap::ClampToEdge:
      break;
  }
  return std::clamp(position, 0, size - 1);
}

std::array<float, 4> border_color(Border border) {
  const float color = border == Border::OpaqueWhite ? 1.0F : 0.0F;
  return {color, color, color, border == Border::TransparentBlack ? 0.0F : 1.0F};
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

/// Whether `reference OP texel` holds.
bool holds(Compare compare, float reference, float texel) {
  switch (compare) {
    case Compare::Never:
      return false;
    case Compare::Less:
      return reference < texel;
    case Compare::Equal:
      return reference == texel;
    case Compare::LessEqual:
      return reference <= texel;
    case Compare::Greater:
      return reference > texel;
    case Compare::NotEqual:
      return reference != texel;
    case Compare::GreaterEqual:
      return reference >= texel;
    case Compare::Always:
      break;
  }
  return true;
}

bool has_faces(TextureKind kind) {
  return kind == TextureKind::Cube || kind == TextureKind::CubeArray;
}

using Direction = std::array<float, 3>;

/// How a face of a cube lies (Vulkan 1.3, table "Cube map face and coordinate selection"): the axis
/// of the face, and the axes of its coordinates, each with a sign.
struct FaceAxes {
  int major;
  float major_sign;
  int s;
  float s_sign;
  int t;
  float t_sign;
};
constexpr std::array<FaceAxes, 6> face_axes = {{{0, 1, 2, -1, 1, -1},
                                                {0, -1, 2, 1, 1, -1},
                                                {1, 1, 0, 1, 2, 1},
                                                {1, -1, 0, 1, 2, -1},
                                                {2, 1, 0, 1, 1, -1},
                                                {2, -1, 0, -1, 1, -1}}};

float part(const Direction& direction, int axis) {
  return direction[static_cast<std::size_t>(axis)];
}

int face_of(const Direction& direction) {
  const float x = std::abs(direction[0]);
  const float y = std::abs(direction[1]);
  const float z = std::abs(direction[2]);
  const int axis = z >= x && z >= y ? 2 : y >= x ? 1 : 0;
  return 2 * axis + (part(direction, axis) < 0.0F ? 1 : 0);
}

/// The coordinates on a face, from 0 to 1, of a direction that meets its plane.
std::array<float, 2> on_face(const Direction& direction, int face) {
  const FaceAxes& axes = face_axes[static_cast<std::size_t>(face)];
  const float major = std::abs(part(direction, axes.major));
  const float scale = major > 0.0F ? 0.5F / major : 0.0F;
  return {axes.s_sign * part(direction, axes.s) * scale + 0.5F,
          axes.t_sign * part(direction, axes.t) * scale + 0.5F};
}

/// How fast the coordinates on a face change with the direction (Vulkan 1.3, "Cube Map Derivative
/// Transformation").
std::array<float, 2> derivative_on_face(const Direction& direction, const Direction& by, int face) {
  const FaceAxes& axes = face_axes[static_cast<std::size_t>(face)];
  const float signed_major = part(direction, axes.major);
  const float major = std::abs(signed_major);
  const float by_major = (signed_major < 0.0F ? -1.0F : 1.0F) * part(by, axes.major);
  const float scale = major > 0.0F ? 0.5F / (major * major) : 0.0F;
  const auto along = [&](int axis, float sign) {
    return sign * (major * part(by, axis) - part(direction, axis) * by_major) * scale;
  };
  return {along(axes.s, axes.s_sign), along(axes.t, axes.t_sign)};
}

/// The direction to a place of a face, also beyond its edges.
Direction direction_to(float s, float t, int face) {
  const FaceAxes& axes = face_axes[static_cast<std::size_t>(face)];
  Direction direction{};
  direction[static_cast<std::size_t>(axes.major)] = axes.major_sign;
  direction[static_cast<std::size_t>(axes.s)] = axes.s_sign * (2.0F * s - 1.0F);
  direction[static_cast<std::size_t>(axes.t)] = axes.t_sign * (2.0F * t - 1.0F);
  return direction;
}

int layer_of(float coordinate, int count) {
  return std::clamp(static_cast<int>(std::nearbyint(bounded(coordinate))), 0, count - 1);
}

/// What the filter weighs: the texel, or whether the reference compares with it.
std::array<float, 4> compared(const SampledTextures::Bound& bound, std::array<float, 4> texel) {
  if (bound.reference && bound.sampler.compare) {
    texel[0] = holds(*bound.sampler.compare, *bound.reference, texel[0]) ? 1.0F : 0.0F;
  }
  return texel;
}

}  // namespace

std::vector<SampledTextures::Sample> SampledTextures::restart() {
  return std::exchange(samples_, {});
}

const SampledTextures::Bound* SampledTextures::bound(std::uint32_t handle,
                                                     TextureShape shape) const {
  const bool is_known = handle < textures_.size() && textures_[handle].texture != nullptr &&
                        textures_[handle].texture->kind == texture_kind(shape);
  return is_known ? &textures_[handle] : nullptr;
}

SampledTextures::Color SampledTextures::read(const Bound& bound, std::size_t level, int x, int y,
                                             int slice) {
  const Texture& texture = *bound.texture;
  const int row = y + slice * static_cast<int>(extent_of(texture, level).height);
  Color color{};
  if (texture.is_float()) {
    for (int i = 0; i < 4; ++i) {
      color[static_cast<std::size_t>(i)] = value(texture.float_levels[level], x, row, i);
    }
    return compared(bound, color);
  }
  const auto bytes = pixel(texture.levels[level], x, row);
  for (std::size_t i = 0; i < 4; ++i) {
    const float stored = static_cast<float>(bytes[i]) / 255.0F;
    color[i] = bound.is_srgb && i < 3 ? srgb_to_linear(stored) : stored;
  }
  return compared(bound, color);
}

SampledTextures::Place SampledTextures::place_of(const Bound& bound, std::size_t level,
                                                 const Coordinates& at) {
  const TextureExtent extent = extent_of(*bound.texture, level);
  const auto slices = static_cast<int>(extent.slices);
  const auto on_slice = [&](float u, float v) {
    return Place{bounded(u * static_cast<float>(extent.width)),
                 bounded(v * static_cast<float>(extent.height)), 0.0F, 0};
  };
  const TextureKind kind = bound.texture->kind;
  if (has_faces(kind)) {
    const Direction direction{at[0], at[1], at[2]};
    const int face = face_of(direction);
    const auto coordinates = on_face(direction, face);
    Place place = on_slice(coordinates[0], coordinates[1]);
    const int cube = kind == TextureKind::CubeArray ? layer_of(at[3], slices / 6) : 0;
    place.slice = 6 * cube + face;
    return place;
  }
  Place place = on_slice(at[0], at[1]);
  place.z = kind == TextureKind::Volume ? bounded(at[2] * static_cast<float>(slices)) : 0.0F;
  place.slice = kind == TextureKind::Array ? layer_of(at[2], slices) : 0;
  return place;
}

/// A texel of a face or, beyond one edge, of the face there. Beyond a corner: the mean of the three
/// texels at the corner.
SampledTextures::Color SampledTextures::face_texel(const Bound& bound, std::size_t level, int x,
                                                   int y, int face) {
  const auto side = static_cast<int>(extent_of(*bound.texture, level).width);
  const int inner_x = std::clamp(x, 0, side - 1);
  const int inner_y = std::clamp(y, 0, side - 1);
  if (x == inner_x && y == inner_y) {
    return read(bound, level, x, y, face);
  }
  if (x != inner_x && y != inner_y) {
    const Color beside = face_texel(bound, level, x, inner_y, face);
    const Color below = face_texel(bound, level, inner_x, y, face);
    const Color inner = read(bound, level, inner_x, inner_y, face);
    Color mean{};
    for (std::size_t i = 0; i < mean.size(); ++i) {
      mean[i] = (beside[i] + below[i] + inner[i]) / 3.0F;
    }
    return mean;
  }
  const auto size = static_cast<float>(side);
  const Direction direction = direction_to((static_cast<float>(x) + 0.5F) / size,
                                           (static_cast<float>(y) + 0.5F) / size, face % 6);
  const int there = face_of(direction);
  const auto coordinates = on_face(direction, there);
  const auto texel = [&](float coordinate) {
    return std::clamp(static_cast<int>(std::floor(coordinate * size)), 0, side - 1);
  };
  return read(bound, level, texel(coordinates[0]), texel(coordinates[1]), face - face % 6 + there);
}

/// Beyond the edges too.
SampledTextures::Color SampledTextures::texel_at(const Bound& bound, std::size_t level, int x,
                                                 int y, int slice) {
  if (has_faces(bound.texture->kind)) {
    return face_texel(bound, level, x, y, slice);
  }
  const TextureExtent extent = extent_of(*bound.texture, level);
  const SamplerState& state = bound.sampler;
  const int column = wrapped(x, static_cast<int>(extent.width), state.wrap_u);
  const int row = wrapped(y, static_cast<int>(extent.height), state.wrap_v);
  return column == outside || row == outside || slice == outside
             ? compared(bound, border_color(state.border))
             : read(bound, level, column, row, slice);
}

SampledTextures::Color SampledTextures::filtered_slice(const Bound& bound, std::size_t level,
                                                       const Place& place) {
  const auto texel = [&](int x, int y) { return texel_at(bound, level, x, y, place.slice); };
  if (bound.sampler.filter == Filter::Nearest) {
    return texel(static_cast<int>(std::floor(place.x)), static_cast<int>(std::floor(place.y)));
  }
  const float left = std::floor(place.x - 0.5F);
  const float top = std::floor(place.y - 0.5F);
  const auto x = static_cast<int>(left);
  const auto y = static_cast<int>(top);
  const float s = place.x - 0.5F - left;
  const float t = place.y - 0.5F - top;
  return mixed(mixed(texel(x, y), texel(x + 1, y), s),
               mixed(texel(x, y + 1), texel(x + 1, y + 1), s), t);
}

SampledTextures::Color SampledTextures::filtered(const Bound& bound, std::size_t level,
                                                 const Coordinates& at) {
  Place place = place_of(bound, level, at);
  if (bound.texture->kind != TextureKind::Volume) {
    return filtered_slice(bound, level, place);
  }
  const auto depth = static_cast<int>(extent_of(*bound.texture, level).slices);
  const auto slice = [&](int z) {
    place.slice = wrapped(z, depth, bound.sampler.wrap_w);
    return filtered_slice(bound, level, place);
  };
  if (bound.sampler.filter == Filter::Nearest) {
    return slice(static_cast<int>(std::floor(place.z)));
  }
  const float front = std::floor(place.z - 0.5F);
  const auto z = static_cast<int>(front);
  return mixed(slice(z), slice(z + 1), place.z - 0.5F - front);
}

/// The level where a step of one pixel, `by_x` or `by_y` from `at`, is one texel long.
float SampledTextures::level_for(const Bound& bound, const Coordinates& at, const Coordinates& by_x,
                                 const Coordinates& by_y) {
  const TextureExtent extent = extent_of(*bound.texture, 0);
  const auto width = static_cast<float>(extent.width);
  const auto height = static_cast<float>(extent.height);
  const TextureKind kind = bound.texture->kind;
  const float depth = kind == TextureKind::Volume ? static_cast<float>(extent.slices) : 0.0F;
  const Direction direction{at[0], at[1], at[2]};
  const int face = face_of(direction);
  const auto length = [&](const Coordinates& by) {
    if (!has_faces(kind)) {
      return std::hypot(by[0] * width, by[1] * height, by[2] * depth);
    }
    const auto on = derivative_on_face(direction, {by[0], by[1], by[2]}, face);
    return std::hypot(on[0] * width, on[1] * height);
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
  return level_for(textures_[here.handle], here.at, by_x, by_y);
}

TextureReader::Answer SampledTextures::sample(std::uint32_t handle, TextureShape shape,
                                              const Coordinates& at) const {
  return sample_lod(handle, shape, at, next_level(handle, at));
}

/// Remembers the sample.
float SampledTextures::next_level(std::uint32_t handle, const Coordinates& at) const {
  const float level = samples_.size() < levels_.size() ? levels_[samples_.size()] : 0.0F;
  samples_.push_back({handle, at});
  return level;
}

TextureReader::Answer SampledTextures::sample_bias(std::uint32_t handle, TextureShape shape,
                                                   const Coordinates& at, float bias) const {
  return sample_lod(handle, shape, at, next_level(handle, at) + bias);
}

TextureReader::Answer SampledTextures::gather(std::uint32_t handle, TextureShape shape,
                                              const Coordinates& at,
                                              std::uint32_t component) const {
  const Bound* const found = bound(handle, shape);
  if (found == nullptr || component > 3) {
    return std::nullopt;
  }
  const Place place = place_of(*found, 0, at);
  const auto x = static_cast<int>(std::floor(place.x - 0.5F));
  const auto y = static_cast<int>(std::floor(place.y - 0.5F));
  const auto part = [&](int column, int row) {
    return texel_at(*found, 0, column, row, place.slice)[component];
  };
  return Color{part(x, y + 1), part(x + 1, y + 1), part(x + 1, y), part(x, y)};
}

std::optional<std::int32_t> SampledTextures::levels(std::uint32_t handle,
                                                    TextureShape shape) const {
  const Bound* const found = bound(handle, shape);
  return found != nullptr ? std::optional(static_cast<std::int32_t>(found->texture->level_count()))
                          : std::nullopt;
}

TextureReader::Answer SampledTextures::sample_lod(std::uint32_t handle, TextureShape shape,
                                                  const Coordinates& at, float level) const {
  const Bound* const found = bound(handle, shape);
  return found != nullptr ? Answer(at_level(*found, at, level)) : std::nullopt;
}

std::optional<float> SampledTextures::share(std::uint32_t handle, TextureShape shape,
                                            const Coordinates& at, float reference,
                                            float level) const {
  const Bound* const found = bound(handle, shape);
  if (found == nullptr || !found->sampler.compare) {
    return std::nullopt;
  }
  Bound comparing = *found;
  comparing.reference = reference;
  return at_level(comparing, at, level)[0];
}

std::optional<float> SampledTextures::sample_compare(std::uint32_t handle, TextureShape shape,
                                                     const Coordinates& at, float reference) const {
  return share(handle, shape, at, reference, next_level(handle, at));
}

std::optional<float> SampledTextures::sample_compare_lod0(std::uint32_t handle, TextureShape shape,
                                                          const Coordinates& at,
                                                          float reference) const {
  return share(handle, shape, at, reference, 0.0F);
}

SampledTextures::Color SampledTextures::at_level(const Bound& bound, const Coordinates& at,
                                                 float level) {
  const auto last = static_cast<float>(bound.texture->level_count() - 1);
  const float clamped = std::isfinite(level) ? std::clamp(level, 0.0F, last) : 0.0F;
  if (bound.sampler.mip_filter == MipFilter::Nearest) {
    return filtered(bound, static_cast<std::size_t>(std::ceil(clamped + 0.5F) - 1.0F), at);
  }
  const float lower = std::floor(clamped);
  const auto level_below = static_cast<std::size_t>(lower);
  const Color below = filtered(bound, level_below, at);
  return lower == clamped ? below
                          : mixed(below, filtered(bound, level_below + 1, at), clamped - lower);
}

TextureReader::Answer SampledTextures::sample_grad(std::uint32_t handle, TextureShape shape,
                                                   const Coordinates& at, const Coordinates& by_x,
                                                   const Coordinates& by_y) const {
  const Bound* const found = bound(handle, shape);
  return found != nullptr ? sample_lod(handle, shape, at, level_for(*found, at, by_x, by_y))
                          : std::nullopt;
}

TextureReader::Answer SampledTextures::texel(std::uint32_t handle, TextureShape shape,
                                             const Texels& at, std::int32_t level) const {
  const Bound* const found = bound(handle, shape);
  const auto size_there = size(handle, shape, level);
  if (found == nullptr || !size_there || at[0] < 0 || at[1] < 0 || at[2] < 0 ||
      at[0] >= (*size_there)[0] || at[1] >= (*size_there)[1] || at[2] >= (*size_there)[2]) {
    return std::nullopt;
  }
  return read(*found, static_cast<std::size_t>(level), at[0], at[1], at[2]);
}

std::optional<TextureReader::Texels> SampledTextures::size(std::uint32_t handle, TextureShape shape,
                                                           std::int32_t level) const {
  const Bound* const found = bound(handle, shape);
  if (found == nullptr || level < 0 ||
      static_cast<std::size_t>(level) >= found->texture->level_count()) {
    return std::nullopt;
  }
  const TextureExtent extent = extent_of(*found->texture, static_cast<std::size_t>(level));
  const std::uint32_t cubes = has_faces(found->texture->kind) ? 6 : 1;
  return Texels{static_cast<std::int32_t>(extent.width), static_cast<std::int32_t>(extent.height),
                static_cast<std::int32_t>(extent.slices / cubes), 0};
}

}  // namespace weft::render
