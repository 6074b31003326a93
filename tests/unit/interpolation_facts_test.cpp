// Acceptance cases K: facts that every placement respects, in the interpreter. The profile defines
// the values computed before interpolation, the material those computed after.

#include <array>
#include <cmath>
#include <string>
#include <vector>

#include "composer/verification/plan_values.h"
#include "support/float_bits.h"
#include "tests/support/catch.h"
#include "tests/support/composed.h"

namespace weft::testing::interpolation_facts_test {

namespace {

using namespace weft;

using Numbers = std::vector<float>;

/// Computes `before` at two vertices with the given `mesh.a` and `mesh.b`, interpolates to the
/// middle, then applies `after`. Both are bodies of fragments of a: float3, b: float3.
Numbers at_middle(const std::string& before, const std::string& after, std::array<Numbers, 2> a,
                  std::array<Numbers, 2> b = {Numbers{0, 0, 0}, Numbers{0, 0, 0}}) {
  const std::string text =
      "feature mesh.a: float3 at vertex; feature mesh.b: float3 at vertex; feature mesh.clip: "
      "float4 {use: position, "
      "basis: clip} at vertex; feature shape.a: float3 at vertex; feature shape.b: float3 at "
      "vertex;\n"
      "fragment before(a: float3, b: float3) -> float3 { return " +
      before +
      "; }\n"
      "fragment after(a: float3, b: float3) -> float3 { return " +
      after +
      "; }\n"
      "profile here { provide mesh.a as attribute 0; provide mesh.b as attribute 1; provide "
      "mesh.clip as attribute 2; provide shape.a = before(mesh.a, mesh.b); "
      "provide shape.b = mesh.b;\n"
      "vertex demand position: float4 {use: position, basis: clip} as clip = mesh.clip;\n"
      "fragment demand c: float3 as target 0; }\n"
      "material m { output c = after(shape.a, shape.b); }";
  const Composed composed = compose_text(text, "here");
  INFO(composed.errors());
  REQUIRE(composed.plan);
  Primitive primitive;
  primitive.weights = {0.5F, 0.5F, 0.0F};
  primitive.feature = [&](FeatureId id, int vertex) {
    const Feature& feature = composed.library().features[id];
    const std::string_view path = composed.library().text(feature.path);
    Constant value{feature.type.data(), {}};
    const std::size_t at = vertex == 1 ? 1 : 0;
    const Numbers& numbers = path == "mesh.a" ? a[at] : b[at];
    for (int i = 0; i < feature.type.data().component_count(); ++i) {
      value.bits.push_back(
          float_bits(path == "mesh.clip" ? 0.0F : numbers[static_cast<std::size_t>(i)]));
    }
    return value;
  };
  const auto outputs = evaluate_outputs(composed.library(), composed.plan->plan, primitive);
  REQUIRE(outputs);
  Numbers numbers;
  for (const std::uint32_t bits : outputs->back().bits) {
    numbers.push_back(float_of_bits(bits));
  }
  return numbers;
}

void check_near(const Numbers& found, const Numbers& expected) {
  REQUIRE(found.size() == expected.size());
  for (std::size_t i = 0; i < found.size(); ++i) {
    CHECK(std::fabs(found[i] - expected[i]) < 1e-4F);
  }
}

const std::array<Numbers, 2> axes = {Numbers{1, 0, 0}, Numbers{0, 1, 0}};

}  // namespace

TEST_CASE("K1: normalising does not commute with interpolation") {
  check_near(at_middle("a", "normalize(a)", axes), {0.7071F, 0.7071F, 0});
  check_near(at_middle("normalize(a)", "a", axes), {0.5F, 0.5F, 0});
}

TEST_CASE("K2: normalising before interpolation bends directions") {
  const std::string scaled = "float3(0.5, 1.0, 1.0) * a";
  check_near(at_middle(scaled, "normalize(a)", axes), {0.4472F, 0.8944F, 0});
  check_near(at_middle("normalize(" + scaled + ")", "normalize(a)", axes), {0.7071F, 0.7071F, 0});
}

TEST_CASE("K3: the perspective divide does not commute with interpolation") {
  const std::array<Numbers, 2> ends = {Numbers{0, 0, 1}, Numbers{2, 2, 2}};
  check_near(at_middle("a / a.z", "float3(a.x)", ends), {0.5F, 0.5F, 0.5F});
  check_near(at_middle("a", "float3(a.x / a.z)", ends), {0.6667F, 0.6667F, 0.6667F});
}

TEST_CASE("K4: decoding does not commute with interpolation") {
  const std::array<Numbers, 2> ends = {Numbers{0, 0, 0}, Numbers{1, 1, 1}};
  check_near(at_middle("a", "srgb_to_linear(a)", ends), {0.2140F, 0.2140F, 0.2140F});
  check_near(at_middle("srgb_to_linear(a)", "a", ends), {0.5F, 0.5F, 0.5F});
}

TEST_CASE("K5: a product is linear in each factor, not in both") {
  const std::array<Numbers, 2> u = {Numbers{0, 0, 0}, Numbers{1, 1, 1}};
  const std::array<Numbers, 2> v = {Numbers{1, 1, 1}, Numbers{0, 0, 0}};
  check_near(at_middle("a", "a * b", u, v), {0.25F, 0.25F, 0.25F});
  check_near(at_middle("a * b", "a", u, v), {0, 0, 0});
}

TEST_CASE("K6: what depends on the view and on the material is known per draw") {
  CHECK(join(Rate::View, Rate::Material) == Rate::Draw);
  const Composed composed = compose_text(
      "fragment both(k: float) -> float { return k * view.position.x; }\n"
      "profile here: base_mesh { fragment demand c: float as target 0; }\n"
      "material m { param k: float = 1.0; output c = both(k); }",
      "here");
  INFO(composed.errors());
  REQUIRE(composed.plan);
  CHECK(composed.rate_of("both") == Rate::Draw);
}

}  // namespace weft::testing::interpolation_facts_test
