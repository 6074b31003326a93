// Shadow maps: the share of a light that reaches a place, against the comparisons that it stands
// for, and a shadow from a map that the profile `depth` has drawn.

#include <algorithm>
#include <cmath>
#include <cstddef>
#include <memory>
#include <string>
#include <utility>
#include <vector>

#include "render/vector_math.h"
#include "tests/render/material_drawing.h"
#include "tests/support/catch.h"

namespace weft::testing::shadow_map_test {

namespace {

using namespace weft::render;
using weft::ShadingLanguage;
using weft::testing::both_languages;
using weft::testing::compose_text;
using weft::testing::ComposedMaterial;
using weft::testing::draw_all;
using weft::testing::float_words;
using weft::testing::floor_view;
using weft::testing::View;

const std::string source = R"(
import "core";
import "closures";
import "display";
import "profiles";
import "shadows";
profile numbers: base_mesh {
    provide shadow, compared_shadow as uniform;
    fragment demand color: float4 as target 0;
}
material shares {
    output color = float4(shadow_share(bias: 0.001), shadow_share(bias: 0.001, spread: 2.0, taps: 2), 0.0, 1.0);
}
material filtered {
    output color = float4(filtered_shadow_share(bias: 0.001, taps: 0), filtered_shadow_share(bias: 0.001, spread: 2.0, taps: 2), 0.0, 1.0);
}
material smooth_floor {
    output color = lit_with_filtered_shadow(diffuse(float3(0.5) as {use: reflectance, encoding: linear}));
    output albedo = float3(0.5) as {use: reflectance, encoding: linear};
}
profile shaded: forward { provide shadow, compared_shadow as uniform; }
material floor {
    output color = lit_with_shadow(diffuse(float3(0.5) as {use: reflectance, encoding: linear}));
    output albedo = float3(0.5) as {use: reflectance, encoding: linear};
}
)";

std::shared_ptr<const Texture> map_of(int size, const std::vector<float>& depths) {
  FloatImage image{size, size, 4, {}};
  for (const float depth : depths) {
    image.values.insert(image.values.end(), {depth, 0.0F, 0.0F, 1.0F});
  }
  auto texture = make_float_texture(std::move(image), false);
  REQUIRE(texture);
  return std::make_shared<const Texture>(std::move(*texture));
}

}  // namespace

TEST_CASE("a shadow map's share is the mean of its comparisons") {
  const ComposedMaterial material = compose_text(source, "shares", "numbers");
  constexpr int size = 16;
  View view = floor_view();
  // The light looks along -z at a square of 2 m: the plane at z = 0 has the depth 0.5.
  view.scene.given["shadow.from_world"] =
      float_words({1, 0, 0, 0, 0, -1, 0, 0, 0, 0, -0.5F, 0, 0, 0, 0.5F, 1});
  std::vector<float> depths;
  for (int i = 0; i < size * size; ++i) {
    depths.push_back(i % size < size / 2 ? 0.25F : 1.0F);  // the left half lies in shadow
  }
  view.scene.given_textures = {{"shadow.map", map_of(size, depths)}};
  for (const ShadingLanguage language : both_languages) {
    const FloatImage drawn = draw_all(material, language, view).colors.front().floats;
    std::size_t between = 0;
    for (int x = 12; x < 52; ++x) {
      // Half of the image's height is 4 tan(0.3) meters there.
      const float ndc = (static_cast<float>(x) + 0.5F) / 32.0F - 1.0F;
      const float place = ndc * 4.0F * std::tan(0.3F);
      const auto share = [&](int taps, float spread) {
        int lit = 0;
        for (int i = -taps; i <= taps; ++i) {
          const float texel =
              std::floor((place * 0.5F + 0.5F) * size + spread * static_cast<float>(i));
          lit += texel < 0.0F || texel >= size / 2 ? 1 : 0;  // beyond the border there is light
        }
        return static_cast<float>(lit) / static_cast<float>(2 * taps + 1);
      };
      CHECK(value(drawn, x, 32, 0) == Approx(share(1, 1.0F)).margin(1e-4));
      CHECK(value(drawn, x, 32, 1) == Approx(share(2, 2.0F)).margin(1e-4));
      between += value(drawn, x, 32, 1) > 0.1F && value(drawn, x, 32, 1) < 0.9F ? 1 : 0;
    }
    CHECK(between > 4);
  }
}

