// Acceptance cases W about functions: a signature's declarations for a function's parameters and
// results hold, through any number of forwarding graphs.

#include <array>
#include <cmath>
#include <optional>
#include <string>
#include <vector>

#include "composer/checks/check_graphs.h"
#include "composer/verification/plan_values.h"
#include "support/float_bits.h"
#include "tests/support/catch.h"
#include "tests/support/composed.h"
#include "tests/support/seed.h"

namespace weft::testing::declared_functions_acceptance_test {

namespace {

using namespace weft;

using Matrix = std::array<std::array<float, 4>, 4>;  ///< columns

const char* const preamble = R"(import "lights"; import "bsdf";
profile values: base_mesh {
    provide view.from_world, view.to_world as uniform;
    fragment demand a: float as target 0 = 0.0;
    fragment demand b: float as target 1 = 0.0;
    fragment demand c: float as target 2 = 0.0;
}
)";

Composed compose_values(const std::string& text) { return compose_text(preamble + text, "values"); }

/// A random rotation by Euler angles, and a translation.
Matrix random_motion(Random& random) {
  const auto angle = [&] { return static_cast<float>(random.between(-3.0, 3.0)); };
  const float a = angle();
  const float b = angle();
  const float c = angle();
  const float sa = std::sin(a), ca = std::cos(a);
  const float sb = std::sin(b), cb = std::cos(b);
  const float sc = std::sin(c), cc = std::cos(c);
  return {{{cb * cc, cb * sc, -sb, 0},
           {sa * sb * cc - ca * sc, sa * sb * sc + ca * cc, sa * cb, 0},
           {ca * sb * cc + sa * sc, ca * sb * sc - sa * cc, ca * cb, 0},
           {angle(), angle(), angle(), 1}}};
}

/// Of a rotation and a translation.
Matrix inverse(const Matrix& motion) {
  Matrix result = {};
  for (std::size_t i = 0; i < 3; ++i) {
    for (std::size_t j = 0; j < 3; ++j) {
      result[i][j] = motion[j][i];
      result[3][i] -= motion[i][j] * motion[3][j];
    }
  }
  result[3][3] = 1;
  return result;
}

using Vector = std::array<float, 4>;
Vector times(const Matrix& matrix, const Vector& vector) {
  Vector result = {};
  for (std::size_t i = 0; i < 4; ++i) {
    for (std::size_t j = 0; j < 4; ++j) {
      result[i] += matrix[j][i] * vector[j];
    }
  }
  return result;
}

/// The transforms of a scene; all other features are 0.
struct Scene {
  Matrix view_to_world;
  Matrix object_to_world;
};

/// The outputs a, b, c.
std::vector<float> values_in(const Composed& composed, const Scene& scene) {
  Primitive primitive;
  primitive.weights = {1.0F, 0.0F, 0.0F};
  primitive.feature = [&](FeatureId id, int) {
    const Feature& feature = composed.library().features[id];
    const std::string_view path = composed.library().text(feature.path);
    std::optional<Matrix> matrix;
    if (path == "view.to_world") {
      matrix = scene.view_to_world;
    } else if (path == "view.from_world") {
      matrix = inverse(scene.view_to_world);
    } else if (path == "object.to_world") {
      matrix = scene.object_to_world;
    }
    const auto count = static_cast<std::size_t>(feature.type.data().component_count());
    Constant value{feature.type.data(), {}};
    for (std::size_t i = 0; i < count; ++i) {
      value.bits.push_back(float_bits(matrix ? (*matrix)[i / 4][i % 4] : 0.0F));
    }
    return value;
  };
  const auto outputs = evaluate_outputs(composed.library(), composed.plan->plan, primitive);
  REQUIRE(outputs);
  std::vector<float> numbers;
  const Plan& plan = composed.plan->plan;
  for (std::size_t i = 0; i < plan.outputs.size(); ++i) {
    const Profile& profile = composed.library().profiles[plan.profile];
    if (profile.demands[plan.outputs[i].demand].stage != Stage::Vertex) {
      numbers.push_back(float_of_bits((*outputs)[i].bits.front()));
    }
  }
  REQUIRE(numbers.size() == 3);
  return numbers;
}

void check_near(float found, float expected) {
  INFO(found << " for " << expected);
  CHECK(std::fabs(found - expected) <= 2e-5F * (1.0F + std::fabs(expected)));
}

}  // namespace

