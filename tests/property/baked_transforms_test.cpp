// Normal maps under arbitrary transforms, in the interpreter: the result equals that for a mesh
// with the transform baked into its vertices.

#include <array>
#include <cmath>
#include <string>
#include <string_view>
#include <vector>

#include "composer/verification/plan_values.h"
#include "support/float_bits.h"
#include "tests/property/vectors.h"
#include "tests/support/catch.h"
#include "tests/support/composed.h"
#include "tests/support/seed.h"

namespace weft::testing::baked_transforms_test {

namespace {

using namespace weft;

using Matrix = std::array<Vector, 3>;  // columns

Vector times(const Matrix& m, const Vector& v) {
  Vector result{};
  for (std::size_t column = 0; column < 3; ++column) {
    for (std::size_t row = 0; row < 3; ++row) {
      result[row] += m[column][row] * v[column];
    }
  }
  return result;
}

struct Vertex {
  Vector normal;
  Vector tangent;
};
struct Triangle {
  std::array<Vertex, 3> vertices;
  double handedness;
};

double determinant_of(const Matrix& m) { return dot_of(cross_of(m[0], m[1]), m[2]); }

Triangle baked(const Triangle& triangle, const Matrix& m) {
  Triangle result = triangle;
  result.handedness *= determinant_of(m) < 0.0 ? -1.0 : 1.0;
  // The cofactors are the inverse transpose up to the determinant, of which only the sign matters.
  const double sign = determinant_of(m) < 0.0 ? -1.0 : 1.0;
  const Matrix cofactors = {cross_of(m[1], m[2]), cross_of(m[2], m[0]), cross_of(m[0], m[1])};
  for (Vertex& vertex : result.vertices) {
    const Vector n = times(cofactors, vertex.normal);
    vertex.normal = unit_of({n[0] * sign, n[1] * sign, n[2] * sign});
    vertex.tangent = unit_of(times(m, vertex.tangent));
  }
  return result;
}

/// By definition: MikkTSpace's frame from the interpolated vertex attributes.
Vector mapped(const Triangle& triangle, const std::array<float, 3>& weights, const Vector& map) {
  Vector n{};
  Vector t{};
  for (std::size_t vertex = 0; vertex < 3; ++vertex) {
    for (std::size_t i = 0; i < 3; ++i) {
      n[i] += static_cast<double>(weights[vertex]) * triangle.vertices[vertex].normal[i];
      t[i] += static_cast<double>(weights[vertex]) * triangle.vertices[vertex].tangent[i];
    }
  }
  const Vector b = cross_of(n, t);
  Vector result{};
  for (std::size_t i = 0; i < 3; ++i) {
    result[i] = map[0] * t[i] + map[1] * triangle.handedness * b[i] + map[2] * n[i];
  }
  return unit_of(result);
}

Vector shown(const Composed& composed, const Triangle& triangle, const Matrix& m,
             const std::array<float, 3>& weights, const Vector& map) {
  Primitive primitive;
  primitive.weights = weights;
  primitive.feature = [&](FeatureId id, int vertex) {
    const Feature& feature = composed.library().features[id];
    const std::string_view path = composed.library().text(feature.path);
    const Vertex& at = triangle.vertices[static_cast<std::size_t>(vertex)];
    std::vector<double> values(static_cast<std::size_t>(feature.type.data().component_count()));
    if (path == "surface.normal") {
      values.assign(at.normal.begin(), at.normal.end());
    } else if (path == "surface.tangent") {
      values = {at.tangent[0], at.tangent[1], at.tangent[2], triangle.handedness};
    } else if (path == "object.to_world") {
      for (std::size_t column = 0; column < 3; ++column) {
        for (std::size_t row = 0; row < 3; ++row) {
          values[column * 4 + row] = m[column][row];
        }
      }
      values[15] = 1.0;
    }
    return floats(feature.type.data(), values);
  };
  primitive.parameter = [&](std::uint32_t parameter) {
    const DataType type =
        composed.library().materials[MaterialId(0)].parameters[parameter].type.data();
    return floats(type, {map[0], map[1], map[2]});
  };
  const auto outputs = evaluate_outputs(composed.library(), composed.plan->plan, primitive);
  REQUIRE(outputs);
  const auto& bits = outputs->back().bits;
  REQUIRE(bits.size() == 3);
  return {float_of_bits(bits[0]), float_of_bits(bits[1]), float_of_bits(bits[2])};
}

void check_near(const Vector& found, const Vector& expected) {
  for (std::size_t i = 0; i < 3; ++i) {
    CHECK(std::fabs(found[i] - expected[i]) < 1e-4);
  }
}

Composed compose_for_normals(const std::string& material) {
  return compose_text(
      "import \"core\";\n"
      "profile here { provide surface.normal as attribute 0; provide surface.tangent as attribute "
      "1; provide mesh.clip as attribute 2; provide object.to_world as uniform;\n"
      "provide material as uniform;\n"
      "vertex demand position: float4 {use: position, basis: clip} as clip = mesh.clip;\n"
      "fragment demand c: float3 {use: normal, basis: world, norm: unit} as target 0; }\n"
      "feature mesh.clip: float4 {use: position, basis: clip} at vertex;\n" +
          material,
      "here");
}

}  // namespace

TEST_CASE(
    "Y7: a normal map under any transform equals that of a mesh with the transform baked in") {
  const Composed composed = compose_for_normals(
      "material m { param n: float3 {use: normal, basis: tangent}; output c = n; }");
  INFO(composed.errors());
  REQUIRE(composed.plan);
  constexpr Matrix identity = {Vector{1, 0, 0}, Vector{0, 1, 0}, Vector{0, 0, 1}};
  Random random(seed());
  const auto some = [&random](double reach) {
    return Vector{random.between(-reach, reach), random.between(-reach, reach),
                  random.between(-reach, reach)};
  };
  for (int round = 0; round < 200; ++round) {
    INFO("seed " << seed() << ", round " << round);
    Triangle triangle;
    triangle.handedness = round % 2 == 0 ? 1.0 : -1.0;
    for (Vertex& vertex : triangle.vertices) {
      const Vector spread = some(0.3);
      vertex.normal = unit_of({spread[0], spread[1], 1.0 + spread[2]});
      vertex.tangent = unit_of(cross_of({0.1, 1.0, 0.2}, vertex.normal));
    }
    Matrix m = {some(0.4), some(0.4), some(0.4)};  // shears
    const Vector mirrors = {round % 4 < 2 ? 1.0 : -1.0, 1.0, round % 8 < 4 ? 1.0 : -1.0};
    const double scale = std::exp2(random.between(-3.0, 3.0));
    for (std::size_t i = 0; i < 3; ++i) {
      m[i][i] += mirrors[i] * 1.3;
      for (double& each : m[i]) {
        each *= scale;
      }
    }
    const float a = static_cast<float>(random.between(0.1, 0.5));
    const std::array<float, 3> weights = {a, 0.4F, 0.6F - a};
    const Vector map = unit_of({random.between(-0.7, 0.7), random.between(-0.7, 0.7), 1.0});
    const Triangle mesh = baked(triangle, m);
    check_near(shown(composed, triangle, m, weights, map), mapped(mesh, weights, map));
    check_near(shown(composed, mesh, identity, weights, map), mapped(mesh, weights, map));
  }
}

TEST_CASE("a derived vertex feature reads what is injected around its reader") {
  const Composed composed = compose_for_normals(
      "material m { param n: float3 {use: normal, basis: model, norm: unit};\n"
      "own = surface.world_normal as {use: normal};\n"
      "output c = own with (surface.normal: n); }");
  INFO(composed.errors());
  REQUIRE(composed.plan);
  const Vertex vertex = {{0, 0, 1}, {1, 0, 0}};
  const Triangle triangle = {{vertex, vertex, vertex}, 1.0};
  constexpr Matrix stretched = {Vector{2, 0, 0}, Vector{0, 1, 0}, Vector{0, 0, 1}};
  check_near(shown(composed, triangle, stretched, {0.2F, 0.3F, 0.5F}, {0.6, 0.8, 0.0}),
             unit_of({0.3, 0.8, 0.0}));
}

}  // namespace weft::testing::baked_transforms_test
