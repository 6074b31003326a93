// Acceptance cases N and X: functions as arguments of fragments, and the features injected into
// them.

#include <algorithm>
#include <set>

#include <fmt/format.h>

#include "composer/evaluations/build_plan.h"
#include "composer/evaluations/plan_functions.h"
#include "tests/support/catch.h"
#include "tests/support/composed.h"

namespace weft::testing::functions_acceptance_test {

namespace {

using namespace weft;
using Names = std::set<std::string>;

const char* const preamble = R"(import "lights"; import "bsdf";
feature ray.footprint: float at fragment;
feature step.index: float at fragment;
profile values: base_mesh {
    provide ray.footprint, step.index as builtin;
    fragment demand a: float as target 0 = 0.0;
    fragment demand b: float as target 1 = 0.0;
    fragment demand c: float3 as target 2 = float3(0.0);
}
graph wider(value: eval(ray.footprint) -> float) -> float { output value with (ray.footprint: ray.footprint * 2.0); }
fragment costly(x: float) -> float { return sin(x) + cos(x); }
fragment each_step(value: eval(step.index) -> float, count: constant int = 4) -> float {
    float sum = 0.0;
    for (int i = 0; i < count; ++i) sum += value with (step.index: float(i));
    return sum;
}
)";

Composed compose_values(const std::string& text) { return compose_text(preamble + text, "values"); }
Composed compose_bindings(const std::string& bindings) {
  return compose_values("material m { " + bindings + " }");
}

Names needs_of(const Composed& composed, const std::string& output) {
  const Library& library = composed.library();
  const Plan& plan = composed.plan->plan;
  Names names;
  for (const DemandedOutput& demanded : plan.outputs) {
    if (library.text(library.profiles[plan.profile].demands[demanded.demand].name) == output) {
      for (FeatureId feature : plan.needs[demanded.value.index()].ids()) {
        names.emplace(library.text(library.features[feature].path));
      }
    }
  }
  return names;
}

std::size_t count_calls(const Composed& composed, const std::string& fragment) {
  const std::vector<std::string> calls = composed.calls(Stage::Fragment);
  return static_cast<std::size_t>(std::count(calls.begin(), calls.end(), fragment));
}

/// The number of calls of a fragment inside functions, and outside.
std::pair<std::size_t, std::size_t> calls_inside_and_outside(const Composed& composed,
                                                             const std::string& fragment) {
  const Plan& plan = composed.plan->plan;
  std::pair<std::size_t, std::size_t> counts;
  for (std::size_t i = 0; i < plan.evaluations.size(); ++i) {
    const auto* leaf = std::get_if<LeafEvaluation>(&plan.evaluations[EvaluationId(i)].kind);
    if (leaf &&
        composed.library().text(composed.library().fragments[leaf->fragment].name) == fragment) {
      ++(plan.functions.is_in_function(EvaluationId(i)) ? counts.first : counts.second);
    }
  }
  return counts;
}

/// The names of the values that depend on a feature.
Names changed_by(const Composed& composed, const std::string& feature) {
  Names names;
  for (EvaluationId id :
       invalidated_by(composed.plan->plan, *composed.library().find_feature(feature))) {
    names.insert(composed.plan->plan.evaluations[id].origin.name);
  }
  names.erase("");
  return names;
}

using Counts = std::pair<std::size_t, std::size_t>;

}  // namespace

TEST_CASE("X1: injections of unused features are dropped", "[acceptance]") {
  Composed composed = compose_bindings("output a = wider(wider(frame.time));");
  REQUIRE(composed.errors() == "");
  CHECK(needs_of(composed, "a") == Names{"frame.time"});
  CHECK(count_calls(composed, "multiply") == 0);
}

TEST_CASE("X2: injections of features read below are live", "[acceptance]") {
  Composed composed = compose_bindings("output a = wider(wider(ray.footprint));");
  REQUIRE(composed.errors() == "");
  CHECK(needs_of(composed, "a") == Names{"ray.footprint"});
  CHECK(count_calls(composed, "multiply") == 2);
}

TEST_CASE("X3: nothing is needed above an injection", "[acceptance]") {
  Composed composed = compose_bindings("output a = step.index with (step.index: 3.0);");
  REQUIRE(composed.errors() == "");
  CHECK(needs_of(composed, "a").empty());
}

TEST_CASE("X4: a node that extracts the feature it injects needs it from above", "[acceptance]") {
  Composed composed = compose_values(R"(
    fragment more(value: eval(step.index) -> float) -> float { return step.index + value with (step.index: 1.0); }
    material m { output a = more(step.index * 2.0); output b = each_step(step.index * 2.0); })");
  REQUIRE(composed.errors() == "");
  CHECK(needs_of(composed, "a") == Names{"step.index"});
  CHECK(needs_of(composed, "b").empty());
}

TEST_CASE("X5: merging branches are keyed by their own needs", "[acceptance]") {
  Composed composed =
      compose_bindings("output a = costly(ray.footprint); output b = costly(frame.time);");
  REQUIRE(composed.errors() == "");
  CHECK(needs_of(composed, "a") == Names{"ray.footprint"});
  CHECK(needs_of(composed, "b") == Names{"frame.time"});
}

