// Lights with a place and an area, from the renderer's scene to the picture, beside closed forms.

#include <algorithm>
#include <array>
#include <cmath>
#include <string>
#include <utility>
#include <vector>

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

TEST_CASE("points of lights of a centimeter and of 2 millimeters are as bright as their area") {
  const ComposedMaterial material = compose_text(source, "matt", "numbers");
  View view = wall_view();
  const auto [px, py] = place_of(16, 16);
  for (const float half : {0.005F, 0.001F}) {
    view.scene.area_lights = {{{static_cast<float>(px), static_cast<float>(py), 1.0F},
                               {0.0F, half, 0.0F},
                               {half, 0.0F, 0.0F},
                               {1.0F, 1.0F, 1.0F},
                               false}};
    const double area = 4.0 * static_cast<double>(half) * static_cast<double>(half);
    for (const ShadingLanguage language : both_languages) {
      const auto drawn = draw_all(material, language, view).colors;
      CHECK(value(drawn[1].floats, 16, 16, 0) == Approx(area / 3.14159265).epsilon(1e-3));
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

// --- Lobes of closures, beside sums over many points of the lights ---

namespace {

struct LobeCase {
  std::string closure;
  double greatest;  ///< greatest difference, in parts of the brightest pixel
  double mean;      ///< mean difference
};

const std::vector<LobeCase> lobe_cases = {
    {"diffuse(white)", 0.001, 0.0001},
    {"rough_diffuse(white, 1.0)", 0.03, 0.004},
    {"burley_diffuse(white, 0.9)", 0.01, 0.001},
    {"subsurface(white, 1.0)", 0.03, 0.004},
    {"translucency(white)", 0.001, 0.0001},
    {"conductor(roughness: 0.15)", 0.1, 0.002},
    {"conductor(roughness: 0.3)", 0.1, 0.005},
    {"conductor(roughness: 0.6)", 0.1, 0.01},
    {"conductor(roughness: 1.0)", 0.15, 0.01},
    {"dielectric(1.5, 0.2)", 0.3, 0.005},
    {"anisotropic_microfacets((c) => float3(1.0), anisotropic_alpha(0.4, 0.4))", 0.15, 0.01},
    {"anisotropic_microfacets((c) => float3(1.0), anisotropic_alpha(0.4, 0.8))", 0.25, 0.015},
    {"sheen(white, 0.3)", 0.15, 0.01},
    {"sheen(white, 0.7)", 0.1, 0.01},
    {"fiber_sheen(white, 0.5)", 0.001, 0.0001},
    {"thin_transmission(white, 0.3)", 0.15, 0.03},
    {"transmission(white, 1.5, 0.3)", 0.2, 0.03},
    {"layer(tinted(cover(dielectric(1.5, 0.2), 0.7), amber), mix(diffuse(white), metal(white), "
     "0.4))",
     0.1, 0.005},
    {"disney_principled(sheen_weight: 1.0, clearcoat: 1.0)", 0.2, 0.005},
};

std::string lobe_source(const std::string& closure) {
  return R"(
import "area_lights";
import "disney";
import "fiber_sheen";
import "profiles";
profile numbers: base_mesh {
    provide area_lights as buffer [capacity: 4];
    fragment demand forms: float4 as target 0;
    fragment demand points: float4 as target 1;
    fragment demand kinds: float4 as target 2 = float4(0.0);
}
material lobe {
    white = float3(1.0) as {use: reflectance, encoding: linear};
    amber = float3(1.0, 0.7, 0.3) as {use: transmittance, encoding: linear};
    surface_closure = )" +
         closure + R"(;
    output forms = float4(lit_by_areas(surface_closure), 1.0);
    output points = float4(sum_area_samples(surface_closure.response, 40), 1.0);
}
)";
}

/// A ball between three lights: a rectangle near it, a large disk, and one behind it.
View ball_view() {
  View view;
  view.settings.width = view.settings.height = 48;
  view.settings.format = ColorFormat::Rgba32Float;
  view.scene.camera = {{0, 0.5F, 4}, {0, 0, 0}, {0, 1, 0}, 0.55F, 0.1F, 100.0F};
  view.scene.lights.clear();
  view.scene.area_lights = {
      {{-1.5F, 0.8F, 1.4F}, {0.4F, 0.0F, 0.4F}, {0.2F, 0.5F, -0.2F}, {3.0F, 3.0F, 3.0F}, false},
      {{2.0F, 2.0F, 0.5F}, {0.0F, -0.6F, 0.6F}, {-0.6F, 0.3F, 0.3F}, {2.0F, 2.0F, 2.0F}, true},
      {{0.3F, 0.2F, -3.0F}, {0.9F, 0.0F, 0.0F}, {0.0F, 0.9F, 0.0F}, {2.0F, 2.0F, 2.0F}, false}};
  return view;
}

}  // namespace

TEST_CASE("closures answer lights with an area like sums over many of their points") {
  for (const LobeCase& lobe : lobe_cases) {
    INFO(lobe.closure);
    const ComposedMaterial material = compose_text(lobe_source(lobe.closure), "lobe", "numbers");
    const auto drawn = draw_all(material, ShadingLanguage::Glsl, ball_view()).colors;
    double peak = 0.0;
    double greatest = 0.0;
    double sum = 0.0;
    int covered = 0;
    for (int y = 0; y < 48; ++y) {
      for (int x = 0; x < 48; ++x) {
        if (value(drawn[0].floats, x, y, 3) == 0.0F) {
          continue;
        }
        const double by_points = value(drawn[1].floats, x, y, 1);
        const double error = std::abs(value(drawn[0].floats, x, y, 1) - by_points);
        peak = std::max(peak, by_points);
        greatest = std::max(greatest, error);
        sum += error;
        ++covered;
      }
    }
    CHECK(covered > 800);
    CHECK(greatest / peak < lobe.greatest);
    CHECK(sum / covered / peak < lobe.mean);
  }
}

TEST_CASE("rectangles and disks in loops of their own are those of one loop") {
  const std::string one = lobe_source("layer(dielectric(1.5, 0.4), diffuse(white))");
  const std::string end = "}\n";
  const std::string text = one.substr(0, one.size() - end.size()) +
                           "    output kinds = float4(lit_by_rectangles(surface_closure) + "
                           "lit_by_disks(surface_closure), 1.0);\n" +
                           end;
  const ComposedMaterial material = compose_text(text, "lobe", "numbers");
  for (const ShadingLanguage language : both_languages) {
    const auto drawn = draw_all(material, language, ball_view()).colors;
    for (int i = 0; i < 48 * 48; ++i) {
      const int x = i % 48;
      const int y = i / 48;
      CHECK(value(drawn[2].floats, x, y, 0) ==
            Approx(value(drawn[0].floats, x, y, 0)).epsilon(1e-4).margin(1e-5));
    }
  }
}

namespace {

const std::string kinds_source = R"(
import "profiles";
import "punctual";
profile numbers: base_mesh {
    provide punctual as buffer [capacity: 8];
    provide point_lights, spot_lights, sphere_lights as buffer [capacity: 4];
    fragment demand tagged: float4 as target 0 = float4(0.0);
    fragment demand kinds: float4 as target 1;
}
material shiny {
    white = float3(1.0) as {use: reflectance, encoding: linear};
    surface_closure = layer(dielectric(1.5, 0.3), diffuse(white));
    output tagged = float4(lit_by_all(surface_closure), 1.0);
    output kinds = float4(
        lit(surface_closure) + lit_by_points(surface_closure) + lit_by_spots(surface_closure) + lit_by_spheres(surface_closure),
        1.0);
}
material matt {
    white = float3(1.0) as {use: reflectance, encoding: linear};
    output kinds = float4(
        sum_points(lambert(white)).x,
        sum_spots(lambert(white)).y,
        sum_spheres(lambert(white)).z,
        1.0);
}
material points_alone {
    white = float3(1.0) as {use: reflectance, encoding: linear};
    output kinds = float4(lit_by_points(diffuse(white)), 1.0);
}
)";

}  // namespace

