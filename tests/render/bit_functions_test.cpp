// Functions of bits, outer products, gathers and levels: what the GPU draws from both languages,
// against values written by hand.

#include <array>
#include <cstddef>
#include <string>
#include <vector>

#include <fmt/format.h>

#include "render/material_values.h"
#include "render/sampled_textures.h"
#include "tests/render/material_drawing.h"
#include "tests/support/catch.h"

namespace weft::testing::bit_functions_test {

namespace {

using namespace weft::render;
using weft::ShadingLanguage;
using weft::testing::both_languages;
using weft::testing::compose_text;
using weft::testing::ComposedMaterial;
using weft::testing::draw_all;
using weft::testing::View;

/// Draws the body's float4, which reads `still`, 0 in each pixel, and `bits`, the uint 0.
std::array<float, 4> drawn(const std::string& body, ShadingLanguage language) {
  const ComposedMaterial material = compose_text(
      "import \"core\";\nimport \"profiles\";\n"
      "profile numbers: base_mesh { fragment demand color: float4 as target 0; }\n"
      "fragment shown(still: float) -> float4\n{\n    uint bits = uint(still);\n    " +
          body + "\n}\nmaterial m { output color = shown(surface.uv.x * 0.0); }\n",
      "m", "numbers");
  View view;
  view.mesh = plane(4.0F);
  view.settings.width = view.settings.height = 8;
  view.settings.format = ColorFormat::Rgba32Float;
  const FloatImage image = draw_all(material, language, view).colors.front().floats;
  return {value(image, 4, 4, 0), value(image, 4, 4, 1), value(image, 4, 4, 2),
          value(image, 4, 4, 3)};
}

struct Row {
  const char* body;
  std::array<float, 4> expected;
};

void check(const Row& row) {
  INFO(row.body);
  for (const ShadingLanguage language : both_languages) {
    const std::array<float, 4> color = drawn(row.body, language);
    for (std::size_t i = 0; i < 4; ++i) {
      CHECK(color[i] == Approx(row.expected[i]).epsilon(1e-6));
    }
  }
}

/// The words of two uints, low before high.
std::string words_of(const std::string& a, const std::string& b) {
  return "uint a = " + a + "; uint b = " + b +
         "; return float4(float(a & 65535u), float(a >> 16), float(b & 65535u), float(b >> 16));";
}

}  // namespace

TEST_CASE("functions of bits draw what GLSL defines") {
  const std::string halves = words_of("packHalf2x16(float2(1.0, -2.0) + still)",
                                      "packHalf2x16(float2(65504.0, 0.5) + still)");
  check({halves.c_str(), {0x3c00, 0xc000, 0x7bff, 0x3800}});
  const std::string shorts = words_of("pack_unorm2x16(float2(0.25, 7.0) + still)",
                                      "pack_snorm2x16(float2(-1.0, 0.5) + still)");
  check({shorts.c_str(), {0x4000, 0xffff, 0x8001, 0x4000}});
  const std::string bytes = words_of("pack_unorm4x8(float4(-1.0, 1.0, 0.2, 2.0) + still)",
                                     "pack_snorm4x8(float4(-1.0, 1.0, 0.25, -0.75) + still)");
  check({bytes.c_str(), {0xff00, 0xff33, 0x7f81, 0xa120}});
  const Row rows[] = {
      {"return float4(unpackHalf2x16(3221240832u + bits), unpackUnorm2x16(4294934528u + bits));",
       {1.0F, -2.0F, 32768.0F / 65535.0F, 1.0F}},
      {"return float4(unpackSnorm2x16(2147500032u + bits), 0.0, 1.0);",
       {16384.0F / 32767.0F, -1.0F, 0.0F, 1.0F}},
      {"return unpackUnorm4x8(4286578739u + bits);", {0.2F, 0.0F, 128.0F / 255.0F, 1.0F}},
      {"return unpackSnorm4x8(2151711103u + bits);", {1.0F, -1.0F, 64.0F / 127.0F, -1.0F}},
      {"int i = int(bits); return float4(float(bitfieldExtract(4779u + bits, 4, 8)), "
       "float(bitfieldExtract(3840 + i, 8, 4)), float(bitfieldExtract(7u + bits, 1, 0)), "
       "float(bitfield_extract(7 + i, 0, 32)));",
       {0x2a, -1.0F, 0.0F, 7.0F}},
      {"int i = int(bits); return float4(float(bitfield_insert(4095u + bits, 5u, 4, 4)), "
       "float(bitfieldInsert(7 + i, -2, 0, 32)), float(bitfieldInsert(7 + i, -2, 3, 0)), "
       "float2(bitfieldInsert(int2(i), int2(1, 2), 3, 2)).y);",
       {0xf5f, -2.0F, 7.0F, 16.0F}},
      {"int i = int(bits); return float4(float(bit_count(255u + bits)), float(bitCount(i - 1)), "
       "float(find_lsb(8 + i)), float(findLSB(bits)));",
       {8.0F, 32.0F, 3.0F, -1.0F}},
      {"int i = int(bits); return float4(float(find_msb(256u + bits)), float(findMSB(i - 2)), "
       "float(findMSB(i - 1)), float(findMSB(bits)));",
       {8.0F, 0.0F, -1.0F, -1.0F}},
      {"int i = int(bits); return float4(float(reverse_bits(1u + bits) >> 24), "
       "float(bitfieldReverse(i + 1) < 0), float2(bitCount(uint2(3u, 0u) + bits)));",
       {128.0F, 1.0F, 2.0F, 0.0F}},
      {"float2x3 m = outer_product(float2(1.0, 2.0) + still, float3(3.0, 4.0, 5.0)); "
       "return float4(m[0], m[2]);",
       {3.0F, 6.0F, 5.0F, 10.0F}},
  };
  for (const Row& row : rows) {
    check(row);
  }
}

TEST_CASE("gathers, biased samples and numbers of levels") {
  // Texel i has i/10 in the first channel, i/10 + 0.5 in the third.
  FloatImage image{2, 2, 4, {}};
  for (int i = 0; i < 4; ++i) {
    const float number = static_cast<float>(i) / 10.0F;
    image.values.insert(image.values.end(), {number, 0.0F, number + 0.5F, 1.0F});
  }
  auto texture = make_float_texture(std::move(image), true);
  REQUIRE(texture);
  struct TextureRow {
    const char* call;
    std::array<float, 4> expected;
  };
  // The coordinates change by 0.0001 of a turn, so that a bias of 24 leads to the last level.
  const TextureRow rows[] = {
      {"gather(map, float2(0.5) + still)", {0.2F, 0.3F, 0.1F, 0.0F}},
      {"gather(map, float2(0.5) + still, 2)", {0.7F, 0.8F, 0.6F, 0.5F}},
      // Beside the right edge, where the texture is clamped.
      {"gather(map, float2(0.9, 0.5) + still, 0)", {0.3F, 0.3F, 0.1F, 0.1F}},
      {"float4(float(texture_levels(map)), sample_bias(map, float2(0.25) + still, -9.0).xz, "
       "sample_bias(map, float2(0.25) + still, 24.0).x)",
       {2.0F, 0.0F, 0.5F, 0.15F}},
  };
  for (const TextureRow& row : rows) {
    INFO(row.call);
    const ComposedMaterial material = compose_text(
        "import \"core\";\nimport \"profiles\";\n"
        "profile numbers: base_mesh { fragment demand color: float4 as target 0; }\n"
        "fragment shown(map: texture2d, still: float) -> float4 { return " +
            std::string(row.call) +
            "; }\nmaterial m { param map: texture2d [wrap: clamp]; "
            "output color = shown(map, surface.uv.x * 0.0001); }\n",
        "m", "numbers");
    View view;
    view.mesh = plane(4.0F);
    view.settings.width = view.settings.height = 8;
    view.settings.format = ColorFormat::Rgba32Float;
    view.inputs.textures.emplace("map", *texture);
    for (const ShadingLanguage language : both_languages) {
      const FloatImage drawn = draw_all(material, language, view).colors.front().floats;
      for (int i = 0; i < 4; ++i) {
        CHECK(value(drawn, 4, 4, i) ==
              Approx(row.expected[static_cast<std::size_t>(i)]).margin(1e-4));
      }
    }
  }
  const SampledTextures on_cpu({{&*texture, false, render::SamplerState{}}});
  CHECK(on_cpu.gather(0, TextureShape::Texture2d, {0.5F, 0.5F}, 2) ==
        std::array<float, 4>{0.7F, 0.8F, 0.6F, 0.5F});
  CHECK(on_cpu.levels(0, TextureShape::Texture2d) == 2);
}

}  // namespace weft::testing::bit_functions_test