TEST_CASE("X6: a branch is keyed only by the features it needs", "[acceptance]") {
  Composed composed = compose_bindings(
      "both = costly(ray.footprint + frame.time); output a = wider(both + costly(frame.time)) + "
      "both;");
  REQUIRE(composed.errors() == "");
  CHECK(needs_of(composed, "a") == Names{"ray.footprint", "frame.time"});
  CHECK(count_calls(composed, "costly") == 3);  // `both` twice; the value of the time alone once
}

TEST_CASE("X8: an unread injected value is not computed", "[acceptance]") {
  Composed composed = compose_bindings(
      "output a = costly(step.index) with (step.index: 2.0, frame.time: costly(ray.footprint));");
  REQUIRE(composed.errors() == "");
  CHECK(needs_of(composed, "a").empty());
  CHECK(count_calls(composed, "costly") == 0);  // the other one is constant, and folded
}

TEST_CASE("X9: contexts that differ only in unused features are shared", "[acceptance]") {
  Composed composed = compose_bindings(
      "shared = costly(frame.time); output a = shared with (step.index: 1.0); output b = shared "
      "with (step.index: 2.0);");
  REQUIRE(composed.errors() == "");
  CHECK(count_calls(composed, "costly") == 1);
}

TEST_CASE("X10: light-independent work is hoisted out of the loop over lights", "[acceptance]") {
  Composed composed = compose_bindings(
      "base = float3(costly(frame.time)) as {use: reflectance, encoding: linear};"
      "output c = sum_lights(lambert(base: base));");
  REQUIRE(composed.errors() == "");
  CHECK(calls_inside_and_outside(composed, "costly") == Counts{0, 1});
  CHECK(calls_inside_and_outside(composed, "lambert") == Counts{1, 0});
}

TEST_CASE("X11: a chain of diamonds is visited once per diamond", "[acceptance]") {
  std::string text = "graph rung(x: float) -> float { output wider(x + x * ray.footprint); }\n";
  text += "material m { x0 = costly(ray.footprint);";
  for (int i = 0; i < 20; ++i) {
    text += fmt::format("x{} = wider(x{}) + wider(x{} + 1.0);", i + 1, i, i);
  }
  // Every rung doubles the footprint below it: 21 contexts, and one evaluation of each rung per
  // context that reaches it.
  Composed composed = compose_values(text + "output a = x20; }");
  REQUIRE(composed.errors() == "");
  CHECK(composed.plan->plan.evaluations.size() < 200);
}

TEST_CASE("N1: three lights share one function, and the normal is converted before the loop",
          "[acceptance]") {
  Composed composed = compose_bindings(
      "base = float3(0.5) as {use: reflectance, encoding: linear};"
      "output c = sum_lights(metallic_roughness(base: base)) + sum_lights(metallic_roughness(base: "
      "base)) * 0.5;");
  REQUIRE(composed.errors() == "");
  CHECK(composed.plan->plan.functions.functions.size() == 1);
  CHECK(calls_inside_and_outside(composed, "normal_to_world") == Counts{0, 1});
  CHECK(calls_inside_and_outside(composed, "metallic_roughness") == Counts{1, 0});
}

TEST_CASE("N2: nested calls of one fragment at two call sites", "[acceptance]") {
  Composed composed = compose_bindings(
      "output a = each_step(each_step(costly(step.index + surface.uv.x)) * step.index);");
  REQUIRE(composed.errors() == "");
  // The inner one does not depend on the outer: it is computed once, before.
  CHECK(calls_inside_and_outside(composed, "each_step") == Counts{0, 2});
  Composed nested = compose_values(R"(
    fragment each_time(value: eval(frame.time) -> float) -> float { return value with (frame.time: 1.0) + value with (frame.time: 2.0); }
    material m { output a = each_step(each_time(costly(step.index + frame.time + surface.uv.x))); })");
  REQUIRE(nested.errors() == "");
  CHECK(calls_inside_and_outside(nested, "each_time") == Counts{1, 0});
  CHECK(nested.plan->plan.functions.functions.size() == 2);
}

TEST_CASE("N3: a recursive distance function is rejected with its cycle", "[acceptance]") {
  const std::string march =
      "fragment march(distance: fn(p: float) -> float) -> float { return distance(1.0); }\n";
  Composed direct = compose_values(
      march +
      "graph f(p: float) -> float { output march(f); } material m { output a = march(f); }");
  CHECK(direct.errors().find("'f' calls itself: f → f") != std::string::npos);
  Composed around = compose_values(
      march +
      "graph f(p: float) -> float { output march((q) => g(q) * 2.0); }\n"
      "graph g(p: float) -> float { output march(f); } material m { output a = march(g); }");
  CHECK(around.errors().find("calls itself: f → g → f") != std::string::npos);
}

