// Shadows by a cube of depths and by layers of maps, and a lamp's measured distribution: drawn from
// textures whose texels are known.

#include <cmath>
#include <cstdint>
#include <memory>
#include <string>
#include <utility>
#include <vector>

#include "render/textures.h"
#include "tests/render/material_drawing.h"
#include "tests/support/catch.h"

namespace weft::testing::shadow_layers_test {

namespace {

using namespace weft::render;
using weft::testing::both_languages;
using weft::testing::compose_text;
using weft::testing::ComposedMaterial;
using weft::testing::draw_all;
using weft::testing::float_words;
using weft::testing::floor_view;
using weft::testing::View;

const std::string source = R"(
import "light_shapes";
import "profiles";
import "shadow_maps";
profile numbers: base_mesh { fragment demand color: float4 as target 0; }
profile points: numbers { provide point_shadow as uniform; }
profile suns: numbers { provide sun_shadow as uniform [capacity: 2]; }
material point { output color = float4(point_shadow_share(spread: 0.02), point_shadow_share(taps: 0), 0.0, 1.0); }
material sun {
    found = sun_cascade();
    output color = float4(sun_shadow_share(), float(found.index), 0.0, 1.0);
}
material lamp {
    param profile: texture2d [wrap: clamp];
    below = float3(0.0, 1.0, 0.0) as {use: direction, basis: world};
    beside = float3(-1.0, 0.0, 0.0) as {use: direction, basis: world};
    output color = float4(ies_share(profile, l: below), ies_share(profile, l: beside), ies_share(profile, l: -below), 1.0);
}
)";

/// The place of a pixel along an axis of the image.
double place_of(int pixel) { return ((pixel + 0.5) / 32.0 - 1.0) * 4.0 * std::tan(0.3); }

std::shared_ptr<const Texture> layers_of(const std::vector<Image>& images, TextureKind kind) {
  auto texture = make_layers(images, kind, Encoding::Linear);
  REQUIRE(texture);
  return std::make_shared<const Texture>(std::move(*texture));
}

}  // namespace

TEST_CASE("a cube of depths shades what lies behind its nearest places") {
  const ComposedMaterial material = compose_text(source, "point", "points");
  constexpr int size = 16;
  View view = floor_view();
  view.scene.given["point_shadow.position"] = float_words({0, 0, 2});
  view.scene.given["point_shadow.planes"] = float_words({0.1F, 10});
  // Toward -z, something is 1 m away on one side, (1 - 0.1 / 1) / (1 - 0.1 / 10) = 0.909, and the
  // floor has the depth 0.960. The left half of that face is toward +x.
  std::vector<Image> faces(6, solid_color(size, {0, 0, 0, 255}));
  for (int y = 0; y < size; ++y) {
    for (int x = 0; x < size; ++x) {
      const std::uint8_t depth = x < size / 2 ? 232 : 255;
      faces[5].rgba[static_cast<std::size_t>(y * size + x) * 4] = depth;
    }
  }
  view.scene.given_textures = {{"point_shadow.map", layers_of(faces, TextureKind::Cube)}};
  for (const ShadingLanguage language : both_languages) {
    const FloatImage drawn = draw_all(material, language, view).colors.front().floats;
    for (int x = 8; x < 56; ++x) {
      const double place = place_of(x);
      INFO("place " << place);
      // A pixel beside the middle is one of the three columns of comparisons away.
      const double third = std::abs(place) < 0.04 ? 1.0 / 3.0 : 0.0;
      CHECK(value(drawn, x, 32, 0) == Approx(place > 0 ? third : 1.0 - third).margin(1e-4));
      CHECK(value(drawn, x, 32, 1) == (place > 0 ? 0.0F : 1.0F));
    }
  }
}

TEST_CASE("places are shaded by the first of the sun's maps that covers them") {
  const ComposedMaterial material = compose_text(source, "sun", "suns");
  View view = floor_view();
  // Squares of 0.5 and 1.25 m around the middle; the floor has the depth 0.5 in both.
  view.scene.given["sun_shadow.from_world"] =
      float_words({4,    0, 0, 0, 0, -4,    0, 0, 0, 0, -0.5F, 0, 0, 0, 0.5F, 1,
                   1.6F, 0, 0, 0, 0, -1.6F, 0, 0, 0, 0, -0.5F, 0, 0, 0, 0.5F, 1});
  view.scene.given["sun_shadow.count"] = {2};
  view.scene.given_textures = {{"sun_shadow.map", layers_of({solid_color(8, {255, 0, 0, 255}),
                                                             solid_color(8, {64, 0, 0, 255})},
                                                            TextureKind::Array)}};
  for (const ShadingLanguage language : both_languages) {
    const FloatImage drawn = draw_all(material, language, view).colors.front().floats;
    for (int x = 8; x < 56; ++x) {
      const double away = std::abs(place_of(x));
      INFO("place " << place_of(x));
      // With margins of 2 %: lit in the first, in shadow in the second, lit beyond both.
      const int index = away < 0.245 ? 0 : away < 0.6125 ? 1 : 2;
      CHECK(value(drawn, x, 32, 0) == (index == 1 ? 0.0F : 1.0F));
      CHECK(value(drawn, x, 32, 1) == static_cast<float>(index));
    }
  }
}

TEST_CASE("a lamp's measured intensities go from its axis to the back") {
  const ComposedMaterial material = compose_text(source, "lamp", "numbers");
  View view = floor_view();
  FloatImage row{2, 1, 4, {0.25F, 0, 0, 1, 0.75F, 0, 0, 1}};
  auto texture = make_float_texture(std::move(row), false);
  REQUIRE(texture);
  view.inputs.textures["profile"] = std::move(*texture);
  for (const ShadingLanguage language : both_languages) {
    const FloatImage drawn = draw_all(material, language, view).colors.front().floats;
    CHECK(value(drawn, 32, 32, 0) == Approx(0.25).margin(2e-3));
    CHECK(value(drawn, 32, 32, 1) == Approx(0.5).margin(4e-3));
    CHECK(value(drawn, 32, 32, 2) == Approx(0.75).margin(2e-3));
  }
}

}  // namespace weft::testing::shadow_layers_test
