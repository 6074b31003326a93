#include "render/backdrop.h"

#include <algorithm>
#include <array>
#include <cmath>
#include <cstring>
#include <memory>
#include <numbers>
#include <optional>
#include <string_view>
#include <utility>

#include "render/vector_math.h"

namespace weft::render {
namespace {

constexpr float floor_height = -1.0F;

struct Ball {
  Float3 center;
  float radius;
  Float3 color;
};

constexpr std::array<Ball, 3> balls = {{{{-1.75F, -0.45F, -1.6F}, 0.55F, {0.62F, 0.07F, 0.05F}},
                                        {{1.7F, -0.35F, -1.9F}, 0.65F, {0.05F, 0.16F, 0.55F}},
                                        {{0.35F, 0.1F, -3.4F}, 1.1F, {0.75F, 0.5F, 0.06F}}}};

struct Ray {
  Float3 origin;
  Float3 direction;  ///< unit
};

struct Hit {
  float distance = 0.0F;
  Float3 at{};
  Float3 normal{};
  Float3 color{};
  float roughness = 1.0F;
};

std::optional<float> ball_distance(const Ball& ball, const Ray& ray) {
  const Float3 way = ray.origin - ball.center;
  const float b = dot(way, ray.direction);
  const float d = b * b - dot(way, way) + ball.radius * ball.radius;
  const float near = d < 0.0F ? -1.0F : -b - std::sqrt(d);
  return near > 0.001F ? std::optional(near) : std::nullopt;
}

std::optional<Hit> hit_of(const Ray& ray) {
  std::optional<Hit> nearest;
  if (ray.direction[1] < -0.001F && ray.origin[1] > floor_height) {
    const float t = (floor_height - ray.origin[1]) / ray.direction[1];
    const Float3 at = ray.origin + ray.direction * t;
    const bool is_dark =
        (static_cast<int>(std::floor(at[0] * 2.0F)) + static_cast<int>(std::floor(at[2] * 2.0F))) %
            2 !=
        0;
    const Float3 color = is_dark ? Float3{0.1F, 0.1F, 0.11F} : Float3{0.55F, 0.53F, 0.5F};
    nearest = Hit{t, at, {0, 1, 0}, color, 0.8F};
  }
  for (const Ball& ball : balls) {
    const auto t = ball_distance(ball, ray);
    if (t && (!nearest || *t < nearest->distance)) {
      const Float3 at = ray.origin + ray.direction * *t;
      nearest = Hit{*t, at, normalized_or(at - ball.center, {0, 1, 0}), ball.color, 0.3F};
    }
  }
  constexpr float end_of_floor = 14.0F;
  return nearest && nearest->distance < end_of_floor ? nearest : std::nullopt;
}

/// The environment's first level, filtered between pixels.
Float3 sky(const Environment& environment, const Float3& d) {
  const FloatImage& map = environment.map.float_levels.front();
  constexpr float pi = std::numbers::pi_v<float>;
  const float u = std::atan2(d[0], -d[2]) / (2.0F * pi) + 0.5F;
  const float v = std::acos(std::clamp(d[1], -1.0F, 1.0F)) / pi;
  const float x = u * static_cast<float>(map.width) - 0.5F;
  const float y = v * static_cast<float>(map.height) - 0.5F;
  const auto left = static_cast<int>(std::floor(x));
  const auto top = static_cast<int>(std::floor(y));
  const float s = x - static_cast<float>(left);
  const float t = y - static_cast<float>(top);
  const auto at = [&](int column, int row) {
    const int wrapped = (column + map.width) % map.width;
    const int clamped = std::clamp(row, 0, map.height - 1);
    return Float3{value(map, wrapped, clamped, 0), value(map, wrapped, clamped, 1),
                  value(map, wrapped, clamped, 2)};
  };
  const Float3 above = at(left, top) * (1.0F - s) + at(left + 1, top) * s;
  const Float3 below = at(left, top + 1) * (1.0F - s) + at(left + 1, top + 1) * s;
  return above * (1.0F - t) + below * t;
}

Float3 lit(const Scene& scene, const Hit& hit) {
  Float3 irradiance = sh_irradiance(environment_of(scene).irradiance_sh, hit.normal);
  for (const DirectionalLight& light : scene.lights) {
    const Float3 to_light = normalized_or(light.direction, {0, 1, 0});
    const float cosine = dot(hit.normal, to_light);
    const Ray way{hit.at + hit.normal * 0.001F, to_light};
    const bool is_lit = std::none_of(balls.begin(), balls.end(), [&](const Ball& ball) {
      return ball_distance(ball, way).has_value();
    });
    if (cosine > 0.0F && is_lit) {
      irradiance = irradiance + light.irradiance * cosine;
    }
  }
  Float3 radiance{};
  for (std::size_t i = 0; i < 3; ++i) {
    radiance[i] = hit.color[i] / std::numbers::pi_v<float> * std::max(irradiance[i], 0.0F);
  }
  return radiance;
}

Float4 transformed(const Mat4& m, const Float4& v) {
  Float4 result{};
  for (std::size_t row = 0; row < 4; ++row) {
    for (std::size_t column = 0; column < 4; ++column) {
      result[row] += m[4 * column + row] * v[column];
    }
  }
  return result;
}

/// A camera as matrices.
struct Eye {
  Mat4 from_world;
  Mat4 to_world;
  Mat4 to_clip;
  Mat4 from_clip;
};

Rendered<Mat4> matrix_of(const Scene& scene, std::string_view feature, float aspect,
                         const ClipConvention& clip) {
  return scene_value(scene, feature, aspect, clip).map([](const auto& words) {
    Mat4 matrix{};
    std::memcpy(matrix.data(), words.data(), sizeof(matrix));
    return matrix;
  });
}

Rendered<Eye> eye_of(const Scene& scene, float aspect, const ClipConvention& clip) {
  const auto from_world = matrix_of(scene, "view.from_world", aspect, clip);
  const auto to_clip = matrix_of(scene, "view.to_clip", aspect, clip);
  if (!from_world || !to_clip) {
    return tl::unexpected(from_world ? to_clip.error() : from_world.error());
  }
  const auto to_world = inverse(*from_world);
  const auto from_clip = inverse(*to_clip);
  if (!to_world || !from_clip) {
    return failure("what lies behind cannot be drawn: the camera has no inverse");
  }
  return Eye{*from_world, *to_world, *to_clip, *from_clip};
}

Ray ray_of(const Eye& eye, const ClipConvention& clip, float x, float y) {
  const Float4 far = transformed(eye.from_clip, {x, clip.y_up ? -y : y, 0.5F, 1.0F});
  const Float3 way = {far[0] / far[3], far[1] / far[3], far[2] / far[3]};
  const Float4 turned = transformed(eye.to_world, {way[0], way[1], way[2], 0.0F});
  return {transform_point(eye.to_world, {0, 0, 0}),
          normalized_or({turned[0], turned[1], turned[2]}, {0, 0, -1})};
}

/// Octahedral packing (Cigolle et al., 2014), as core.weft packs it.
Float2 folded(const Float3& n) {
  const float sum = std::fabs(n[0]) + std::fabs(n[1]) + std::fabs(n[2]);
  const Float2 p = {n[0] / sum, n[1] / sum};
  return n[2] >= 0.0F ? p
                      : Float2{(1.0F - std::fabs(p[1])) * std::copysign(1.0F, p[0]),
                               (1.0F - std::fabs(p[0])) * std::copysign(1.0F, p[1])};
}

void put(FloatImage& image, const Float3& color) {
  image.values.insert(image.values.end(), {color[0], color[1], color[2], 1.0F});
}

/// The value of `clip` in the depth buffer.
float stored_depth(const Float4& position, const ClipConvention& clip) {
  const float depth = position[2] / position[3];
  return clip.minus_one_to_one ? 0.5F * depth + 0.5F : depth;
}

std::shared_ptr<const Texture> shared(FloatImage image) {
  auto texture = make_float_texture(std::move(image), false);
  return texture ? std::make_shared<const Texture>(std::move(*texture)) : nullptr;
}

/// Base colors as a target of 8 bits that encodes.
std::shared_ptr<const Texture> encoded(const FloatImage& linear) {
  Image image{linear.width, linear.height, {}};
  image.rgba.reserve(linear.values.size());
  for (std::size_t i = 0; i < linear.values.size(); ++i) {
    image.rgba.push_back(i % 4 == 3 ? 255 : to_unorm8(linear_to_srgb(linear.values[i])));
  }
  auto texture = make_texture(std::move(image), Encoding::Srgb, false);
  return texture ? std::make_shared<const Texture>(std::move(*texture)) : nullptr;
}

std::shared_ptr<const Texture> texture_named(const Backdrop& backdrop, std::string_view path) {
  if (path == "gbuffer.albedo") {
    return encoded(backdrop.albedo);
  }
  return shared(path == "scene.color"      ? backdrop.radiance
                : path == "scene.depth"    ? backdrop.depth
                : path == "gbuffer.normal" ? backdrop.normal
                : path == "gbuffer.terms"  ? backdrop.terms
                                           : FloatImage{1, 1, 4, {0.0F, 0.0F, 0.0F, 0.0F}});
}

bool is_of_image(std::string_view path) {
  return path.starts_with("scene.") || path.starts_with("gbuffer.");
}

}  // namespace

Rendered<Backdrop> make_backdrop(const Scene& scene, int width, int height,
                                 const ClipConvention& clip) {
  const auto eye = eye_of(scene, static_cast<float>(width) / static_cast<float>(height), clip);
  if (!eye) {
    return tl::unexpected(eye.error());
  }
  const FloatImage empty{width, height, 4, {}};
  Backdrop backdrop{empty, empty, empty, empty, empty};
  const float background = clip.reversed_z ? 0.0F : 1.0F;
  for (int row = 0; row < height; ++row) {
    for (int column = 0; column < width; ++column) {
      const float x = (static_cast<float>(column) + 0.5F) * 2.0F / static_cast<float>(width) - 1.0F;
      const float y = (static_cast<float>(row) + 0.5F) * 2.0F / static_cast<float>(height) - 1.0F;
      const Ray ray = ray_of(*eye, clip, x, y);
      const auto hit = hit_of(ray);
      const Float3 at = hit ? transform_point(eye->from_world, hit->at) : Float3{};
      const float depth =
          hit ? stored_depth(transformed(eye->to_clip, {at[0], at[1], at[2], 1.0F}), clip)
              : background;
      const Float3 n = hit ? hit->normal : Float3{0, 1, 0};
      const Float4 turned = transformed(eye->from_world, {n[0], n[1], n[2], 0.0F});
      const Float2 packed = folded({turned[0], turned[1], turned[2]});
      put(backdrop.radiance, hit ? lit(scene, *hit) : sky(environment_of(scene), ray.direction));
      put(backdrop.depth, {depth, 0.0F, 0.0F});
      put(backdrop.albedo, hit ? hit->color : Float3{});
      put(backdrop.normal, {packed[0], packed[1], 0.0F});
      put(backdrop.terms, {hit ? hit->roughness : 1.0F, 0.0F, 1.0F});
    }
  }
  return backdrop;
}

bool reads_scene(const MaterialShader& shader) {
  const auto& textures = shader.interface->textures;
  return std::any_of(textures.begin(), textures.end(), [&](const TextureBinding& texture) {
    return texture.source.feature &&
           shader.library->text(shader.library->features[*texture.source.feature].path)
               .starts_with("scene.");
  });
}

Rendered<Scene> scene_of_image(const Scene& scene, const MaterialShader& shader, int width,
                               int height) {
  Scene complete = scene;
  const std::array<float, 2> size = {static_cast<float>(width), static_cast<float>(height)};
  std::vector<std::uint32_t> words(2);
  std::memcpy(words.data(), size.data(), sizeof(size));
  complete.given.try_emplace("viewport.size", std::move(words));
  std::optional<Backdrop> backdrop;
  for (const TextureBinding& texture : shader.interface->textures) {
    if (!texture.source.feature) {
      continue;
    }
    const std::string_view path =
        shader.library->text(shader.library->features[*texture.source.feature].path);
    if (!is_of_image(path) || complete.given_textures.contains(path)) {
      continue;
    }
    if (!backdrop) {
      auto made = make_backdrop(scene, width, height, shader.interface->clip);
      if (!made) {
        return tl::unexpected(made.error());
      }
      backdrop = std::move(*made);
    }
    complete.given_textures.emplace(std::string(path), texture_named(*backdrop, path));
  }
  return complete;
}

Rendered<Image> over_backdrop(const Image& drawn, const Scene& scene, const ClipConvention& clip) {
  const auto backdrop = make_backdrop(scene, drawn.width, drawn.height, clip);
  if (!backdrop) {
    return tl::unexpected(backdrop.error());
  }
  Image image = drawn;
  for (std::size_t i = 0; i < image.rgba.size(); i += 4) {
    const float through = 1.0F - static_cast<float>(drawn.rgba[i + 3]) / 255.0F;
    for (std::size_t channel = 0; channel < 3; ++channel) {
      // The curve of display.weft.
      const float x = std::max(backdrop->radiance.values[i + channel] * scene.exposure, 0.0F);
      const float curve = x * (2.51F * x + 0.03F) / (x * (2.43F * x + 0.59F) + 0.14F);
      const float behind = linear_to_srgb(std::clamp(curve, 0.0F, 1.0F));
      const float above = static_cast<float>(drawn.rgba[i + channel]) / 255.0F;
      image.rgba[i + channel] = to_unorm8(above + through * behind);
    }
    image.rgba[i + 3] = 255;
  }
  return image;
}

}  // namespace weft::render
