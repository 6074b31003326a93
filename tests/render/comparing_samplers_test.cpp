// Textures whose sampler compares: what the GPU draws from both languages against comparisons
// counted here, and what the probe computes.

#include <array>
#include <cmath>
#include <cstddef>
#include <string>
#include <utility>
#include <vector>

#include <fmt/format.h>

#include "render/material_values.h"
#include "render/sampled_textures.h"
#include "tests/render/material_drawing.h"
#include "tests/support/catch.h"

namespace weft::testing::comparing_samplers_test {

namespace {

using namespace weft::render;
using weft::ShadingLanguage;
using weft::testing::both_languages;
using weft::testing::compose_text;
using weft::testing::ComposedMaterial;
using weft::testing::draw_all;
using weft::testing::View;

/// Depths of 2x2 texels per layer, row by row.
Texture depths(const std::vector<std::array<float, 4>>& layers, TextureKind kind) {
  FloatImage image{2, 2 * static_cast<int>(layers.size()), 4, {}};
  for (const auto& layer : layers) {
    for (const float depth : layer) {
      image.values.insert(image.values.end(), {depth, 0.9F, 0.9F, 0.9F});
    }
  }
  Texture texture;
  texture.float_levels = {std::move(image)};
  texture.kind = kind;
  texture.slices = static_cast<std::uint32_t>(layers.size());
  REQUIRE(well_formed(texture));
  return texture;
}

/// The share at coordinates that the whole image shares, by a plane that fills it.
ComposedMaterial compared(const std::string& type, const std::string& metadata,
                          const std::string& call, const std::string& settings = "") {
  return compose_text(
      "import \"core\";\nimport \"profiles\";\n"
      "profile numbers: base_mesh { " +
          settings +
          " fragment demand color: float4 as target 0; }\n"
          "fragment share(map: " +
          type + ", still: float) -> float4 { return float4(" + call +
          "); }\n"
          "material m {\n    param map: " +
          type + " [" + metadata + "];\n    output color = share(map, surface.uv.x * 0.0);\n}\n",
      "m", "numbers");
}

float drawn(const ComposedMaterial& material, ShadingLanguage language, const Texture& texture) {
  View view;
  view.mesh = plane(4.0F);
  view.settings.width = view.settings.height = 8;
  view.settings.format = ColorFormat::Rgba32Float;
  view.inputs.textures.emplace("map", texture);
  return value(draw_all(material, language, view).colors.front().floats, 4, 4, 0);
}

void check_share(const ComposedMaterial& material, const Texture& texture, float expected) {
  for (const ShadingLanguage language : both_languages) {
    CHECK(drawn(material, language, texture) == Approx(expected).margin(0.01));
  }
}

}  // namespace

TEST_CASE("samplers compare the reference with each texel") {
  struct Row {
    const char* metadata;
    float reference;
    std::array<bool, 4> lit;  ///< of the depths 0.1, 0.2, 0.3 and 0.4
  };
  const Row rows[] = {
      {"filter: nearest", 0.25F, {false, false, true, true}},
      {"compare: less_equal, filter: nearest", 0.2F, {false, true, true, true}},
      {"compare: less, filter: nearest", 0.2F, {false, false, true, true}},
      {"compare: greater, filter: nearest", 0.2F, {true, false, false, false}},
      {"compare: greater_equal, filter: nearest", 0.2F, {true, true, false, false}},
      {"compare: equal, filter: nearest", 0.3F, {false, false, true, false}},
      {"compare: not_equal, filter: nearest", 0.3F, {true, true, false, true}},
      {"compare: always, filter: nearest", 0.3F, {true, true, true, true}},
      {"compare: never, filter: nearest", 0.3F, {false, false, false, false}},
  };
  const Texture texture = depths({{0.1F, 0.2F, 0.3F, 0.4F}}, TextureKind::Flat);
  for (const Row& row : rows) {
    for (std::size_t i = 0; i < 4; ++i) {
      const float u = i % 2 == 0 ? 0.25F : 0.75F;
      const float v = i < 2 ? 0.25F : 0.75F;
      INFO(row.metadata << " of " << row.reference << " at " << u << ", " << v);
      const ComposedMaterial material = compared(
          "texture2d_shadow", row.metadata,
          fmt::format("sample_compare(map, float2({}, {}) + still, {})", u, v, row.reference));
      check_share(material, texture, row.lit[i] ? 1.0F : 0.0F);
      const SampledTextures on_cpu(
          {{&texture, false, sampler_state(material.interface().samplers.front().state)}});
      CHECK(on_cpu.sample_compare_lod0(0, TextureShape::Texture2dShadow, {u, v}, row.reference) ==
            (row.lit[i] ? 1.0F : 0.0F));
      CHECK_FALSE(on_cpu.sample_compare(0, TextureShape::TextureCubeShadow, {u, v}, 0.5F));
    }
  }
}

TEST_CASE("what compares is filtered, not what is compared") {
  struct Row {
    float u;
    float v;
    const char* metadata;
    float expected;  ///< weights of the texels that 0.25 is less than: the lower row
  };
  const Row rows[] = {
      {0.5F, 0.5F, "wrap: clamp", 0.5F},
      {0.5F, 0.625F, "wrap: clamp", 0.75F},
      {0.3F, 0.375F, "wrap: clamp", 0.25F},
      {0.375F, 0.75F, "wrap: clamp", 1.0F},
      {0.0F, 0.75F, "wrap: border, border: black", 0.5F},
      {0.0F, 0.25F, "wrap: border, border: white", 0.5F},
      {1.0F, 1.0F, "wrap: border, border: white", 1.0F},
      {1.0F, 1.0F, "wrap: border", 0.25F},
  };
  const Texture texture = depths({{0.1F, 0.2F, 0.3F, 0.4F}}, TextureKind::Flat);
  for (const Row& row : rows) {
    for (const char* call : {"sample_compare", "sample_compare_lod0"}) {
      for (const char* settings : {"", "set samplers combined;"}) {
        INFO(call << " at " << row.u << ", " << row.v << " with " << row.metadata << settings);
        const ComposedMaterial material = compared(
            "texture2d_shadow", row.metadata,
            fmt::format("{}(map, float2({}, {}) + still, 0.25)", call, row.u, row.v), settings);
        check_share(material, texture, row.expected);
        const SampledTextures on_cpu(
            {{&texture, false, sampler_state(material.interface().samplers.front().state)}});
        const auto computed =
            on_cpu.sample_compare(0, TextureShape::Texture2dShadow, {row.u, row.v}, 0.25F);
        CHECK((computed && std::abs(*computed - row.expected) < 1e-5F));
      }
    }
  }
}

TEST_CASE("layers and faces compare") {
  const Texture layers =
      depths({{0.1F, 0.1F, 0.1F, 0.1F}, {0.3F, 0.3F, 0.1F, 0.1F}}, TextureKind::Array);
  std::vector<std::array<float, 4>> sides(6, {0.1F, 0.1F, 0.1F, 0.1F});
  sides[3] = {0.3F, 0.3F, 0.3F, 0.3F};  // -y
  const Texture cube = depths(sides, TextureKind::Cube);
  for (const char* call : {"sample_compare", "sample_compare_lod0"}) {
    const auto at = [&](const char* type, const char* place) {
      INFO(call << " of " << type << " at " << place);
      return compared(type, "wrap: clamp", fmt::format("{}(map, {} + still, 0.25)", call, place));
    };
    check_share(at("texture2d_array_shadow", "float3(0.5, 0.5, 0.0)"), layers, 0.0F);
    check_share(at("texture2d_array_shadow", "float3(0.5, 0.5, 1.0)"), layers, 0.5F);
    check_share(at("texture2d_array_shadow", "float3(0.5, 0.375, 1.2)"), layers, 0.75F);
    check_share(at("texturecube_shadow", "float3(0.1, -1.0, 0.2)"), cube, 1.0F);
    check_share(at("texturecube_shadow", "float3(0.1, 1.0, 0.2)"), cube, 0.0F);
  }
}

}  // namespace weft::testing::comparing_samplers_test
