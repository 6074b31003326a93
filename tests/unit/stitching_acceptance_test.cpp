// Acceptance cases T: inputs connected by meaning.

#include <algorithm>

#include "composer/typing/stitch_text.h"
#include "tests/support/catch.h"
#include "tests/support/composed.h"

namespace weft::testing::stitching_acceptance_test {

namespace {

using namespace weft;

const char* const preamble = R"(
trait kind { one, two }
feature first.axis: float3 {use: direction, basis: world, norm: unit, kind: one} at frame;
feature second.axis: float3 {use: direction, basis: world, norm: unit, kind: one} at frame;
profile values: base_mesh {
    provide first.axis, second.axis as uniform;
    fragment demand a: float3 as target 0;
}
fragment shade(n: float3 {use: normal, basis: world}, wear: float = 0.5) -> float3 { return n * wear; }
fragment aim(d: float3 {use: direction, basis: world, kind: one}) -> float3 { return d; }
fragment bent(amount: float = 0.1) -> float3 {use: normal, basis: world} { return float3(amount); }
fragment far_bent() -> float3 {use: normal, basis: view} { return float3(0.5); }
fragment wears(wear: float) -> float3 { return float3(wear); }
)";

Composed compose_bindings(const std::string& bindings) {
  return compose_text(std::string(preamble) + "material m { " + bindings + " }", "values");
}

std::string chosen(const Composed& composed, const std::string& consumer) {
  for (const StitchDecision& decision : composed.plan->plan.stitches) {
    if (stitch_consumer_text(composed.library(), decision) == consumer) {
      return stitch_source_text(composed.library(), decision.chosen);
    }
  }
  return {};
}

bool mentions(const std::string& text, const std::string& part) {
  return text.find(part) != std::string::npos;
}

}  // namespace

TEST_CASE("T1: an open normal takes the feature and converts it", "[acceptance]") {
  Composed composed = compose_bindings("output a = shade();");
  REQUIRE(composed.errors() == "");
  CHECK(chosen(composed, "shade.n") == "feature 'surface.normal'");
  CHECK(composed.has_call("normal_to_world"));
}

TEST_CASE("T2: an output listed earlier takes precedence over the feature", "[acceptance]") {
  Composed composed = compose_bindings("n = bent(); output a = shade();");
  REQUIRE(composed.errors() == "");
  CHECK(chosen(composed, "shade.n") == "binding 'n'");
  CHECK_FALSE(composed.has_call("normal_to_world"));
  // Equal difficulties prefer the nearest; lower difficulty precedes nearness; an explicit link
  // precedes everything.
  Composed nearest = compose_bindings("n = bent(); m = bent(0.2); output a = shade();");
  REQUIRE(nearest.errors() == "");
  CHECK(chosen(nearest, "shade.n") == "binding 'm'");
  Composed easier = compose_bindings("n = bent(); m = far_bent(); output a = shade();");
  REQUIRE(easier.errors() == "");
  CHECK(chosen(easier, "shade.n") == "binding 'n'");
  const Plan& plan = easier.plan->plan;
  REQUIRE(plan.stitches.size() == 1);
  REQUIRE(plan.stitches[0].refused.size() == 1);
  CHECK(refused_stitch_text(easier.library(), plan.types, plan.stitches[0],
                            plan.stitches[0].refused[0]) ==
        "binding 'm': difficulty 2.5 against 0");
  Composed linked = compose_bindings("n = bent(); output a = shade(surface.normal);");
  REQUIRE(linked.errors() == "");
  CHECK(linked.plan->plan.stitches.empty());
  CHECK(linked.has_call("normal_to_world"));
}

TEST_CASE("T3: two equally near features are an ambiguity that names both", "[acceptance]") {
  Composed composed = compose_bindings("output a = aim();");
  CHECK(
      mentions(composed.errors(), "several features fit the open input 'd' of 'aim' equally well"));
  CHECK(mentions(composed.errors(), "feature 'first.axis'"));
  CHECK(mentions(composed.errors(), "feature 'second.axis'"));
}

TEST_CASE("T4: later outputs and outputs that depend on the call are not used", "[acceptance]") {
  Composed after = compose_bindings("r = shade(); n = bent(); output a = r;");
  REQUIRE(after.errors() == "");
  CHECK(chosen(after, "shade.n") == "feature 'surface.normal'");
  REQUIRE(after.plan->plan.stitches.size() == 1);
  const Plan& plan = after.plan->plan;
  std::vector<std::string> refused;
  for (const RefusedStitch& candidate : plan.stitches[0].refused) {
    refused.push_back(
        refused_stitch_text(after.library(), plan.types, plan.stitches[0], candidate));
  }
  CHECK(std::find(refused.begin(), refused.end(),
                  "binding 'n': listed after, or depends on this call") != refused.end());
  Composed cycle = compose_bindings("n = bent(r.x); r = shade(); output a = r + n;");
  REQUIRE(cycle.errors() == "");
  CHECK(chosen(cycle, "shade.n") == "feature 'surface.normal'");
}

TEST_CASE("T5: without a match the default is used, else an error names the nearest miss",
          "[acceptance]") {
  const std::string heat = "trait heat { cold, warm }\n";
  Composed miss = compose_text(std::string(preamble) + heat +
                                   "fragment touch(n: float3 {use: normal, basis: world, heat: "
                                   "warm}) -> float3 { return n; }"
                                   "material m { n = bent(); output a = touch(); }",
                               "values");
  CHECK(mentions(miss.errors(),
                 "no earlier value and no feature fits the open input 'n' of 'touch'"));
  CHECK(mentions(miss.errors(), "the nearest: binding 'n' is float3 {use: normal, basis: world}"));
  Composed by_default = compose_text(std::string(preamble) + heat +
                                         "fragment touch(n: float3 {use: normal, basis: world, "
                                         "heat: warm} = float3(1.0)) -> float3 { return n; }"
                                         "material m { stitch { t = touch(); } output a = t; }",
                                     "values");
  REQUIRE(by_default.errors() == "");
  CHECK(chosen(by_default, "touch.n") == "the default");
}

TEST_CASE("T6: an open input without a use trait is never stitched", "[acceptance]") {
  Composed composed = compose_bindings("wear = 0.5; w = surface.uv.x; output a = wears();");
  CHECK(mentions(composed.errors(), "port 'wear' of 'wears' has neither a value nor a default"));
}

TEST_CASE("stitch blocks connect inputs with defaults too, also of graphs", "[stitch]") {
  Composed composed = compose_text(std::string(preamble) +
                                       "graph both(n: float3 {use: normal, basis: world} = "
                                       "surface.normal) -> float3 { output shade(n); }"
                                       "material m { n = bent(); stitch { inside = both(); } "
                                       "outside = both(); output a = inside + outside; }",
                                   "values");
  REQUIRE(composed.errors() == "");
  CHECK(chosen(composed, "both.n") == "binding 'n'");
  CHECK(composed.plan->plan.stitches.size() == 1);
  CHECK(composed.has_call("normal_to_world"));
}

}  // namespace weft::testing::stitching_acceptance_test
