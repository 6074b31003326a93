// Samplers beyond the borders of a texture: what the GPU draws from both languages, and what the
// probe computes.

#include <array>
#include <cmath>
#include <cstddef>
#include <string>

#include <fmt/format.h>

#include "render/material_values.h"
#include "render/sampled_textures.h"
#include "tests/render/material_drawing.h"
#include "tests/support/catch.h"

namespace weft::testing::sampler_modes_test {

namespace {

using namespace weft::render;
using weft::ShadingLanguage;
using weft::testing::both_languages;
using weft::testing::compose_text;
using weft::testing::ComposedMaterial;
using weft::testing::draw_all;
using weft::testing::View;

/// Four texels: 0.1 and 0.2 above, 0.3 and 0.4 below.
Texture four_texels() {
  FloatImage image{2, 2, 4, {}};
  for (const float number : {0.1F, 0.2F, 0.3F, 0.4F}) {
    image.values.insert(image.values.end(), {number, number, number, 1.0F});
  }
  auto texture = make_float_texture(std::move(image), false);
  REQUIRE(texture);
  return std::move(*texture);
}

/// The value of the map at coordinates that the whole image shares, by a plane that fills it.
ComposedMaterial sampled(const std::string& metadata, const std::string& at) {
  return compose_text(R"(
import "core";
import "profiles";
profile numbers: base_mesh { fragment demand color: float4 as target 0; }
material m {
    param map: texture2d [filter: nearest, )" +
                          metadata +
                          R"(];
    output color = float4(sample_lod(map, )" +
                          at + R"( + 0.0 * surface.uv, 0.0));
}
)",
                      "m", "numbers");
}

std::array<float, 4> drawn(const ComposedMaterial& material, ShadingLanguage language) {
  View view;
  view.mesh = plane(4.0F);
  view.settings.width = view.settings.height = 8;
  view.settings.format = ColorFormat::Rgba32Float;
  view.inputs.textures.emplace("map", four_texels());
  const FloatImage image = draw_all(material, language, view).colors.front().floats;
  return {value(image, 4, 4, 0), value(image, 4, 4, 1), value(image, 4, 4, 2),
          value(image, 4, 4, 3)};
}

struct Row {
  const char* metadata;
  float u;
  float v;
  std::array<float, 4> expected;
};

}  // namespace

TEST_CASE("samplers wrap each axis by its own mode") {
  const Row rows[] = {
      {"wrap: repeat", 1.25F, 1.75F, {0.3F, 0.3F, 0.3F, 1.0F}},
      {"wrap: clamp", 1.25F, -3.0F, {0.2F, 0.2F, 0.2F, 1.0F}},
      {"wrap_v: clamp", 1.25F, 7.0F, {0.3F, 0.3F, 0.3F, 1.0F}},
      {"wrap: mirror, wrap_u: clamp", -2.0F, 1.75F, {0.1F, 0.1F, 0.1F, 1.0F}},
      {"wrap: border", 1.25F, 0.25F, {0.0F, 0.0F, 0.0F, 0.0F}},
      {"wrap: border", 0.75F, 0.25F, {0.2F, 0.2F, 0.2F, 1.0F}},
      {"wrap_v: border, border: black", 1.25F, -0.5F, {0.0F, 0.0F, 0.0F, 1.0F}},
      {"wrap_v: border, border: white", 1.25F, 1.5F, {1.0F, 1.0F, 1.0F, 1.0F}},
      {"wrap_v: border, border: white", 1.25F, 0.75F, {0.3F, 0.3F, 0.3F, 1.0F}},
  };
  const Texture texture = four_texels();
  for (const Row& row : rows) {
    INFO(row.metadata << " at " << row.u << ", " << row.v);
    const ComposedMaterial material =
        sampled(row.metadata, fmt::format("float2({:.2f}, {:.2f})", row.u, row.v));
    const SampledTextures on_cpu(
        {{&texture, false, sampler_state(material.interface().samplers.front().state)}});
    const auto computed = on_cpu.sample_lod(0, TextureShape::Texture2d, {row.u, row.v}, 0.0F);
    CHECK((computed && *computed == row.expected));
    for (const ShadingLanguage language : both_languages) {
      const std::array<float, 4> color = drawn(material, language);
      for (std::size_t i = 0; i < 4; ++i) {
        CHECK(std::fabs(color[i] - row.expected[i]) < 1e-6F);
      }
    }
  }
}

}  // namespace weft::testing::sampler_modes_test
