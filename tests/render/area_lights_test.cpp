// Lights with a place and an area, from the renderer's scene to the picture, beside closed forms.

#include <array>
#include <cmath>
#include <string>
#include <utility>

#include "tests/render/material_drawing.h"
#include "tests/support/catch.h"

namespace weft::testing::area_lights_test {

namespace {

using namespace weft::render;
using weft::ShadingLanguage;

const std::string source = R"(
import "area_lights";
import "profiles";
import "punctual";
profile numbers: base_mesh {
    provide area_lights as buffer [capacity: 4];
    provide punctual as buffer [capacity: 4];
    fragment demand exact: float4 as target 0;
    fragment demand sampled: float4 as target 1;
    fragment demand points: float4 as target 2;
}
material matt {
    white = float3(1.0) as {use: reflectance, encoding: linear};
    exact = sum_area_lights(white, 1.0, 0.0) - sum_area_lights(float3(0.0) as {use: reflectance, encoding: linear}, 1.0, 0.0);
    output exact = float4(exact, 1.0);
    output sampled = float4(sum_area_samples(lambert(white), 24), 1.0);
    output points = float4(sum_punctual(lambert(white)), 1.0);
}
)";

/// The form factor of a rectangle at the height h whose corner is above the place (J. Howell, A
/// Catalog of Radiation Heat Transfer Configuration Factors, B-4); odd in `a` and in `b`.
double corner_factor(double a, double b, double h) {
  const double x = a / h;
  const double y = b / h;
  const double with_x = x / std::sqrt(1.0 + x * x);
  const double with_y = y / std::sqrt(1.0 + y * y);
  return (with_x * std::atan(y / std::sqrt(1.0 + x * x)) +
          with_y * std::atan(x / std::sqrt(1.0 + y * y))) /
         (2.0 * 3.14159265358979);
}

View wall_view() {
  View view;
  view.mesh = plane(2.0F);  // at z = 0, facing +z
  view.settings.width = view.settings.height = 32;
  view.settings.format = ColorFormat::Rgba32Float;
  view.scene.object_to_world = identity_matrix;
  view.scene.camera = {{0, 0, 4}, {0, 0, 0}, {0, 1, 0}, 0.4F, 0.1F, 100.0F};
  view.scene.lights.clear();
  return view;
}

/// The place on the wall in the middle of a pixel.
std::pair<double, double> place_of(int x, int y) {
  const double half = 4.0 * std::tan(0.2);
  return {((x + 0.5) / 16.0 - 1.0) * half, (1.0 - (y + 0.5) / 16.0) * half};
}

constexpr std::array<std::pair<int, int>, 4> pixels = {{{16, 16}, {3, 20}, {28, 9}, {22, 30}}};

}  // namespace

TEST_CASE("rectangles light a wall as their form factors say") {
  const ComposedMaterial material = compose_text(source, "matt", "numbers");
  View view = wall_view();
  view.scene.area_lights = {
      {{0.2F, 0.1F, 1.0F}, {0.0F, 0.3F, 0.0F}, {0.4F, 0.0F, 0.0F}, {2.0F, 1.0F, 0.5F}, false},
      {{0.0F, 0.0F, 2.0F}, {0.5F, 0.0F, 0.0F}, {0.0F, 0.5F, 0.0F}, {9.0F, 9.0F, 9.0F}, false}};
  for (const ShadingLanguage language : both_languages) {
    const auto drawn = draw_all(material, language, view).colors;
    for (const auto& [x, y] : pixels) {
      const auto [px, py] = place_of(x, y);
      double factor = 0.0;  // the second light shines away from the wall
      for (const double sx : {-1.0, 1.0}) {
        for (const double sy : {-1.0, 1.0}) {
          factor += sx * sy * corner_factor(0.2 + sx * 0.4 - px, 0.1 + sy * 0.3 - py, 1.0);
        }
      }
      // `exact` is without what black reflects at its surface, so only the diffuse part is left.
      CHECK(value(drawn[0].floats, x, y, 0) == Approx(2.0 * factor).epsilon(2e-3));
      CHECK(value(drawn[0].floats, x, y, 2) == Approx(0.5 * factor).epsilon(2e-3));
      CHECK(value(drawn[1].floats, x, y, 1) == Approx(factor).epsilon(5e-3));
    }
  }
}

TEST_CASE("disks, points and spots of a scene light a wall") {
  const ComposedMaterial material = compose_text(source, "matt", "numbers");
  View view = wall_view();
  const auto [px, py] = place_of(16, 16);
  const auto x = static_cast<float>(px);
  const auto y = static_cast<float>(py);
  view.scene.area_lights = {
      {{x, y, 1.0F}, {0.0F, 0.5F, 0.0F}, {0.5F, 0.0F, 0.0F}, {2.0F, 1.0F, 0.5F}, true}};
  view.scene.punctual_lights = {{{x, y, 2.0F}, {3.0F, 0.0F, 0.0F}},
                                {{x, y + 2.0F, 2.0F}, {0.0F, 5.0F, 0.0F}},
                                {{x, y, 1.0F},
                                 {0.0F, 0.0F, 7.0F},
                                 0.0F,
                                 0.0F,
                                 {0.0F, 0.0F, -2.0F},
                                 {std::cos(0.05F), std::cos(0.1F)}}};
  const double pi = 3.14159265358979;
  for (const ShadingLanguage language : both_languages) {
    const auto drawn = draw_all(material, language, view).colors;
    // r² / (h² + r²) of a disk above its middle.
    CHECK(value(drawn[0].floats, 16, 16, 0) == Approx(2.0 * 0.2).epsilon(2e-3));
    CHECK(value(drawn[1].floats, 16, 16, 0) == Approx(2.0 * 0.2).epsilon(5e-3));
    CHECK(value(drawn[2].floats, 16, 16, 0) == Approx(3.0 / 4.0 / pi).epsilon(1e-3));
    CHECK(value(drawn[2].floats, 16, 16, 1) ==
          Approx(5.0 / 8.0 * std::sqrt(0.5) / pi).epsilon(1e-3));
    CHECK(value(drawn[2].floats, 16, 16, 2) == Approx(7.0 / pi).epsilon(1e-3));
    CHECK(value(drawn[2].floats, 24, 16, 2) == 0.0F);  // outside of the spot's cone
  }
}

}  // namespace weft::testing::area_lights_test
