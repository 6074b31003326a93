// Normal maps sampled at coordinates other than the mesh's, in the interpreter: the result is the
// normal of the surface displaced by the map's height.

#include <array>
#include <cmath>
#include <functional>
#include <string>
#include <string_view>
#include <vector>

#include "composer/verification/plan_values.h"
#include "support/float_bits.h"
#include "tests/property/vectors.h"
#include "tests/support/catch.h"
#include "tests/support/composed.h"
#include "tests/support/seed.h"

namespace weft::testing::projected_normals_test {

namespace {

using namespace weft;

double angle_of(const Vector& a, const Vector& b) {
  const Vector across = cross_of(a, b);
  return std::atan2(std::sqrt(dot_of(across, across)), dot_of(a, b));
}

/// The map used in the tests: a height and, in Weft, its normals over u and v.
double height(double u, double v) {
  return 0.005 * (std::sin(9.0 * u) + std::cos(8.0 * v + 1.0) + 0.3 * std::sin(5.0 * u + 4.0 * v));
}

constexpr const char* library_text = R"(
import "fields";
fragment waves(uv: float2 = surface.uv) -> float3 {use: normal, basis: tangent, packing: plain}
{
    float both = 0.3 * cos(5.0 * uv.x + 4.0 * uv.y);
    return normalize(float3(
        -0.005 * (9.0 * cos(9.0 * uv.x) + 5.0 * both),
        -0.005 * (-8.0 * sin(8.0 * uv.y + 1.0) + 4.0 * both),
        1.0));
}
profile here {
    provide surface.position as attribute 0;
    provide surface.normal as attribute 1;
    provide surface.uv as attribute 2;
    provide material as uniform;
    vertex demand position: float4 {use: position, basis: clip} as clip = nowhere();
    fragment demand c: float3 {use: normal, basis: BASIS, norm: unit} as target 0;
}
fragment nowhere() -> float4 {use: position, basis: clip} { return float4(0.0); }
)";

Composed with_material(const std::string& basis, const std::string& material) {
  std::string text = library_text;
  text.replace(text.find("BASIS"), 5, basis);
  return compose_text(text + "material m { " + material + " }", "here");
}

struct Place {
  Vector position;
  Vector normal;
  std::array<double, 2> uv;
};

Vector shown(const Composed& composed, const Place& place, double angle = 0.0) {
  INFO(composed.errors());
  REQUIRE(composed.plan);
  Primitive primitive;
  primitive.weights = {0.25F, 0.25F, 0.5F};
  primitive.feature = [&](FeatureId id, int) {
    const Feature& feature = composed.library().features[id];
    const std::string_view path = composed.library().text(feature.path);
    const std::vector<double> uv(place.uv.begin(), place.uv.end());
    const Vector& values = path == "surface.position" ? place.position : place.normal;
    return floats(feature.type.data(),
                  path == "surface.uv" ? uv : std::vector<double>(values.begin(), values.end()));
  };
  primitive.parameter = [&](std::uint32_t parameter) {
    const DataType type =
        composed.library().materials[MaterialId(0)].parameters[parameter].type.data();
    return floats(type, {angle});
  };
  const auto outputs = evaluate_outputs(composed.library(), composed.plan->plan, primitive);
  REQUIRE(outputs);
  const auto& bits = outputs->back().bits;
  REQUIRE(bits.size() == 3);
  return {float_of_bits(bits[0]), float_of_bits(bits[1]), float_of_bits(bits[2])};
}

/// A piece of a surface: positions and normals over two parameters around 0.
struct Patch {
  std::function<Vector(double, double)> position;
  std::function<Vector(double, double)> normal;
};

std::array<double, 3> weights_of(const Vector& n) {
  std::array<double, 3> weights{};
  double all = 0.0;
  for (std::size_t i = 0; i < 3; ++i) {
    weights[i] = std::pow(std::fabs(n[i]), 4.0);
    all += weights[i];
  }
  return {weights[0] / all, weights[1] / all, weights[2] / all};
}

/// By definition: each point is moved along its normal by the blended heights.
Vector displaced(const Patch& patch, double a, double b) {
  const Vector p = patch.position(a, b);
  const Vector n = patch.normal(a, b);
  const auto weights = weights_of(n);
  return sum_of(p, n,
                weights[0] * height(p[2], p[1]) + weights[1] * height(p[0], p[2]) +
                    weights[2] * height(p[0], p[1]));
}

Vector displaced_normal(const Patch& patch) {
  constexpr double step = 1e-5;
  const Vector along_a = sum_of(displaced(patch, step, 0.0), displaced(patch, -step, 0.0), -1.0);
  const Vector along_b = sum_of(displaced(patch, 0.0, step), displaced(patch, 0.0, -step), -1.0);
  const Vector n = unit_of(cross_of(along_a, along_b));
  return dot_of(n, patch.normal(0.0, 0.0)) < 0.0 ? sum_of({0, 0, 0}, n, -1.0) : n;
}

Patch flat(const Vector& corner, const Vector& a, const Vector& b) {
  const Vector n = unit_of(cross_of(a, b));
  return {[=](double x, double y) { return sum_of(sum_of(corner, a, x), b, y); },
          [=](double, double) { return n; }};
}

}  // namespace

