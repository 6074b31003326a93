// Displacement: the profile adds what the material gives as position_offset, and the recomputed
// normals are those of the surface that is seen.

#include <algorithm>
#include <cmath>
#include <cstddef>
#include <string>
#include <vector>

#include "render/vector_math.h"
#include "tests/render/material_drawing.h"
#include "tests/support/catch.h"

namespace {

using namespace weft::render;
using weft::ShadingLanguage;
using weft::testing::check_alike;
using weft::testing::compose_text;
using weft::testing::draw_both;
using weft::testing::View;

/// A plane with waves: heights 0.12 sin(5 x) cos(4 y).
const std::string waves = R"(
import "core";
import "deform";
import "display";
import "light";
import "profiles";

graph wave(at: float3 {use: position, basis: model}) -> float { output 0.12 * sin(at.x * 5.0) * cos(at.y * 4.0); }

fragment beside(p: float3 {use: position, basis: ?b}, d: float3 {use: direction, basis: ?b}) -> float3 {use: position, basis: ?b}
{
    return p + d * 0.001;
}

material moved {
    at     = surface.position;
    axes   = orthonormal_basis();
    height = wave(at);
    offset = surface.normal * height as {use: direction, basis: model};
    n      = displaced_normal(height, wave(beside(at, axes.t)), wave(beside(at, axes.b)), axes.t, axes.b, delta: 0.001);
    output position_offset = offset;
    output color = direct_light(float3(0.6), n: n, v: direction_between(at + offset, view.position));
}
material careless {
    offset = surface.normal * wave(surface.position) as {use: direction, basis: model};
    output position_offset = offset;
    output color = direct_light(float3(0.6));
}
material plain {
    output color = direct_light(float3(0.6));
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

/// The same waves made on the CPU, with their analytic normals.
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

TEST_CASE("a displaced surface is shaded as the same surface with its analytic normals is") {
  const View view = wave_view();
  View reference = view;
  reference.mesh = waved(view.mesh);
  const Image expected = draw_both(compose_text(waves, "plain", "forward"), reference).image;
  check_alike(draw_both(compose_text(waves, "moved", "forward"), view).image, expected, 3);

  // The test can fail: normals that are left as they were make another picture.
  const auto careless =
      compare_images(draw_both(compose_text(waves, "careless", "forward"), view).image, expected, 3);
  REQUIRE(careless);
  CHECK(careless->fraction_above > 0.3);
}

TEST_CASE("what moves the surface moves it in every pass, and a material that moves nothing says nothing") {
  View view = wave_view();
  view.settings.read_depth = true;
  const auto forward = compose_text(waves, "moved", "forward");
  const auto depth = compose_text(waves, "moved", "depth");
  for (const ShadingLanguage language : weft::testing::both_languages) {
    CHECK(weft::testing::draw_all(depth, language, view).depth->values ==
          weft::testing::draw_all(forward, language, view).depth->values);
  }
  const auto plain = compose_text(waves, "plain", "forward");
  CHECK(plain.glsl.vertex_text.find("offset") == std::string::npos);
  CHECK(plain.glsl.vertex_text.find("vec3(0") == std::string::npos);
}