TEST_CASE("W1: a forwarded function receives the types that it declares", "[acceptance]") {
  const Composed composed = compose_values(R"(
    fragment sv(f: fn(n: float3 {use: normal, basis: view}) -> float) -> float { return f(float3(0.0, 0.0, 1.0)); }
    graph H(f: fn(n: float3 {use: normal, basis: world}) -> float) -> float { output sv(f); }
    graph H2(f: fn(n: float3 {use: normal, basis: world}) -> float) -> float { output sv((n) => f(n)); }
    fragment x_of(n: float3 {use: normal, basis: world}) -> float { return n.x; }
    material m { output a = H((n) => n.x); output b = H2((n) => n.x); output c = H(x_of); })");
  REQUIRE(composed.errors() == "");
  Random random(seed());
  for (std::size_t i = 0; i < scaled(20); ++i) {
    const Scene scene{random_motion(random), random_motion(random)};
    const std::vector<float> values = values_in(composed, scene);
    check_near(values[0], scene.view_to_world[2][0]);
    CHECK(values[1] == values[0]);
    CHECK(values[2] == values[0]);
  }
}

TEST_CASE("W2: the result of a forwarded function is converted once", "[acceptance]") {
  const Composed composed = compose_values(R"(
    fragment lit(c: fn(u: float) -> float3 {use: reflectance, encoding: linear}) -> float { return c(0.5).x; }
    graph stored(f: fn(u: float) -> float3 {use: reflectance, encoding: srgb}) -> float { output lit(f); }
    graph around(f: fn(u: float) -> float3 {use: reflectance, encoding: srgb}) -> float { output stored(f); }
    material m {
        output a = stored((u) => float3(u) as {use: reflectance, encoding: srgb});
        output b = around((u) => float3(u) as {use: reflectance, encoding: srgb});
        output c = stored((u) => float3(u) as {use: reflectance, encoding: linear});
    })");
  REQUIRE(composed.errors() == "");
  const std::vector<float> values = values_in(composed, {});
  check_near(values[0], 0.21404114F);
  check_near(values[1], 0.21404114F);
  check_near(values[2], 0.5F);
}

TEST_CASE("W3: a function with an incompatible signature is not forwarded", "[acceptance]") {
  const std::string declarations = R"(
    fragment leaf(g: fn(x: float) -> float) -> float { return g(0.5); }
    graph inner(g: fn(x: float) -> float) -> float { output g(0.5); }
    graph typed(f: fn(p: float2) -> float) -> float { output leaf(f); }
    graph typed_inner(f: fn(p: float2) -> float) -> float { output inner(f); }
    graph gives(f: fn(x: float) -> float2) -> float { output inner(f); }
    graph more(f: fn(x: float, y: float) -> float) -> float { output leaf(f); }
    graph more_inner(f: fn(x: float, y: float) -> float) -> float { output inner(f); }
    graph value(f: float) -> float { output leaf(f); })";
  const auto errors = [&](const std::string& call) {
    return compose_values(declarations + "material m { output a = " + call + "; }").errors();
  };
  const std::string typed =
      "'f' is fn(p: float2) -> float, which cannot be passed as fn(x: float) -> float";
  // Whether or not the function reads its parameter.
  CHECK(errors("typed((p) => p.x)").find(typed) != std::string::npos);
  CHECK(errors("typed((p) => 1.0)").find(typed) != std::string::npos);
  CHECK(errors("typed_inner((p) => 1.0)").find(typed) != std::string::npos);
  CHECK(
      errors("gives((x) => float2(x))")
          .find("'f' is fn(x: float) -> float2, which cannot be passed as fn(x: float) -> float") !=
      std::string::npos);
  const std::string more =
      "'f' is fn(x: float, y: float) -> float, which cannot be passed as fn(x: float) -> float";
  CHECK(errors("more((x, y) => x)").find(more) != std::string::npos);
  CHECK(errors("more_inner((x, y) => x)").find(more) != std::string::npos);
  CHECK(errors("value(0.5)").find("takes a function, not a value") != std::string::npos);
}

