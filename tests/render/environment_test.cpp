// The environment: the host's filtering against brute force, and the shaders' lookups against the
// host's values.

#include "render/environment.h"

#include <algorithm>
#include <array>
#include <cmath>
#include <cstddef>
#include <memory>
#include <string>
#include <vector>

#include "render/vector_math.h"
#include "tests/render/material_drawing.h"
#include "tests/support/catch.h"

namespace weft::testing::environment_test {

namespace {

using namespace weft::render;
using weft::ShadingLanguage;
using weft::testing::both_languages;
using weft::testing::compose_text;
using weft::testing::ComposedMaterial;
using weft::testing::draw;
using weft::testing::View;

constexpr float pi = 3.14159265F;

/// A latitude-longitude map of a function of the direction.
template <typename Radiance>
FloatImage map_of(int height, Radiance radiance) {
  FloatImage map{2 * height, height, 4, {}};
  for (int y = 0; y < map.height; ++y) {
    for (int x = 0; x < map.width; ++x) {
      const Float3 color = radiance(latlong_direction(x, y, map.width, map.height));
      map.values.insert(map.values.end(), {color[0], color[1], color[2], 1.0F});
    }
  }
  return map;
}

/// The sum over all pixels of their radiance times the cosine to that normal.
Float3 brute_irradiance(const FloatImage& map, const Float3& normal) {
  std::array<double, 3> sum{};
  for (int y = 0; y < map.height; ++y) {
    for (int x = 0; x < map.width; ++x) {
      const float cosine = dot(normal, latlong_direction(x, y, map.width, map.height));
      if (cosine > 0.0F) {
        const float weight = cosine * latlong_solid_angle(y, map.width, map.height);
        for (std::size_t c = 0; c < 3; ++c) {
          sum[c] += static_cast<double>(weight * value(map, x, y, static_cast<int>(c)));
        }
      }
    }
  }
  return {static_cast<float>(sum[0]), static_cast<float>(sum[1]), static_cast<float>(sum[2])};
}

std::vector<Float3> normals() {
  std::vector<Float3> result;
  for (int i = 0; i < 60; ++i) {  // a spiral over the sphere
    const float y = 1.0F - 2.0F * (static_cast<float>(i) + 0.5F) / 60.0F;
    const float angle = 2.39996F * static_cast<float>(i);
    const float r = std::sqrt(1.0F - y * y);
    result.push_back({r * std::cos(angle), y, r * std::sin(angle)});
  }
  return result;
}

float largest_difference(const Float3& a, const Float3& b) {
  return std::max({std::fabs(a[0] - b[0]), std::fabs(a[1] - b[1]), std::fabs(a[2] - b[2])});
}

std::shared_ptr<const Environment> environment(const FloatImage& map) {
  auto made = make_environment(map);
  REQUIRE(made);
  return std::make_shared<const Environment>(std::move(*made));
}

/// A sphere that outputs a value unchanged, seen along -z.
View float_view() {
  View view;
  view.scene.object_to_world = identity_matrix;
  view.scene.camera.position = {0, 0, 4};
  view.settings.width = 48;
  view.settings.height = 48;
  view.settings.format = ColorFormat::Rgba32Float;
  return view;
}

ComposedMaterial shown(const std::string& expression) {
  return compose_text(
      "import \"core\";\nimport \"closures\";\nimport \"profiles\";\n"
      "fragment as_direction(n: float3 {use: normal, basis: world, norm: unit} = surface.normal) "
      "-> "
      "float3 {use: direction, basis: world, norm: unit} { return n; }\n"
      "profile values: base_mesh { fragment demand color: float3 {use: color, encoding: linear} as "
      "target 0; }\n"
      "material shown { output color = " +
          expression + "; }\n",
      "shown", "values");
}

/// Calls `check` with the normal and the color of every pixel of the sphere except its rim.
template <typename Check>
void for_each_normal(const View& view, const FloatImage& picture, Check check) {
  std::size_t seen = 0;
  const auto size = static_cast<float>(picture.width);
  const float scale = std::tan(0.5F * view.scene.camera.vertical_fov) * 2.0F / size;
  for (int y = 0; y < picture.height; ++y) {
    for (int x = 0; x < picture.width; ++x) {
      const Float3 ray =
          normalized_or({(static_cast<float>(x) + 0.5F - 0.5F * size) * scale,
                         (0.5F * size - static_cast<float>(y) - 0.5F) * scale, -1.0F},
                        {0, 0, -1});
      const float b = 4.0F * ray[2];
      const float d = b * b - 15.0F;
      if (d > 0.5F) {
        ++seen;
        check(Float3{0, 0, 4} + ray * (-b - std::sqrt(d)),
              Float3{value(picture, x, y, 0), value(picture, x, y, 1), value(picture, x, y, 2)});
      }
    }
  }
  CHECK(seen > 300);
}

/// What microfacets of the width `alpha` reflect of `radiance` to the eye: the mean over all
/// microfacets, by slopes, of Walter et al. 2007 and Smith's correlated masking.
template <typename Radiance>
Float3 brute_reflection(float alpha, const Float3& n, const Float3& v, Radiance radiance) {
  const Float3 x = normalized_or(
      cross(std::fabs(n[1]) < 0.9F ? Float3{0, 1, 0} : Float3{1, 0, 0}, n), {1, 0, 0});
  const Float3 y = cross(n, x);
  const auto lambda = [&](float cosine) {
    const float tangent2 = 1.0F / (cosine * cosine) - 1.0F;
    return 0.5F * (std::sqrt(1.0F + alpha * alpha * tangent2) - 1.0F);
  };
  constexpr int rings = 128;
  constexpr int turns = 96;
  const float nv = dot(n, v);
  Float3 sum{};
  for (int i = 0; i < rings; ++i) {
    const float share = (static_cast<float>(i) + 0.5F) / rings;
    const float slope = alpha * std::sqrt(share / (1.0F - share));
    for (int j = 0; j < turns; ++j) {
      const float angle = 2.0F * pi * (static_cast<float>(j) + 0.5F) / turns;
      const Float3 h =
          normalized_or(x * (slope * std::cos(angle)) + y * (slope * std::sin(angle)) + n, n);
      const float vh = dot(v, h);
      const Float3 l = h * (2.0F * vh) - v;
      const float nl = dot(n, l);
      if (vh > 0.0F && nl > 0.0F) {
        const float unmasked = 1.0F / (1.0F + lambda(nl) + lambda(nv));
        sum = sum + radiance(l) * (unmasked * vh / (nv * dot(n, h)));
      }
    }
  }
  return sum * (1.0F / (rings * turns));
}

}  // namespace

TEST_CASE("a latlong map covers the sphere once with correctly placed pixels") {
  double sum = 0.0;
  for (int y = 0; y < 64; ++y) {
    sum += 128.0 * static_cast<double>(latlong_solid_angle(y, 128, 64));
  }
  CHECK(std::fabs(sum - 4.0 * 3.14159265358979) < 1e-4);
  CHECK(latlong_direction(64, 0, 128, 64)[1] > 0.999F);   // the first row is up
  CHECK(latlong_direction(64, 32, 128, 64)[2] < -0.99F);  // the center is -z
  CHECK(latlong_direction(96, 32, 128, 64)[0] > 0.99F);   // three quarters of the way: +x
}

TEST_CASE("spherical harmonics irradiance is exact for smooth light") {
  // Nine coefficients represent polynomials of second order in the direction exactly.
  const FloatImage map = map_of(64, [](const Float3& d) {
    return Float3{1.0F, 1.0F + 0.5F * d[0] - 0.25F * d[1],
                  0.8F + d[0] * d[1] - 0.3F * d[2] * d[1] + 0.4F * d[2] * d[2] + 0.2F * d[2]};
  });
  const auto light = environment(map);
  for (const Float3& n : normals()) {
    CHECK(largest_difference(sh_irradiance(light->irradiance_sh, n), brute_irradiance(map, n)) <
          0.01F);
  }
}

TEST_CASE("the studio's irradiance is close to brute force") {
  // A lamp is not smooth. Ramamoorthi and Hanrahan: for any light, the mean error is below 3 %, the
  // largest below 9 % of the brightest.
  const FloatImage map = studio_map(64);
  const auto light = environment(map);
  float brightest = 0.0F;
  float largest = 0.0F;
  float sum = 0.0F;
  const std::vector<Float3> all = normals();
  for (const Float3& n : all) {
    const Float3 exact = brute_irradiance(map, n);
    const float difference = largest_difference(sh_irradiance(light->irradiance_sh, n), exact);
    brightest = std::max({brightest, exact[0], exact[1], exact[2]});
    largest = std::max(largest, difference);
    sum += difference;
  }
  INFO("brightest " << brightest << ", largest difference " << largest);
  CHECK(largest < 0.09F * brightest);
  CHECK(sum / static_cast<float>(all.size()) < 0.03F * brightest);
}

TEST_CASE(
    "filtered levels keep uniform light, lose contrast with roughness and match brute force") {
  const auto even = environment(map_of(32, [](const Float3&) { return Float3{2, 3, 4}; }));
  for (const FloatImage& level : even->map.float_levels) {
    for (std::size_t i = 0; i < level.values.size(); ++i) {
      CHECK(std::fabs(level.values[i] - (i % 4 == 3 ? 1.0F : static_cast<float>(2 + i % 4))) <
            1e-3F);
    }
  }
  const FloatImage map = studio_map(32);
  const auto light = environment(map);
  const std::size_t levels = light->map.level_count();
  CHECK(levels == 7);
  float contrast = 1e9F;
  for (std::size_t i = 0; i + 4 < levels; ++i) {
    const FloatImage& level = light->map.float_levels[i];
    const auto [least, most] = std::minmax_element(level.values.begin(), level.values.end());
    CHECK(*most - *least < contrast);
    contrast = *most - *least;
  }
  // Roughness 1 weights by the cosine, which brute force integrates over the whole map.
  const std::size_t last = levels - 5;
  CHECK(environment_roughness(last, levels) == 1.0F);
  const FloatImage& rough = light->map.float_levels[last];
  for (int y = 0; y < rough.height; ++y) {
    const Float3 n = latlong_direction(3, y, rough.width, rough.height);
    const Float3 mean = brute_irradiance(map, n) * (1.0F / pi);
    CHECK(largest_difference(
              mean, {value(rough, 3, y, 0), value(rough, 3, y, 1), value(rough, 3, y, 2)}) < 0.06F);
  }
  CHECK_FALSE(make_environment(map_of(24, [](const Float3& d) { return d; })));
}

TEST_CASE("shaders get the same environment irradiance as the host") {
  View view = float_view();
  view.scene.environment = environment(studio_map(32));
  const ComposedMaterial material = shown("environment_irradiance()");
  for (const ShadingLanguage language : both_languages) {
    const FloatImage picture = draw(material, language, view).floats;
    for_each_normal(view, picture, [&](const Float3& n, const Float3& seen) {
      Float3 expected = sh_irradiance(view.scene.environment->irradiance_sh, n);
      for (float& channel : expected) {
        channel = std::max(channel, 0.0F);
      }
      CHECK(largest_difference(expected, seen) < 0.02F);
    });
  }
}

TEST_CASE("shaders look up the right direction and mip level in the map") {
  View view = float_view();
  view.scene.environment = environment(map_of(64, [](const Float3& d) {
    return d * 0.5F + Float3{0.5F, 0.5F, 0.5F};
  }));
  const ComposedMaterial sharp = shown("environment_radiance(as_direction())");
  const ComposedMaterial rough = shown("environment_radiance(as_direction(), 1.0)");
  for (const ShadingLanguage language : both_languages) {
    for_each_normal(view, draw(sharp, language, view).floats,
                    [](const Float3& n, const Float3& seen) {
                      CHECK(largest_difference(n * 0.5F + Float3{0.5F, 0.5F, 0.5F}, seen) < 0.02F);
                    });
    // A cosine lobe scales linear functions of the direction by two thirds.
    for_each_normal(
        view, draw(rough, language, view).floats, [](const Float3& n, const Float3& seen) {
          CHECK(largest_difference(n * (1.0F / 3.0F) + Float3{0.5F, 0.5F, 0.5F}, seen) < 0.05F);
        });
  }
}

TEST_CASE("samples of the environment add up to what microfacets reflect of it") {
  View view = float_view();
  const auto sky = [](const Float3& d) { return d * 0.5F + Float3{0.5F, 0.5F, 0.5F}; };
  view.scene.environment = environment(map_of(64, sky));
  for (const auto& each : {std::pair{"0.09", 0.02F}, std::pair{"0.36", 0.03F}}) {
    const std::string width = each.first;
    const float allowed = each.second;
    const ComposedMaterial material = shown(
        "sampled_environment((d, blur) => environment_radiance(d, blur), (c) => "
        "float3(1.0), float2(" +
        std::string(width) + "), 64)");
    for (const ShadingLanguage language : both_languages) {
      std::size_t pixel = 0;
      for_each_normal(view, draw(material, language, view).floats,
                      [&](const Float3& n, const Float3& seen) {
                        const Float3 v = normalized_or(view.scene.camera.position - n, n);
                        if (++pixel % 16 == 0) {
                          const Float3 all = brute_reflection(std::stof(width), n, v, sky);
                          INFO(width << " " << dot(n, v) << " " << all[0] << " " << seen[0]);
                          CHECK(largest_difference(all, seen) < allowed);
                        }
                      });
    }
  }
}

TEST_CASE("a white surface that samples a white environment cannot be told from it") {
  View view = float_view();
  view.scene.lights.clear();
  view.scene.environment = environment(map_of(64, [](const Float3&) {
    return Float3{1.0F, 1.0F, 1.0F};
  }));
  for (const std::string widths : {"0.04, 0.04", "0.25, 0.25", "1.0, 1.0", "0.3, 0.2"}) {
    const ComposedMaterial material =
        shown("lit(sampled_microfacets((c) => float3(1.0), float2(" + widths + "), 128))");
    for (const ShadingLanguage language : both_languages) {
      for_each_normal(view, draw(material, language, view).floats,
                      [&](const Float3& n, const Float3& seen) {
                        INFO(widths << " at " << n[2] << ": " << seen[0]);
                        CHECK(std::fabs(seen[0] - 1.0F) < 0.03F);
                      });
    }
  }
}

TEST_CASE("L17: the irradiance of a constant environment, on the host and drawn", "[acceptance]") {
  const Float3 pi{3.14159265F, 3.14159265F, 3.14159265F};
  View view = float_view();
  view.scene.environment = environment(map_of(64, [](const Float3&) {
    return Float3{1.0F, 1.0F, 1.0F};
  }));
  CHECK(largest_difference(
            sh_irradiance(view.scene.environment->irradiance_sh, {0.6F, 0.0F, -0.8F}), pi) <
        0.0005F);
  const ComposedMaterial material = shown("environment_irradiance()");
  for (const ShadingLanguage language : both_languages) {
    for_each_normal(
        view, draw(material, language, view).floats,
        [&](const Float3&, const Float3& seen) { CHECK(largest_difference(pi, seen) < 0.0005F); });
  }
}

}  // namespace weft::testing::environment_test
