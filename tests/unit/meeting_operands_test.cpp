// Where values of two bases, depths or scales of the author's meet in an operation, one of them is
// converted, whatever the other operands state.

#include <algorithm>
#include <string>
#include <vector>

#include "composer/verification/verify_plan.h"
#include "tests/support/catch.h"
#include "tests/support/composed.h"
#include "tests/support/left_out_conversion.h"

namespace weft::testing::meeting_operands_test {
namespace {

const char* const preamble = R"(import "core";
trait heat distinct { celsius, kelvin }
trait gauge { bar, atmosphere }
conversion to_kelvin(t: float {heat: celsius}) -> {heat: kelvin} difficulty 1 { return t + 273.15; }
conversion to_celsius(t: float {heat: kelvin}) -> {heat: celsius} difficulty 1 inverse to_kelvin { return t - 273.15; }
conversion to_kelvins(t: float3 {heat: celsius}) -> {heat: kelvin} difficulty 1 { return t + 273.15; }
conversion to_celsiuses(t: float3 {heat: kelvin}) -> {heat: celsius} difficulty 1 inverse to_kelvins { return t - 273.15; }
conversion to_bar(p: float {gauge: atmosphere}) -> {gauge: bar} difficulty 1 { return p * 1.01325; }
profile values as functions { provide material, view, object as uniform; fragment demand a: float; }
fragment held(test: bool) -> float { return test ? 1.0 : 0.0; }
)";

const char* const parameters = R"(
    param c: float {heat: celsius} = 20.0;
    param k: float {heat: kelvin} = 280.0;
    param c3: float3 {heat: celsius} = float3(20.0);
    param k3: float3 {heat: kelvin} = float3(280.0);
    param b: float {gauge: bar} = 1.0;
    param at: float {gauge: atmosphere} = 1.0;
    param device: float {use: depth, depth_scale: device} = 0.25;
    param reversed: float {use: depth, depth_scale: reversed} = 0.25;
    param world: float3 {use: normal, basis: world} = float3(0.0, 0.0, 1.0);
    param seen: float3 {use: normal, basis: view} = float3(0.0, 0.0, 1.0);
    param x: float = 0.5;
    param x3: float3 = float3(0.5);
)";

struct Case {
  std::string conversion;  ///< that has to be there
  std::string expression;
};

const std::vector<Case> cases = {
    {"to_celsius", "held(c < k)"},
    {"to_celsius", "held(c <= k)"},
    {"to_celsius", "held(c > k)"},
    {"to_celsius", "held(c >= k)"},
    {"to_celsius", "held(c == k)"},
    {"to_celsiuses", "dot(c3, k3)"},
    {"to_celsius", "fma(c, x, k)"},
    {"to_bar", "held(b < at)"},
    {"to_bar", "clamp(b, x, at)"},
    {"to_bar", "fma(b, x, at)"},
    {"to_bar", "smoothstep(x, b, at)"},
    {"unreverse_depth", "held(device < reversed)"},
    {"unreverse_depth", "clamp(device, x, reversed)"},
    {"normal_to_view", "fma(world, x3, seen).x"},
    {"normal_to_view", "clamp(world, x3, seen).y"},
};

bool calls(const Composed& composed, const std::string& name) {
  const Plan& plan = composed.plan->plan;
  return std::any_of(
      plan.evaluations.begin(), plan.evaluations.end(), [&](const Evaluation& evaluation) {
        const auto* leaf = std::get_if<LeafEvaluation>(&evaluation.kind);
        return leaf != nullptr &&
               composed.library().text(composed.library().fragments[leaf->fragment].name) == name;
      });
}

Composed compose(const std::string& expression) {
  return compose_text(
      std::string(preamble) + "material m {" + parameters + "    output a = " + expression + ";\n}",
      "values");
}

TEST_CASE("meeting operands: values that disagree are brought to one") {
  for (const Case& one : cases) {
    CAPTURE(one.expression);
    const Composed composed = compose(one.expression);
    CAPTURE(composed.errors());
    REQUIRE(composed.plan);
    CHECK(calls(composed, one.conversion));
    const Library& library = composed.library();
    CHECK(verify_plan(library, composed.plan->plan, *composed.plan).empty());
    PlacedPlan damaged = *composed.plan;
    CHECK(leave_out(library, damaged.plan, one.conversion) > 0);
    CHECK_FALSE(verify_plan(library, damaged.plan, damaged).empty());
  }
}

TEST_CASE("meeting operands: factors and what states nothing stay as they are") {
  for (const std::string expression : {"fma(world, x3, world).x", "clamp(b, x, 2.0)", "held(c < x)",
                                       "dot(world, x3)", "dot(c3, x3)", "held(device < 0.5)"}) {
    CAPTURE(expression);
    const Composed composed = compose(expression);
    CAPTURE(composed.errors());
    REQUIRE(composed.plan);
    for (const Case& one : cases) {
      CHECK_FALSE(calls(composed, one.conversion));
    }
  }
}

TEST_CASE("meeting operands: numbers of different sizes have no dot product") {
  CHECK_FALSE(compose("dot(c3, k)").plan);
  CHECK_FALSE(compose("held(c3 < k3)").plan);
}

TEST_CASE("a unit vector has no unit of length") {
  const Composed composed = compose_text(std::string(preamble) + R"(material m {
    param way: float3 {use: direction, basis: world, unit: metre} = float3(3.0, 0.0, 0.0);
    param by: float {unit: centimetre} = 50.0;
    stepped = way + normalize(way) * by;
    output a = length(stepped);
})",
                                         "values");
  CAPTURE(composed.errors());
  REQUIRE(composed.plan);
  CHECK(calls(composed, "centimetre_to_metre_vector"));
}

}  // namespace
}  // namespace weft::testing::meeting_operands_test