TEST_CASE("W4: a forwarded function is converted at every signature on its way", "[acceptance]") {
  const Composed composed = compose_values(R"(
    fragment seen(f: fn(p: float3 {use: position, basis: view, unit: metre}) -> float {unit: metre}) -> float {
        return f(float3(0.5, 0.25, 1.0));
    }
    graph placed(f: fn(p: float3 {use: position, basis: world, unit: centimetre}) -> float {unit: centimetre}) -> float {
        output seen(f);
    }
    graph modeled(g: fn(q: float3 {use: position, basis: model, unit: metre}) -> float {unit: millimetre}) -> float {
        output placed(g);
    }
    graph spelled(g: fn(q: float3 {use: position, basis: model, unit: metre}) -> float {unit: millimetre}) -> float {
        output seen((p) => within((r) => g(r), p));
    }
    graph within(f: fn(p: float3 {use: position, basis: world, unit: centimetre}) -> float {unit: centimetre},
                 p: float3 {use: position, basis: world, unit: centimetre}) -> float {unit: centimetre} {
        output f(p);
    }
    material m {
        output a = modeled((p) => p.x as {unit: millimetre});
        output b = spelled((p) => p.x as {unit: millimetre});
    })");
  REQUIRE(composed.errors() == "");
  Random random(seed());
  for (std::size_t i = 0; i < scaled(20); ++i) {
    const Scene scene{random_motion(random), random_motion(random)};
    const Vector world = times(scene.view_to_world, {0.5F, 0.25F, 1.0F, 1.0F});
    // The innermost gets meters, reads them as millimeters, and converts to meters.
    const float expected = times(inverse(scene.object_to_world), world)[0] / 1000.0F;
    const std::vector<float> values = values_in(composed, scene);
    CHECK(std::fabs(values[0] - expected) < 1e-5F);
    CHECK(std::fabs(values[1] - expected) < 1e-5F);
  }
}

TEST_CASE("a forwarded function selects the overload with the fewest conversions") {
  const Composed composed = compose_values(R"(
    fragment shown(f: fn(n: float3 {use: normal, basis: view}) -> float) -> float { return f(float3(0.0, 0.0, 1.0)); }
    fragment shown(f: fn(n: float3 {use: normal, basis: world}) -> float) -> float { return f(float3(0.0, 1.0, 0.0)); }
    graph H(f: fn(n: float3 {use: normal, basis: world}) -> float) -> float { output shown(f); }
    material m { output a = H((n) => n.y); })");
  REQUIRE(composed.errors() == "");
  Random random(seed());
  CHECK(values_in(composed, {random_motion(random), random_motion(random)})[0] == 1.0F);
}

TEST_CASE("a function forwarded by a body selects the overload without a conversion") {
  const Composed composed = compose_values(R"(
    fragment shown(f: fn(n: float3 {use: normal, basis: view}) -> float) -> float { return f(float3(0.0, 0.0, 1.0)); }
    fragment shown(f: fn(n: float3 {use: normal, basis: world}) -> float) -> float { return f(float3(0.0, 1.0, 0.0)); }
    fragment H(f: fn(n: float3 {use: normal, basis: world}) -> float) -> float { return shown(f); }
    fragment G(f: fn(n: float3 {use: normal, basis: view}) -> float) -> float { return shown(f); }
    material m { output a = H((n) => n.y); output b = G((n) => n.z); })");
  REQUIRE(composed.errors() == "");
  Random random(seed());
  const auto values = values_in(composed, {random_motion(random), random_motion(random)});
  CHECK(values[0] == 1.0F);
  CHECK(values[1] == 1.0F);
}

TEST_CASE("a partial application keeps the types of its function argument") {
  const Composed composed = compose_values(R"(
    fragment sv(f: fn(n: float3 {use: normal, basis: view}) -> float, by: float) -> float {
        return f(float3(0.0, 0.0, by));
    }
    fragment twice(f: fn(x: float) -> float) -> float { return f(1.0) + f(1.0); }
    graph H(f: fn(n: float3 {use: normal, basis: world}) -> float) -> float { output twice(sv(f: f)); }
    material m { output a = H((n) => n.x); })");
  REQUIRE(composed.errors() == "");
  Random random(seed());
  const Scene scene{random_motion(random), random_motion(random)};
  check_near(values_in(composed, scene)[0], 2.0F * scene.view_to_world[2][0]);
}

