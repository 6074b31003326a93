// The acceptance cases K as pairs of images: values computed before and after interpolation differ
// as they must, in both languages, and placement does not confuse them.

#include <array>
#include <cmath>
#include <string>
#include <vector>

#include "tests/render/material_drawing.h"
#include "tests/support/catch.h"

namespace weft::testing::interpolation_facts_test {

namespace {

using namespace weft::render;
using weft::PlacementOptions;
using weft::ShadingLanguage;

using Numbers = std::array<float, 3>;

/// The values at two vertices.
struct Ends {
  Numbers left;
  Numbers right;
};

/// `before` is computed at the vertices and interpolated, then `after` is applied: bodies of
/// fragments of a and b.
std::string pair_text(const std::string& before, const std::string& after) {
  return "import \"core\";\n"
         "feature mesh.a: float3 at vertex; feature mesh.b: float3 at vertex;\n"
         "feature mesh.clip: float4 {use: position, basis: clip} at vertex;\n"
         "feature shape.a: float3 at vertex; feature shape.b: float3 at vertex;\n"
         "fragment before(a: float3, b: float3) -> float3 { return " +
         before +
         "; }\n"
         "fragment after(a: float3, b: float3) -> float3 { return " +
         after +
         "; }\n"
         "profile here {\n"
         "    provide mesh.a as attribute 0;\n"
         "    provide mesh.b as attribute 1;\n"
         "    provide mesh.clip as attribute 2;\n"
         "    provide shape.a = before(mesh.a, mesh.b);\n"
         "    provide shape.b = mesh.b;\n"
         "    vertex demand position: float4 {use: position, basis: clip} as clip = mesh.clip;\n"
         "    fragment demand c: float4 as target 0;\n"
         "}\n"
         "material m { output c = float4(after(shape.a, shape.b), 1.0); }\n";
}

/// Draws a strip of pixels over two triangles with those values at its left and right ends, and
/// returns the middle one.
Numbers middle_pixel(const ComposedMaterial& material, ShadingLanguage language, const Ends& a,
                     const Ends& b) {
  constexpr int width = 9;
  DrawInput input;
  input.vertex_spirv = material.in(language).vertex.words;
  input.fragment_spirv = material.in(language).fragment.words;
  const std::array<std::array<float, 2>, 4> corners = {{{-1, -1}, {1, -1}, {1, 1}, {-1, 1}}};
  std::array<std::vector<float>, 3> streams;
  for (const std::array<float, 2>& corner : corners) {
    const Numbers& at_a = corner[0] < 0 ? a.left : a.right;
    const Numbers& at_b = corner[0] < 0 ? b.left : b.right;
    streams[0].insert(streams[0].end(), at_a.begin(), at_a.end());
    streams[1].insert(streams[1].end(), at_b.begin(), at_b.end());
    streams[2].insert(streams[2].end(), {corner[0], corner[1], 0.5F, 1.0F});
  }
  for (const weft::VertexAttribute& attribute : material.interface().attributes) {
    const auto format = attribute.location == 2 ? VertexFormat::Floatx4 : VertexFormat::Floatx3;
    input.streams.push_back(
        {attribute.location, format, bytes_of(streams[attribute.location]), 0, false});
  }
  input.indices = {0, 1, 2, 0, 2, 3};
  input.width = width;
  input.height = 1;
  input.depth = DepthTest::Off;
  input.color_targets = {{ColorFormat::Rgba32Float, {}}};
  const auto drawn = shared_renderer().draw(input);
  if (!drawn) {
    FAIL(drawn.error().message);
  }
  const FloatImage& image = drawn->colors.front().floats;
  return {value(image, width / 2, 0, 0), value(image, width / 2, 0, 1),
          value(image, width / 2, 0, 2)};
}

struct Fact {
  const char* row;
  const char* before;
  const char* after;
  Ends a;
  Ends b;
  Numbers expected;
};

constexpr Ends axes = {{1, 0, 0}, {0, 1, 0}};
constexpr Ends nothing = {{0, 0, 0}, {0, 0, 0}};
constexpr Ends depths = {{0, 0, 1}, {2, 2, 2}};
constexpr Ends rising = {{0, 0, 0}, {1, 1, 1}};
constexpr Ends falling = {{1, 1, 1}, {0, 0, 0}};

const Fact facts[] = {
    {"K1 after", "a", "normalize(a)", axes, nothing, {0.7071F, 0.7071F, 0}},
    {"K1 before", "normalize(a)", "a", axes, nothing, {0.5F, 0.5F, 0}},
    {"K2 after", "float3(0.5, 1.0, 1.0) * a", "normalize(a)", axes, nothing, {0.4472F, 0.8944F, 0}},
    {"K2 before",
     "normalize(float3(0.5, 1.0, 1.0) * a)",
     "normalize(a)",
     axes,
     nothing,
     {0.7071F, 0.7071F, 0}},
    {"K3 before", "a / a.z", "float3(a.x)", depths, nothing, {0.5F, 0.5F, 0.5F}},
    {"K3 after", "a", "float3(a.x / a.z)", depths, nothing, {0.6667F, 0.6667F, 0.6667F}},
    {"K4 after", "a", "srgb_to_linear(a)", rising, nothing, {0.2140F, 0.2140F, 0.2140F}},
    {"K4 before", "srgb_to_linear(a)", "a", rising, nothing, {0.5F, 0.5F, 0.5F}},
    {"K5 after", "a", "a * b", rising, falling, {0.25F, 0.25F, 0.25F}},
    {"K5 before", "a * b", "a", rising, falling, {0, 0, 0}},
};

}  // namespace

TEST_CASE("drawn: rows K1 to K5 as pairs, placed and unplaced") {
  for (const Fact& fact : facts) {
    for (const bool is_placed : {false, true}) {
      const ComposedMaterial material =
          compose_text(pair_text(fact.before, fact.after), "m", "here", {.is_on = is_placed});
      for (const ShadingLanguage language : both_languages) {
        INFO(fact.row << (is_placed ? ", placed" : ", as demanded"));
        const Numbers found = middle_pixel(material, language, fact.a, fact.b);
        for (std::size_t i = 0; i < found.size(); ++i) {
          CHECK(std::fabs(found[i] - fact.expected[i]) < 1e-3F);
        }
      }
    }
  }
}

TEST_CASE("drawn: row K6, a value of view and material changes from view to view") {
  const ComposedMaterial material = compose_text(
      "import \"core\"; import \"profiles\";\n"
      "fragment both(k: float) -> float { return k * view.position.x; }\n"
      "profile here: base_mesh { fragment demand c: float4 as target 0; }\n"
      "material m { param k: float = 0.25; output c = float4(both(k), 0.0, 0.0, 1.0); }",
      "m", "here");
  View view;
  view.settings.width = view.settings.height = 9;
  view.settings.format = ColorFormat::Rgba32Float;
  for (const float x : {1.0F, 2.0F}) {
    view.scene.camera.position = {x, 0, 4};
    for (const ShadingLanguage language : both_languages) {
      CHECK(value(draw(material, language, view).floats, 4, 4, 0) == 0.25F * x);
    }
  }
}

}  // namespace weft::testing::interpolation_facts_test
