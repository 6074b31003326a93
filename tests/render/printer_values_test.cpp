// What printed bodies compute: random ones and every kind of block on lavapipe, from both
// languages, against the interpreter.

#include <cstdint>
#include <cstring>
#include <string>
#include <vector>

#include "composer/compose.h"
#include "fragments/interpreter/interpreter.h"
#include "tests/property/body_generator.h"
#include "tests/render/material_drawing.h"
#include "tests/support/catch.h"
#include "tests/support/seed.h"

namespace {

using namespace weft;
using namespace weft::testing;

constexpr int width = 8;

// The pixels' values of each target from left to right, of a triangle over everything.
std::vector<render::FloatImage> draw_row(const ComposedMaterial& material,
                                         ShadingLanguage language) {
  render::DrawInput input;
  input.vertex_spirv = material.in(language).vertex.words;
  input.fragment_spirv = material.in(language).fragment.words;
  const std::vector<float> corners = {-1, -1, 0.5F, 3, -1, 0.5F, -1, 3, 0.5F};
  input.streams = {{0, render::VertexFormat::Floatx3, render::bytes_of(corners), 0, false}};
  input.vertex_count = 3;
  input.width = width;
  input.height = 1;
  input.depth = render::DepthTest::Off;
  input.color_targets.assign(material.interface().targets.size(),
                             {render::ColorFormat::Rgba32Float, {}});
  auto output = shared_renderer().draw(input);
  if (!output) {
    FAIL(output.error().message);
  }
  std::vector<render::FloatImage> images;
  for (render::ColorResult& color : output->colors) {
    images.push_back(std::move(color.floats));
  }
  return images;
}

// A host of one attribute, whose materials compute from the number of the pixel.
const std::string host_text = R"(
feature surface.position: float3 at vertex;
feature surface.frag_coord: float4 at fragment;
fragment clip(p: float3) -> float4 { return float4(p, 1.0); }
/// A number in two floats that hold it exactly.
fragment halves(u: uint) -> float2 { return float2(float(u & 65535u), float(u >> 16)); }
fragment pixel() -> int { return int(surface.frag_coord.x); }
fragment hashed(i: int) -> uint { return uint(i) * 2654435769u; }
fragment scaled(i: int) -> float { return float(i) * 1.25 - 4.0; }
)";

std::string profile_text(std::size_t targets) {
  std::string text =
      "profile host {\n    provide surface.position as attribute 0;\n"
      "    provide surface.frag_coord as builtin;\n"
      "    vertex demand position: float4 as clip = clip(surface.position);\n";
  for (std::size_t i = 0; i < targets; ++i) {
    text += "    fragment demand out" + std::to_string(i) + ": float4 as target " +
            std::to_string(i) + ";\n";
  }
  return text + "}\n";
}

// What the interpreter makes of a leaf of (int, uint, float).
std::uint32_t interpreted(const Library& library, const std::string& leaf, int i) {
  for (std::size_t at = 0; at < library.fragments.size(); ++at) {
    const Fragment& fragment = library.fragments[FragmentId(at)];
    if (library.text(fragment.name) != leaf) {
      continue;
    }
    const float scaled = static_cast<float>(i) * 1.25F - 4.0F;
    std::uint32_t bits = 0;
    std::memcpy(&bits, &scaled, sizeof bits);
    const auto number = static_cast<std::uint32_t>(i);
    const std::vector<Constant> ports = {
        {int_type, {number}}, {uint_type, {number * 2654435769U}}, {float_type, {bits}}};
    const std::vector<Constant> features;
    const BodyInstance* instance = fragment.find_instance({});
    REQUIRE(instance != nullptr);
    const auto values = evaluate_body(library, instance->body, {uint_type}, {ports, features});
    REQUIRE(values);
    return (*values)[0].bits[0];
  }
  FAIL("no leaf " << leaf);
  return 0;
}

}  // namespace

TEST_CASE("printed bodies compute what the interpreter does") {
  const std::size_t count = scaled(8);
  constexpr std::size_t bodies = 8;
  for (std::size_t i = 0; i < count; ++i) {
    Random random(seed() + 104729 * i);
    std::string source = body_preamble + host_text + profile_text(bodies / 2);
    std::string material =
        "material m {\n    i = pixel();\n    u = hashed(i);\n    x = scaled(i);\n";
    for (std::size_t j = 0; j < bodies; ++j) {
      const std::string name = "probe_" + std::to_string(j);
      source += random_body(random, name);
      material += "    r" + std::to_string(j) + " = halves(" + name + "(i, u, x));\n";
    }
    for (std::size_t j = 0; j < bodies / 2; ++j) {
      material += "    output out" + std::to_string(j) + " = float4(r" + std::to_string(2 * j) +
                  ", r" + std::to_string(2 * j + 1) + ");\n";
    }
    INFO("seed " << seed() << " + 104729 * " << i);
    const ComposedMaterial composed = compose_text(source + material + "}\n", "m", "host");
    for (const ShadingLanguage language : both_languages) {
      const std::vector<render::FloatImage> images = draw_row(composed, language);
      for (std::size_t j = 0; j < bodies; ++j) {
        const std::string name = "probe_" + std::to_string(j);
        for (int pixel = 0; pixel < width; ++pixel) {
          const int channel = static_cast<int>(2 * (j % 2));
          const auto low =
              static_cast<std::uint32_t>(render::value(images[j / 2], pixel, 0, channel));
          const auto high =
              static_cast<std::uint32_t>(render::value(images[j / 2], pixel, 0, channel + 1));
          const std::uint32_t expected = interpreted(*composed.library, name, pixel);
          if ((high << 16U | low) != expected) {
            FAIL((language == ShadingLanguage::Glsl ? "GLSL" : "HLSL")
                 << " of " << name << "(" << pixel << ", …) gives " << (high << 16U | low)
                 << ", the interpreter " << expected << "\n"
                 << source << composed.in(language).fragment_text);
          }
        }
      }
    }
  }
}
