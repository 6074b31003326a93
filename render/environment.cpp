#include "render/environment.h"

#include <algorithm>
#include <cmath>
#include <numbers>

#include "render/vector_math.h"
#include "support/check.h"

namespace weft::render {
namespace {

constexpr float pi = std::numbers::pi_v<float>;

bool is_power_of_two(int value) { return value > 0 && (value & (value - 1)) == 0; }

Float3 radiance_at(const FloatImage& map, int x, int y) {
  return {value(map, x, y, 0), value(map, x, y, 1), value(map, x, y, 2)};
}

/// The nine polynomials weighted by irradiance_sh.
std::array<float, 9> polynomials(const Float3& n) {
  const float x = n[0];
  const float y = n[1];
  const float z = n[2];
  return {1.0F, y, z, x, x * y, y * z, 3.0F * z * z - 1.0F, x * z, x * x - y * y};
}

/// The squared constants of the real spherical harmonics (once for projection, once for
/// evaluation), times the factors pi, 2 pi / 3 and pi / 4 of the cosine lobe.
constexpr std::array<float, 9> sh_weights = {
    pi * 0.07957747F,
    2.0F / 3.0F * pi * 0.2387324F,
    2.0F / 3.0F * pi * 0.2387324F,
    2.0F / 3.0F * pi * 0.2387324F,
    0.25F * pi * 1.1936621F,
    0.25F * pi * 1.1936621F,
    0.25F * pi * 0.09947184F,
    0.25F * pi * 1.1936621F,
    0.25F * pi * 0.2984155F,
};

std::array<Float3, 9> project(const FloatImage& map) {
  std::array<Float3, 9> result{};
  for (int y = 0; y < map.height; ++y) {
    const float angle = latlong_solid_angle(y, map.width, map.height);
    for (int x = 0; x < map.width; ++x) {
      const auto basis = polynomials(latlong_direction(x, y, map.width, map.height));
      const Float3 light = radiance_at(map, x, y) * angle;
      for (std::size_t i = 0; i < basis.size(); ++i) {
        result[i] = result[i] + light * (basis[i] * sh_weights[i]);
      }
    }
  }
  return result;
}

/// The incoming light from one pixel of a map.
struct Arrival {
  Float3 direction;
  Float3 light;  ///< radiance times solid angle
  float solid_angle = 0.0F;
};

std::vector<Arrival> arrivals(const FloatImage& map) {
  std::vector<Arrival> result;
  for (int y = 0; y < map.height; ++y) {
    const float angle = latlong_solid_angle(y, map.width, map.height);
    for (int x = 0; x < map.width; ++x) {
      result.push_back(
          {latlong_direction(x, y, map.width, map.height), radiance_at(map, x, y) * angle, angle});
    }
  }
  return result;
}

/// The average incoming light under the GGX lobe around `n`, with the view along n: the
/// distribution of half vectors times the cosine (Karis, Real Shading in Unreal Engine 4, 2013).
Float3 filtered(const std::vector<Arrival>& light, const Float3& n, float roughness) {
  const float alpha = roughness * roughness;
  Float3 sum = {0, 0, 0};
  float weights = 0.0F;
  for (const Arrival& arrival : light) {
    const float cosine = dot(n, arrival.direction);
    if (cosine <= 0.0F) {
      continue;
    }
    const float half = 0.5F + 0.5F * cosine;  // the squared cosine at the half vector
    const float d = half * (alpha * alpha - 1.0F) + 1.0F;
    const float weight = cosine / (d * d);
    sum = sum + arrival.light * weight;
    weights += weight * arrival.solid_angle;
  }
  return sum * (1.0F / weights);
}

float smooth(float low, float high, float x) {
  const float t = std::clamp((x - low) / (high - low), 0.0F, 1.0F);
  return t * t * (3.0F - 2.0F * t);
}

/// 1 inside a lamp of this half size (radians) that faces the center, 0 outside, with a soft edge.
float lamp(const Float3& d, const Float3& to_lamp, float half_width, float half_height) {
  const Float3 front = normalized_or(to_lamp, {0, 1, 0});
  const Float3 right = normalized_or(cross({0, 1, 0}, front), {1, 0, 0});
  const Float3 up = cross(front, right);
  const float along = dot(d, front);
  if (along <= 0.0F) {
    return 0.0F;
  }
  const float x = std::fabs(std::atan2(dot(d, right), along));
  const float y = std::fabs(std::atan2(dot(d, up), along));
  const float soft = 0.05F;
  return (1.0F - smooth(half_width - soft, half_width + soft, x)) *
         (1.0F - smooth(half_height - soft, half_height + soft, y));
}

}  // namespace

float environment_roughness(std::size_t level, std::size_t levels) {
  const float last = levels > 6 ? static_cast<float>(levels - 5) : 1.0F;
  return std::min(1.0F, static_cast<float>(level) / last);
}

Float3 latlong_direction(int x, int y, int width, int height) {
  const float phi = 2.0F * pi * ((static_cast<float>(x) + 0.5F) / static_cast<float>(width) - 0.5F);
  const float theta = pi * (static_cast<float>(y) + 0.5F) / static_cast<float>(height);
  return {std::sin(theta) * std::sin(phi), std::cos(theta), -std::sin(theta) * std::cos(phi)};
}

float latlong_solid_angle(int y, int width, int height) {
  const float top = pi * static_cast<float>(y) / static_cast<float>(height);
  const float bottom = pi * static_cast<float>(y + 1) / static_cast<float>(height);
  return 2.0F * pi / static_cast<float>(width) * (std::cos(top) - std::cos(bottom));
}

Float3 sh_irradiance(const std::array<Float3, 9>& coefficients, const Float3& normal) {
  const auto basis = polynomials(normal);
  Float3 sum = {0, 0, 0};
  for (std::size_t i = 0; i < basis.size(); ++i) {
    sum = sum + coefficients[i] * basis[i];
  }
  return sum;
}

namespace {

/// The irradiance divided by pi, for all normals.
FloatImage irradiance_map(const std::array<Float3, 9>& coefficients) {
  FloatImage map{64, 32, 4, {}};
  for (int y = 0; y < map.height; ++y) {
    for (int x = 0; x < map.width; ++x) {
      const Float3 value =
          sh_irradiance(coefficients, latlong_direction(x, y, map.width, map.height));
      for (const float channel : value) {
        map.values.push_back(std::max(channel, 0.0F) / std::numbers::pi_v<float>);
      }
      map.values.push_back(1.0F);
    }
  }
  return map;
}

}  // namespace

Rendered<Environment> make_environment(const FloatImage& latlong) {
  if (latlong.channels != 4 || latlong.width != 2 * latlong.height || latlong.height < 16 ||
      !is_power_of_two(latlong.height)) {
    return failure(
        "an environment map has four channels, is twice as wide as high, and its sides "
        "are powers of two, at least 16 high");
  }
  auto boxed = make_float_texture(latlong);
  if (!boxed) {
    return tl::unexpected(boxed.error());
  }
  Environment result{*boxed, project(latlong), std::move(*boxed), {}};
  auto irradiance = make_float_texture(irradiance_map(result.irradiance_sh), false);
  if (!irradiance) {
    return tl::unexpected(irradiance.error());
  }
  result.irradiance = std::move(*irradiance);
  const std::vector<Arrival> light = arrivals(result.map.float_levels[1]);
  const std::size_t levels = result.map.level_count();
  bool is_last = false;
  for (std::size_t level = 1; level < levels && !is_last; ++level) {
    const float roughness = environment_roughness(level, levels);
    is_last = roughness >= 1.0F;
    FloatImage& image = result.map.float_levels[level];
    for (int y = 0; y < image.height; ++y) {
      for (int x = 0; x < image.width; ++x) {
        const Float3 color =
            filtered(light, latlong_direction(x, y, image.width, image.height), roughness);
        const auto at = 4 * static_cast<std::size_t>(y * image.width + x);
        std::copy(color.begin(), color.end(),
                  image.values.begin() + static_cast<std::ptrdiff_t>(at));
      }
    }
  }
  return result;
}

FloatImage studio_map(int height) {
  FloatImage map{2 * height, height, 4, {}};
  for (int y = 0; y < map.height; ++y) {
    for (int x = 0; x < map.width; ++x) {
      const Float3 d = latlong_direction(x, y, map.width, map.height);
      const float up = d[1];
      const Float3 floor =
          Float3{0.42F, 0.38F, 0.34F} * (0.35F + 0.65F * smooth(-1.0F, -0.05F, up));
      const Float3 wall = Float3{0.30F, 0.33F, 0.38F} * (1.0F - 0.8F * smooth(0.0F, 0.9F, up));
      const float above = smooth(-0.04F, 0.04F, up);
      Float3 color = floor * (1.0F - above) + wall * above;
      color = color + Float3{9.0F, 8.6F, 8.0F} * lamp(d, {0.8F, 0.9F, 0.55F}, 0.42F, 0.28F);
      color = color + Float3{1.5F, 2.0F, 3.0F} * lamp(d, {-0.9F, 0.25F, 0.35F}, 0.18F, 0.55F);
      color = color + Float3{4.0F, 3.6F, 3.2F} * lamp(d, {-0.1F, 0.35F, -1.0F}, 0.75F, 0.09F);
      color = color * 0.55F;  // dark enough that default_scene()'s lights stand out
      map.values.insert(map.values.end(), {color[0], color[1], color[2], 1.0F});
    }
  }
  return map;
}

const Environment& default_environment() {
  static const Rendered<Environment> environment = make_environment(studio_map(64));
  WEFT_CHECK(environment.has_value(), "the default environment has a wrong size");
  return *environment;
}

}  // namespace weft::render