TEST_CASE("Y6: triplanar_normal returns the normals of the displaced surface") {
  const Composed composed = with_material("model", "output c = triplanar_normal(waves());");
  Random random(seed());
  const auto some = [&random] { return random.between(-1.0, 1.0); };
  int clear = 0;
  double tilt = 0.0;
  for (int round = 0; round < 600; ++round) {
    Patch patch;
    if (round % 3 == 0) {  // a sphere
      const Vector middle = unit_of({some(), some(), some() + 1e-3});
      const Vector a = unit_of(cross_of({0.3, 0.5, 0.8}, middle));
      const Vector b = cross_of(middle, a);
      const auto place = [=](double x, double y) {
        return unit_of(sum_of(sum_of(middle, a, x), b, y));
      };
      patch = {place, place};
    } else {  // a side of a cube, sheared in every second case
      std::array<Vector, 3> axes = {Vector{1, 0, 0}, Vector{0, 1, 0}, Vector{0, 0, 1}};
      if (round % 3 == 2) {
        axes[1] = {0.5, 1.0, 0.0};
        axes[2] = {0.2, -0.3, 1.0};
      }
      const std::size_t side = static_cast<std::size_t>(round / 3) % 3;
      const double outside = round % 2 == 0 ? 1.0 : -1.0;
      const Vector& a = axes[(side + 1) % 3];
      const Vector& b = axes[(side + 2) % 3];
      const Vector corner =
          sum_of(sum_of(sum_of({0, 0, 0}, axes[side], outside), a, some()), b, some());
      patch = outside > 0.0 ? flat(corner, a, b) : flat(corner, b, a);
    }
    const Vector n = patch.normal(0.0, 0.0);
    const Vector expected = displaced_normal(patch);
    const Vector found = shown(composed, {patch.position(0.0, 0.0), n, {0, 0}});
    const auto weights = weights_of(n);
    const bool is_clear = weights[0] >= 0.99 || weights[1] >= 0.99 || weights[2] >= 0.99;
    clear += is_clear ? 1 : 0;
    tilt = std::fmax(tilt, angle_of(n, expected));
    INFO("seed " << seed() << ", round " << round);
    REQUIRE(angle_of(found, expected) < (is_clear ? 1e-2 : 5e-2));
  }
  CHECK(clear > 200);
  CHECK(tilt > 0.06);  // the bumps are noticeable
}

TEST_CASE("Y5: rotate_uv_normal rotates its normal back into the mesh's frame") {
  const Composed composed =
      with_material("tangent", "param angle: float; output c = rotate_uv_normal(waves(), angle);");
  Random random(seed());
  for (int round = 0; round < 50; ++round) {
    const double angle = random.between(-3.0, 3.0);
    const std::array<double, 2> uv = {random.between(-1.0, 1.0), random.between(-1.0, 1.0)};
    const auto turned = [&](double u, double v) {
      return height(std::cos(angle) * u - std::sin(angle) * v,
                    std::sin(angle) * u + std::cos(angle) * v);
    };
    constexpr double step = 1e-5;
    const Vector expected =
        unit_of({(turned(uv[0] - step, uv[1]) - turned(uv[0] + step, uv[1])) / (2.0 * step),
                 (turned(uv[0], uv[1] - step) - turned(uv[0], uv[1] + step)) / (2.0 * step), 1.0});
    INFO("seed " << seed() << ", round " << round);
    CHECK(angle_of(shown(composed, {{0, 0, 0}, {0, 0, 1}, uv}, angle), expected) < 1e-3);
  }
}

}  // namespace weft::testing::projected_normals_test