TEST_CASE("points, spots and spheres in loops of their own are those of one loop") {
  const ComposedMaterial material = compose_text(kinds_source, "shiny", "numbers");
  View view = ball_view();
  view.scene.lights = {{{0.3F, 1.0F, 0.5F}, {0.2F, 0.3F, 0.4F}}};
  view.scene.area_lights.clear();
  const std::array<float, 2> cone = {std::cos(0.2F), std::cos(0.4F)};
  view.scene.punctual_lights = {
      {{-2.0F, 1.0F, 2.0F}, {4.0F, 1.0F, 1.0F}},
      {{2.0F, 1.0F, 2.0F}, {1.0F, 4.0F, 1.0F}, 0.0F, 0.5F},
      {{0.0F, 3.0F, 1.0F}, {1.0F, 1.0F, 9.0F}, 0.0F, 0.0F, {0.0F, -1.0F, -0.2F}, cone},
      {{1.0F, -2.0F, 2.0F}, {3.0F, 3.0F, 0.5F}, 2.9F},
      {{-1.0F, 0.0F, 3.0F}, {5.0F, 5.0F, 5.0F}, 2.5F, 0.0F, {0.3F, 0.0F, -1.0F}, cone},
      {{0.0F, -2.5F, 1.0F}, {2.0F, 2.0F, 2.0F}, 4.0F, 0.2F}};
  for (const ShadingLanguage language : both_languages) {
    const auto drawn = draw_all(material, language, view).colors;
    float brightest = 0.0F;
    for (int i = 0; i < 48 * 48; ++i) {
      for (int channel = 0; channel < 3; ++channel) {
        const float tagged = value(drawn[0].floats, i % 48, i / 48, channel);
        brightest = std::max(brightest, tagged);
        CHECK(value(drawn[1].floats, i % 48, i / 48, channel) ==
              Approx(tagged).epsilon(1e-4).margin(1e-5));
      }
    }
    CHECK(brightest > 0.5F);
  }
}