TEST_CASE("a filtered share weighs the comparisons of four texels around each sample") {
  const ComposedMaterial material = compose_text(source, "filtered", "numbers");
  constexpr int size = 16;
  View view = floor_view();
  view.scene.given["shadow.from_world"] =
      float_words({1, 0, 0, 0, 0, -1, 0, 0, 0, 0, -0.5F, 0, 0, 0, 0.5F, 1});
  std::vector<float> depths;
  for (int i = 0; i < size * size; ++i) {
    depths.push_back(i % size < size / 2 ? 0.25F : 1.0F);
  }
  view.scene.given_textures = {{"compared_shadow.map", map_of(size, depths)}};
  const auto lit_texel = [](float texel) {
    return texel < 0.0F || texel >= size / 2 ? 1.0F : 0.0F;
  };
  for (const ShadingLanguage language : both_languages) {
    const FloatImage drawn = draw_all(material, language, view).colors.front().floats;
    for (int x = 12; x < 52; ++x) {
      const float ndc = (static_cast<float>(x) + 0.5F) / 32.0F - 1.0F;
      const float place = (ndc * 4.0F * std::tan(0.3F) * 0.5F + 0.5F) * size;
      const auto share = [&](int taps, float spread) {
        float lit = 0.0F;
        for (int i = -taps; i <= taps; ++i) {
          const float at = place + spread * static_cast<float>(i) - 0.5F;
          const float left = std::floor(at);
          lit += lit_texel(left) * (1.0F - at + left) + lit_texel(left + 1.0F) * (at - left);
        }
        return lit / static_cast<float>(2 * taps + 1);
      };
      // Lavapipe's weights have 8 bits.
      CHECK(value(drawn, x, 32, 0) == Approx(share(0, 1.0F)).margin(0.01));
      CHECK(value(drawn, x, 32, 1) == Approx(share(2, 2.0F)).margin(0.01));
    }
  }
}

TEST_CASE("places beyond the far plane of the light are lit where its map has nothing") {
  const ComposedMaterial material = compose_text(source, "shares", "numbers");
  View view = floor_view();
  // The light looks along -z: the plane at z = 0 has the depth 1.25.
  view.scene.given["shadow.from_world"] =
      float_words({1, 0, 0, 0, 0, -1, 0, 0, 0, 0, -0.5F, 0, 0, 0, 1.25F, 1});
  for (const auto& [depth, lit] : {std::pair{1.0F, 1.0F}, std::pair{0.75F, 0.0F}}) {
    view.scene.given_textures = {{"shadow.map", map_of(4, std::vector<float>(16, depth))}};
    for (const ShadingLanguage language : both_languages) {
      const FloatImage drawn = draw_all(material, language, view).colors.front().floats;
      CHECK(value(drawn, 32, 32, 0) == lit);
    }
  }
}

TEST_CASE("a ball that the profile shadow has drawn from the light shades the floor behind it") {
  const ComposedMaterial caster = compose_text(source, "floor", "shadow");
  const ComposedMaterial shaded = compose_text(source, "floor", "shaded");
  const ComposedMaterial smooth = compose_text(source, "smooth_floor", "shaded");
  const ComposedMaterial unshaded = compose_text(source + R"(
material bright {
    output color = lit(diffuse(float3(0.5) as {use: reflectance, encoding: linear}));
    output albedo = float3(0.5) as {use: reflectance, encoding: linear};
}
)",
                                                 "bright", "forward");
  View from_light;
  from_light.mesh = uv_sphere(48, 24, 0.3F);
  from_light.settings.width = from_light.settings.height = 64;
  from_light.settings.read_depth = true;
  from_light.scene.object_to_world = translation({0, 0, 0.5F});
  from_light.scene.camera = {{0, 0, 4}, {0, 0, 0}, {0, 1, 0}, 0.6F, 0.1F, 100.0F};
  View view = floor_view();
  view.scene.lights = {{{0, 0, 1}, {2, 2, 2}}};
  const Mat4 seen =
      multiply(perspective(0.6F, 1.0F, 0.1F, 100.0F), look_at({0, 0, 4}, {}, {0, 1, 0}));
  view.scene.given["shadow.from_world"] = float_words({seen.begin(), seen.end()});
  for (const ShadingLanguage language : both_languages) {
    const auto map = draw_all(caster, language, from_light).depth;
    REQUIRE(map);
    view.scene.given_textures = {{"shadow.map", map_of(64, map->values)},
                                 {"compared_shadow.map", map_of(64, map->values)}};
    const FloatImage with = draw_all(shaded, language, view).colors.front().floats;
    const FloatImage filtered = draw_all(smooth, language, view).colors.front().floats;
    const FloatImage without = draw_all(unshaded, language, view).colors.front().floats;
    CHECK(value(with, 32, 32) < 0.8F * value(without, 32, 32));                 // behind the ball
    CHECK(value(with, 12, 12) == Approx(value(without, 12, 12)).margin(1e-5));  // beside it
    CHECK(value(filtered, 32, 32) == Approx(value(with, 32, 32)).margin(1e-4));
    CHECK(value(filtered, 12, 12) == Approx(value(with, 12, 12)).margin(1e-4));
  }
}

}  // namespace weft::testing::shadow_map_test
