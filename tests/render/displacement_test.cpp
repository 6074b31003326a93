// Displacement: the profile adds the material's position_offset, and the recomputed normals are
// those of the visible surface.

#include <algorithm>
#include <cmath>
#include <cstddef>
#include <string>
#include <vector>

#include "render/vector_math.h"
#include "tests/render/material_drawing.h"
#include "tests/support/catch.h"

namespace weft::testing::displacement_test {

namespace {

using namespace weft::render;
using weft::ShadingLanguage;
using weft::testing::check_alike;
using weft::testing::compose_text;
using weft::testing::ComposedMaterial;
using weft::testing::draw_all;
using weft::testing::draw_both;
using weft::testing::shipped_text;
using weft::testing::View;

/// A plane with waves: heights 0.12 sin(5 x) cos(4 y).
const std::string waves = R"(
import "core";
import "bsdf";
import "deform";
import "display";
import "lights";
import "profiles";

graph wave(at: float3 {use: position, basis: model}) -> float { output 0.12 * sin(float(at.x) * 5.0) * cos(float(at.y) * 4.0); }

material moved {
    offset = surface.normal * wave(surface.position) as {use: direction};
    to_eye = direction_between(surface.position + offset, view.position);
    n = displaced_normal(wave);
    output position_offset = offset;
    output color = sum_lights(metallic_roughness(float3(0.6), n: n, v: to_eye));
}
material careless {
    output position_offset = surface.normal * wave(surface.position) as {use: direction};
    output color = sum_lights(metallic_roughness(float3(0.6)));
}
material plain {
    output color = sum_lights(metallic_roughness(float3(0.6)));
}
)";

View wave_view() {
  View view;
  view.mesh = plane(2.4F, 96);
  view.scene.object_to_world = multiply(rotation({1, 0.3F, 0}, -0.7F), scaling({1.0F, 1.2F, 1.0F}));
  view.settings.width = 96;
  view.settings.height = 96;
  return view;
}

/// The same waves made on the CPU, with analytic normals.
Mesh waved(Mesh mesh) {
  for (std::size_t i = 0; i < mesh.positions.size(); ++i) {
    Float3& p = mesh.positions[i];
    const float dx = 0.12F * 5.0F * std::cos(5.0F * p[0]) * std::cos(4.0F * p[1]);
    const float dy = -0.12F * 4.0F * std::sin(5.0F * p[0]) * std::sin(4.0F * p[1]);
    mesh.normals[i] = normalized_or({-dx, -dy, 1.0F}, {0, 0, 1});
    p[2] = 0.12F * std::sin(5.0F * p[0]) * std::cos(4.0F * p[1]);
  }
  return mesh;
}

}  // namespace

TEST_CASE("a displaced surface is shaded like the surface with analytic normals") {
  const View view = wave_view();
  View reference = view;
  reference.mesh = waved(view.mesh);
  const Image expected = draw_both(compose_text(waves, "plain", "forward"), reference).image;
  check_alike(draw_both(compose_text(waves, "moved", "forward"), view).image, expected, 3);

  // Negative test: unmodified normals produce another image.
  const auto careless = compare_images(
      draw_both(compose_text(waves, "careless", "forward"), view).image, expected, 3);
  REQUIRE(careless);
  CHECK(careless->fraction_above > 0.3);
}

TEST_CASE("displacement applies in every pass, and materials without it emit no code for it") {
  View view = wave_view();
  view.settings.read_depth = true;
  const auto forward = compose_text(waves, "moved", "forward");
  const auto depth = compose_text(waves, "moved", "depth");
  for (const ShadingLanguage language : weft::testing::both_languages) {
    CHECK(draw_all(depth, language, view).depth->values ==
          draw_all(forward, language, view).depth->values);
  }
  const auto plain = compose_text(waves, "plain", "forward");
  CHECK(plain.glsl.vertex_text.find("offset") == std::string::npos);
  CHECK(plain.glsl.vertex_text.find("vec3(0") == std::string::npos);
}

TEST_CASE("the asteroid's normals match its displaced triangles") {
  // The reference comes from the image itself: the depths of neighboring pixels determine the plane
  // of each triangle.
  const std::string additions = R"(
fragment packed(n: float3 {use: normal, basis: world, norm: unit}) -> float4 { return float4(n, 1.0); }
fragment plane_of_triangle() -> float4
{
    float4 p = view.from_clip * float4(surface.frag_coord.xy / 96.0 - 1.0, surface.frag_coord.z, 1.0);
    float3 at = (view.to_world * float4(p.xyz / p.w, 1.0)).xyz;
    float3 n = normalize(cross(ddx(at), ddy(at)));
    return float4(dot(n, view.position - at) < 0.0 ? -n : n, 1.0);
}
profile shown: base_mesh {
    fragment demand ours: float4 as target 0;
    fragment demand drawn: float4 as target 1;
    fragment demand careless: float4 as target 2;
}
)";
  std::string text = shipped_text("materials/asteroid.weft") + additions;
  text.insert(text.find("    output albedo"),
              "    output ours = packed(n);\n    output drawn = plane_of_triangle();\n"
              "    output careless = packed(surface.normal);\n");
  const ComposedMaterial material = compose_text(text, "asteroid", "shown");
  View view;
  view.mesh = uv_sphere(160, 80);
  view.settings.width = 192;
  view.settings.height = 192;
  view.settings.format = ColorFormat::Rgba32Float;
  view.inputs.values = {{"ruggedness", {weft::float_type, {0}}}};  // too fine for the mesh
  for (const ShadingLanguage language : weft::testing::both_languages) {
    const DrawOutput drawn = draw_all(material, language, view);
    REQUIRE(drawn.colors.size() == 3);
    const auto mean_cosine = [&](std::size_t target) {
      const FloatImage& a = drawn.colors[target].floats;
      const FloatImage& b = drawn.colors[1].floats;
      double sum = 0.0;
      int seen = 0;
      for (int y = 0; y < a.height; ++y) {
        for (int x = 0; x < a.width; ++x) {
          if (value(a, x, y, 3) > 0.5F) {
            sum +=
                static_cast<double>(dot({value(a, x, y, 0), value(a, x, y, 1), value(a, x, y, 2)},
                                        {value(b, x, y, 0), value(b, x, y, 1), value(b, x, y, 2)}));
            ++seen;
          }
        }
      }
      CHECK(seen > 10000);
      return sum / seen;
    };
    CHECK(mean_cosine(0) > 0.99);
    CHECK(mean_cosine(2) < 0.97);  // the ball's normals
  }
}

TEST_CASE("noise displacement evaluates the noise in both stages") {
  const ComposedMaterial material =
      compose_text(shipped_text("materials/asteroid.weft"), "asteroid", "forward");
  for (const ShadingLanguage language : weft::testing::both_languages) {
    CHECK(material.in(language).vertex_text.find("fbm(in") != std::string::npos);
    CHECK(material.in(language).fragment_text.find("fbm(") != std::string::npos);
  }
  // A depth-only profile needs no fragment code.
  CHECK(compose_text(shipped_text("materials/asteroid.weft"), "asteroid", "depth")
            .glsl.fragment_text.empty());
}

}  // namespace weft::testing::displacement_test