TEST_CASE("points, spots and spheres by kind light a wall as closed forms say") {
  const ComposedMaterial material = compose_text(kinds_source, "matt", "numbers");
  View view = wall_view();
  const auto [px, py] = place_of(16, 16);
  const auto x = static_cast<float>(px);
  const auto y = static_cast<float>(py);
  const std::array<float, 2> cone = {std::cos(0.05F), std::cos(0.1F)};
  view.scene.punctual_lights = {
      {{x, y, 1.0F}, {0.0F, 7.0F, 0.0F}, 0.0F, 0.0F, {0.0F, 0.0F, -2.0F}, cone},
      {{x, y, 2.0F}, {3.0F, 0.0F, 0.0F}},
      {{x, y, 2.0F}, {3.0F, 0.0F, 0.0F}, 4.0F},
      {{x, y, 2.0F}, {0.0F, 0.0F, 5.0F}, 0.0F, 0.1F}};
  const double pi = 3.14159265358979;
  for (const ShadingLanguage language : both_languages) {
    const auto drawn = draw_all(material, language, view).colors;
    // The second point fades out at 4 m: 1 - (2 / 4)^4 of it is left.
    CHECK(value(drawn[1].floats, 16, 16, 0) ==
          Approx(3.0 / 4.0 * (1.0 + 15.0 / 16.0) / pi).epsilon(1e-3));
    CHECK(value(drawn[1].floats, 16, 16, 1) == Approx(7.0 / pi).epsilon(1e-3));
    CHECK(value(drawn[1].floats, 24, 16, 1) == 0.0F);  // outside of the spot's cone
    // A matt wall sees the sphere in the direction of its mirror image, here straight above.
    CHECK(value(drawn[1].floats, 16, 16, 2) == Approx(5.0 / 4.0 / pi).epsilon(5e-3));
  }
}

TEST_CASE("a loop over points has no work of spots and spheres") {
  const ComposedMaterial material = compose_text(kinds_source, "points_alone", "numbers");
  const std::string& text = material.glsl.fragment_text;
  CHECK(text.find("distance_decay") != std::string::npos);
  CHECK(text.find("spot_") == std::string::npos);
  CHECK(text.find("sphere_") == std::string::npos);
}

TEST_CASE("lights with an area leave nothing in shaders that do not have them") {
  const std::string text = R"(
import "openpbr";
import "profiles";
material plain { output color = lit(openpbr_surface()); }
)";
  const ComposedMaterial material = compose_text(text, "plain", "forward");
  CHECK(material.glsl.fragment_text.find("is_area") == std::string::npos);
  CHECK(material.glsl.fragment_text.find("polygon") == std::string::npos);
}

}  // namespace weft::testing::area_lights_test