TEST_CASE("W1 in a body: a forwarded function receives the types that it declares") {
  const Composed composed = compose_values(R"(
    fragment sv(f: fn(n: float3 {use: normal, basis: view}) -> float) -> float { return f(float3(0.0, 0.0, 1.0)); }
    fragment H(f: fn(n: float3 {use: normal, basis: world}) -> float) -> float { return sv(f); }
    graph H2(f: fn(n: float3 {use: normal, basis: world}) -> float) -> float { output sv((n) => f(n)); }
    fragment x_of(n: float3 {use: normal, basis: world}) -> float { return n.x; }
    fragment once<T: floating>(x: T, f: fn(x: T) -> float) -> float { return f(x); }
    fragment later(f: fn(n: float3 {use: normal, basis: world}, by: float) -> float, by: float) -> float {
        float k = by * 2.0;
        return sv(f(by: k)) + sv(f(by: 1.0)) + f(float3(0.0, 1.0, 0.0), k);
    }
    material m { output a = H((n) => n.x) - later((n, by) => n.x * by, 3.0) / 7.0; output b = H2((n) => n.x); output c = H(x_of); })");
  REQUIRE(composed.errors() == "");
  Random random(seed());
  for (std::size_t i = 0; i < scaled(20); ++i) {
    const Scene scene{random_motion(random), random_motion(random)};
    const std::vector<float> values = values_in(composed, scene);
    CHECK(std::fabs(values[0]) < 2e-6F);
    check_near(values[1], scene.view_to_world[2][0]);
    CHECK(values[2] == values[1]);
  }
}

TEST_CASE("W2 in a body: the result of a forwarded function is converted once") {
  const Composed composed = compose_values(R"(
    fragment lit(c: fn(u: float) -> float3 {use: reflectance, encoding: linear}) -> float { return c(0.5).x; }
    fragment stored(f: fn(u: float) -> float3 {use: reflectance, encoding: srgb}) -> float { return lit(f); }
    fragment around(f: fn(u: float) -> float3 {use: reflectance, encoding: srgb}) -> float { return stored(f); }
    fragment open(f: fn(u: float) -> float3 {use: reflectance}) -> float { return lit(f); }
    material m {
        output a = stored((u) => float3(u) as {use: reflectance, encoding: srgb});
        output b = around((u) => float3(u) as {use: reflectance, encoding: srgb});
        output c = open((u) => float3(u) as {use: reflectance, encoding: srgb});
    })");
  REQUIRE(composed.errors() == "");
  const std::vector<float> values = values_in(composed, {});
  for (const float value : values) {
    check_near(value, 0.21404114F);
  }
}

TEST_CASE("W4 in bodies: a forwarded function is converted at every signature on its way") {
  const Composed composed = compose_values(R"(
    fragment seen(f: fn(p: float3 {use: position, basis: view, unit: metre}) -> float {unit: metre}) -> float {
        return f(float3(0.5, 0.25, 1.0));
    }
    fragment placed(f: fn(p: float3 {use: position, basis: world, unit: centimetre}) -> float {unit: centimetre}) -> float {
        return seen(f);
    }
    fragment modeled(g: fn(q: float3 {use: position, basis: model, unit: metre}) -> float {unit: millimetre}) -> float {
        return placed(g);
    }
    fragment outer(g: fn(q: float3 {use: position, basis: model, unit: millimetre}) -> float {unit: centimetre}) -> float {
        return modeled(g);
    }
    graph above(g: fn(q: float3 {use: position, basis: model, unit: centimetre}) -> float {unit: metre}) -> float {
        output outer(g);
    }
    fragment kept(g: fn(q: float3) -> float) -> float { return modeled(g); }
    material m {
        output a = modeled((p) => p.x as {unit: millimetre});
        output b = above((p) => p.x as {unit: metre});
        output c = kept((p) => p.x as {unit: millimetre});
    })");
  REQUIRE(composed.errors() == "");
  Random random(seed());
  for (std::size_t i = 0; i < scaled(20); ++i) {
    const Scene scene{random_motion(random), random_motion(random)};
    const Vector world = times(scene.view_to_world, {0.5F, 0.25F, 1.0F, 1.0F});
    // The innermost gets meters, reads them as millimeters, and converts to meters.
    const float model = times(inverse(scene.object_to_world), world)[0];
    const std::vector<float> values = values_in(composed, scene);
    CHECK(std::fabs(values[0] - model / 1000.0F) < 1e-5F);
    check_near(values[1], model * 100.0F);
    // An open type is that of the next signature: meters in model space.
    CHECK(std::fabs(values[2] - model / 1000.0F) < 1e-5F);
  }
}