TEST_CASE("N4: parts of a blurred graph that do not depend on the tap are hoisted out of the loop",
          "[acceptance]") {
  Composed composed =
      compose_bindings("output a = each_step(costly(step.index) + costly(ray.footprint));");
  REQUIRE(composed.errors() == "");
  CHECK(calls_inside_and_outside(composed, "costly") == Counts{1, 1});
}

TEST_CASE("N5: a captured per-draw color stays at draw rate", "[acceptance]") {
  Composed composed =
      compose_bindings("param k: float = 1.0; output a = each_step(step.index * costly(k));");
  REQUIRE(composed.errors() == "");
  CHECK(calls_inside_and_outside(composed, "costly") == Counts{0, 1});
  CHECK(composed.rate_of("costly") == Rate::Material);
}

TEST_CASE("N6: an identity function port may be left open", "[acceptance]") {
  const std::string keep =
      "fragment keep(f: fn(x: float) -> float, x: float) -> float { return f(x) * 2.0; }\n";
  CHECK(compose_values(keep + "material m { output a = keep(x: 2.0); }").errors() == "");
  const std::string other =
      "fragment odd(f: fn(x: float3) -> float, x: float) -> float { return f(float3(x)); }\n";
  CHECK(compose_values(other + "material m { output a = odd(x: 2.0); }")
            .errors()
            .find("port 'f' of 'odd' has neither") != std::string::npos);
}

TEST_CASE("N7: a loop-invariant conversion at a function boundary runs once", "[acceptance]") {
  Composed composed = compose_values(R"(
    fragment shade(response: eval(step.index) -> float3 {use: normal, basis: world}) -> float3 {
        float3 sum = float3(0.0);
        for (int i = 0; i < 3; ++i) sum += response with (step.index: float(i));
        return sum;
    }
    material m {
        n = surface.normal;
        v = n as {basis: view};
        output c = shade(v);
    })");
  REQUIRE(composed.errors() == "");
  CHECK(calls_inside_and_outside(composed, "normal_view_to_world") == Counts{0, 1});
}

TEST_CASE("N8: implicit-LOD sampling in a non-uniform loop is rejected", "[acceptance]") {
  const std::string uneven =
      "fragment uneven(value: eval(step.index) -> float, x: float) -> float "
      "{ float sum = 0.0; for (float i = 0.0; i < x; i += 1.0) sum += value with (step.index: i); "
      "return sum; }\n";
  const std::string map = "param map: texture2d;";
  Composed refused = compose_values(
      uneven + "material m {" + map +
      "output a = uneven(sample(map, surface.uv * step.index).x, surface.uv.x * 9.0); }");
  CHECK(refused.errors().find("'sample' takes a derivative, but ") != std::string::npos);
  CHECK(refused.errors().find("sample_lod") != std::string::npos);
  // Hoisted out of the loop, or with a uniform number of steps, it is valid.
  CHECK(compose_values(uneven + "material m {" + map +
                       "output a = uneven(sample(map).x * step.index, surface.uv.x * 9.0); }")
            .errors() == "");
  CHECK(compose_values(uneven + "material m {" + map +
                       "output a = uneven(sample(map, surface.uv * step.index).x, frame.time); }")
            .errors() == "");
}

TEST_CASE("X7: an unavailable feature is reported with the shortest path to its reader",
          "[acceptance]") {
  Composed composed = compose_values(R"(
    graph shade(base: float3 {use: reflectance, encoding: linear}) -> float3 { output lambert(base); }
    material m { long_way = shade(#808080) * 2.0; a = lambert(#808080).x; output a = a + (long_way * 2.0).x; })");
  INFO(composed.errors());
  CHECK(composed.errors().find("'light.direction' is needed") != std::string::npos);
  CHECK(composed.errors().find("the shortest way to it: output 'a' → lambert") !=
        std::string::npos);
  CHECK(composed.errors().find("inside sum_lights(…), which injects 'light.direction'") !=
        std::string::npos);
}

TEST_CASE("a change of a feature invalidates exactly its dependents", "[context]") {
  Composed composed = compose_bindings(
      "still = costly(1.0); wave = costly(frame.time); both = wave + still; hidden = both with "
      "(frame.time: 2.0);"
      "output a = both; output b = hidden;");
  REQUIRE(composed.errors() == "");
  CHECK(changed_by(composed, "frame.time") == Names{"both", "time", "wave"});
  CHECK(changed_by(composed, "ray.footprint").empty());
}

TEST_CASE("a forwarded eval port is evaluated under its declared features", "[functions]") {
  Composed composed = compose_values(R"(
    graph once(value: eval(ray.footprint) -> float) -> float { output each_step(value); }
    material m { output a = once(costly(step.index)); output b = each_step(costly(step.index)); })");
  REQUIRE(composed.errors() == "");
  CHECK(needs_of(composed, "a") ==
        Names{"step.index"});  // the injections of each_step do not reach the argument of `once`
  CHECK(needs_of(composed, "b").empty());
}

}  // namespace weft::testing::functions_acceptance_test