TEST_CASE("a signature without a trait accepts and returns any value of it") {
  const Composed composed = compose_values(R"(
    fragment length_at(f: fn(x: float {unit: metre}) -> float {unit: metre}) -> float { return f(2.0); }
    fragment slope_of(f: fn(x: float) -> float) -> float { return f(3.0) - f(1.0); }
    fragment open(f: fn(x: float) -> float) -> float { return length_at(f); }
    fragment stated(f: fn(x: float {unit: centimetre}) -> float {unit: centimetre}) -> float { return slope_of(f); }
    material m {
        output a = open((x) => 0.25);
        output b = open((x) => x);
        output c = stated((x) => x * 2.0);
    })");
  REQUIRE(composed.errors() == "");
  CHECK(values_in(composed, {}) == std::vector<float>{0.25F, 2.0F, 4.0F});
}

TEST_CASE("a body that forwards a function is checked without a caller") {
  const std::string text = R"(
    fragment timed(f: fn(t: float {unit: second}) -> float) -> float { return f(0.5); }
    fragment wrong(f: fn(d: float {unit: metre}, by: float) -> float) -> float { return timed(f(by: 2.0)); }
    fragment right(f: fn(t: float {unit: millisecond}) -> float) -> float { return timed(f); }
    fragment generic<T: floating>(f: fn(t: float {unit: millisecond}) -> T, x: T) -> T { return applied(f, x); }
    fragment applied<T: floating>(f: fn(t: float {unit: second}) -> T, x: T) -> T { return f(0.5) + x; }
    fragment open<T>(f: fn(t: float {unit: millisecond}) -> T) -> T { return taken(f); }
    fragment taken<T>(f: fn(t: float {unit: second}) -> T) -> T { return f(0.5); }
    )";
  const Composed composed =
      compose_values(text + "material m { output a = right((t) => t / 1000.0); }");
  CHECK(composed.errors() == "");
  const GraphChecks checks = check_uncalled_graphs(Composer(composed.library()));
  CHECK(checks.typed == 0);
  REQUIRE(checks.diagnostics.size() == 1);
  CHECK_THAT(
      checks.diagnostics.front().message,
      contains("'f' is fn(d: float {unit: metre}, by: float) -> float, but its body forwards it to "
               "'f' of 'timed', which is fn(t: float {unit: second}) -> float"));
}

TEST_CASE("a body forwards one function to leaves with different signatures") {
  const Composed composed = compose_values(R"(
    fragment sv(f: fn(n: float3 {use: normal, basis: view}) -> float) -> float { return f(float3(0.0, 0.0, 1.0)); }
    fragment sw(f: fn(n: float3 {use: normal, basis: world}) -> float) -> float { return f(float3(0.0, 0.0, 1.0)); }
    fragment all(f: fn(n: float3 {use: normal, basis: world}) -> float) -> float {
        return sv(f) + 4.0 * sw(f) + 16.0 * sv(f);
    }
    fragment generic<T: floating>(f: fn(n: float3 {use: normal, basis: world}) -> T, by: T) -> T {
        return of(f) * by;
    }
    fragment of<T: floating>(f: fn(n: float3 {use: normal, basis: view}) -> T) -> T { return f(float3(0.0, 0.0, 1.0)); }
    material m {
        output a = all((n) => n.x);
        output b = generic((n) => n.yzx, float3(0.0, 0.0, 2.0)).z;
        output c = generic((n) => n.y, 3.0);
    })");
  REQUIRE(composed.errors() == "");
  Random random(seed());
  for (std::size_t i = 0; i < scaled(20); ++i) {
    const Scene scene{random_motion(random), random_motion(random)};
    const std::vector<float> values = values_in(composed, scene);
    check_near(values[0], 17.0F * scene.view_to_world[2][0]);
    check_near(values[1], 2.0F * scene.view_to_world[2][0]);
    check_near(values[2], 3.0F * scene.view_to_world[2][1]);
  }
}

}  // namespace weft::testing::declared_functions_acceptance_test
