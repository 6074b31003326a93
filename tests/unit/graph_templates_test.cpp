// Graphs that are typed apart from their callers: what typing them in their place gives, where
// types and rates decide it, and when more has to be known.

#include <algorithm>
#include <string>
#include <vector>

#include "composer/compose.h"
#include "composer/typing/graph_template.h"
#include "composer/typing/shared_answers.h"
#include "tests/support/catch.h"
#include "tests/support/composed.h"
#include "tests/support/outcome.h"

namespace weft::testing::graph_templates_test {

namespace {

constexpr const char* shown_begin = "output color = float4(float3(";
constexpr const char* shown_end =
    "), 1.0) as {use: display_color, encoding: linear, primaries: rec709};";

/// `y` is not needed.
constexpr const char* damped =
    "graph damped(x: float, y: float, w: float = 0.0) -> float {\n"
    "  output mix(x, y * y, w) * 2.0; }\n";

/// The composer's templates, and how many of them calls may copy.
struct Templates {
  std::size_t all = 0;
  std::size_t usable = 0;
};
Templates templates_of(const Composer& composer) {
  Templates count;
  for (const auto& made : composer.shared_answers().graphs.answers()) {
    ++count.all;
    count.usable += made->is_usable ? 1 : 0;
  }
  return count;
}

struct Case {
  std::string what;
  std::string text;         ///< graphs, and what else the material needs
  std::string bindings;     ///< of the material
  std::string value;        ///< a float
  std::size_t usable = 1;   ///< templates
  std::size_t refused = 0;  ///< templates that calls may not copy
};

}  // namespace

TEST_CASE("graph templates: copies are what typing in place gives", "[composer]") {
  const std::string tilted =
      "graph tilted(n: float3 {use: normal, basis: world}, by: float = 0.5) -> float {\n"
      "  lit = dot(n, float3(0.0, 1.0, 0.0)); output lit * by + surface.uv.x; }\n";
  const std::vector<Case> cases = {
      {"a default and a feature", tilted, "", "tilted(surface.normal)"},
      {"arguments of equal types", tilted, "param a: float; param b: float;",
       "tilted(surface.normal, a) + tilted(surface.normal, b)"},
      {"numbers, which do not matter", tilted, "",
       "tilted(surface.normal, 0.0) + tilted(surface.normal, 1.0)"},
      {"other rates", tilted, "param a: float;",
       "tilted(surface.normal, a) + tilted(surface.normal, surface.uv.y)", 2},
      {"names of conversions inside",
       "graph turned(p: float3 {use: position}) -> float {\n"
       "  q: float3 {use: position, basis: world} = p; output q.y; }\n",
       "at = surface.position; unnamed = float3(1.0) * 2.0;",
       "turned(at) + turned(surface.position)"},
      {"a conversion that an argument undoes",
       "fragment height(at: float3 {use: position, basis: model}) -> float { return at.y; }\n"
       "graph seen(p: float3 {use: position, basis: world}) -> float { output height(p); }\n",
       "", "seen(surface.position)"},
      {"an index", "graph pick(v: float3, at: int) -> float { output v[at]; }\n",
       "v = surface.uv.xyx;", "pick(v, 0) + pick(v, 2)", 2},
      {"a condition", "graph either(c: bool, a: float) -> float { output c ? a : 1.0 - a; }\n", "",
       "either(true, surface.uv.x) + either(false, surface.uv.x)", 2},
      {"a choice of functions",
       "fragment once(x: float) -> float { return x; }\n"
       "fragment doubled(x: float) -> float { return x + x; }\n"
       "graph applied(f: fn(x: float) -> float, a: float) -> float { output f(a); }\n"
       "graph either(c: bool, a: float) -> float { output applied(c ? once : doubled, a); }\n",
       "", "either(true, surface.uv.x) + either(false, surface.uv.x)", 2},
      {"an injection inside",
       "graph flat(n: float3 {use: normal}) -> float {\n"
       "  w: float3 {use: normal, basis: world} = n; output w.y; }\n"
       "graph turned(n: float3 {use: normal, basis: model}, m: float4x4) -> float {\n"
       "  output flat(n) with (object.to_world: m); }\n",
       "param m: float4x4;", "turned(surface.normal, m)"},
      {"an argument that is converted under an injection",
       "graph turned(n: float3 {use: normal, basis: world}, m: float4x4) -> float {\n"
       "  output n.y with (object.to_world: m); }\n",
       "param m: float4x4;", "turned(surface.normal, m)"},
      {"a call inside of a function",
       "graph wave(x: float, f: float) -> float {\n"
       "  steps = loop 2 with (sum: float = 0.0) { sum = sum + x * f; };\n"
       "  output steps.sum; }\n"
       "fragment twice(f: fn(x: float) -> float) -> float { return f(0.25) + f(0.5); }\n",
       "", "twice((x) => wave(x, surface.uv.x))", 0},
      {"named results",
       "graph parts(x: float) -> (low: float, high: float) {\n"
       "  output low = x * 0.5; output high = x + 1.0; }\n",
       "whole = parts(surface.uv.x);", "whole.low + whole.high + parts(surface.uv.y).high", 2},
      {"both stages",
       "graph bent(p: float3 {use: position, basis: model}) -> float3 {use: position, basis: "
       "model} "
       "{\n  output p * 0.5; }\n",
       "output position = bent(surface.position);", "bent(surface.position).x", 2},
      {"an argument that nobody reads", "graph kept(a: float, b: float) -> float { output a; }\n",
       "", "kept(surface.uv.x, surface.uv.y)"},
      {"a frame that is scaled by a graph",
       "graph tiled(uv: float2 {use: texcoord}) -> float2 {use: texcoord} { output uv * 2.0; }\n",
       "", "surface.uv.x with (surface.uv: tiled(surface.uv))"},
      {"a graph that is stitched",
       "fragment shine(at: float2 {use: texcoord}) -> float { return at.x; }\n"
       "graph shown(x: float) -> float { at = surface.uv; stitch { lit = shine(); } output lit * "
       "x; "
       "}\n",
       "", "shown(surface.uv.y)", 0, 1},
      {"what folds", damped, "", "damped(surface.uv.x, surface.uv.y)"},
      {"a cheap choice for uniform values",
       "graph lobe(w: float, x: float) -> float {\n"
       "  output (if_uniform(w == 0.0, false) ? 0.0 : w * x) + x; }\n",
       "param weight: float;", "lobe(weight, surface.uv.x)"},
      {"a loop over a number that is known where the graph is called",
       "graph summed(f: float) -> float {\n"
       "  steps = loop 3 with (sum: float = 0.0) { sum = sum + f; };\n"
       "  output steps.sum * 2.0; }\n",
       "", "summed(0.25) + surface.uv.x"},
      {"a rate that folding lowers",
       "graph plain(x: float, w: float = 0.0) -> float { output mix(0.5, x, w) * 2.0; }\n", "",
       "plain(surface.uv.x) + surface.uv.y", 0, 1},
  };
  for (const Case& one : cases) {
    const Composed composed = compose_text(one.text + "material m { " + one.bindings + shown_begin +
                                           one.value + shown_end + " }");
    INFO(one.what);
    REQUIRE(composed.errors() == "");
    const Composer apart(composed.library());
    const MaterialId material = *composed.library().find_material("m");
    const ProfileId profile = *composed.library().find_profile("forward");
    const std::string expected = outcome(apart, material, profile, false);
    CHECK(templates_of(apart).all == 0);
    CHECK(outcome(apart, material, profile) == expected);
    CHECK(templates_of(apart).usable == one.usable);
    CHECK(templates_of(apart).all == one.usable + one.refused);
    CHECK(outcome(apart, material, profile) == expected);
    CHECK(templates_of(apart).all == one.usable + one.refused);
  }
}

TEST_CASE("graph templates: graphs are folded before they are copied", "[composer]") {
  const Composed composed = compose_text(std::string(damped) + "material m { " + shown_begin +
                                         "damped(surface.uv.x, surface.uv.y)" + shown_end + " }");
  REQUIRE(composed.errors() == "");
  const Composer apart(composed.library());
  ComposeRequest request{
      *composed.library().find_material("m"), *composed.library().find_profile("forward"), {}};
  request.folds = false;
  CHECK(compose(apart, request));
  CHECK(templates_of(apart).all == 0);
  request.folds = true;
  CHECK(compose(apart, request));
  const auto made = apart.shared_answers().graphs.answers();
  REQUIRE(made.size() == 1);
  // The port, 2.0 and the product.
  CHECK(made.front()->evaluations.size() == 3);
}

TEST_CASE("graph templates: errors and warnings are those of calls in their place", "[composer]") {
  const std::vector<Case> cases = {
      {"an error inside", "graph wrong(x: float) -> float { output x + surface.nothing; }\n", "",
       "wrong(surface.uv.x)"},
      {"an argument that does not fit",
       "graph world(p: float3 {use: position, basis: world}) -> float { output p.x; }\n", "",
       "world(surface.normal)"},
      {"an error in an argument that nobody reads",
       "graph kept(a: float, b: float3 {use: position}) -> float { output a; }\n", "",
       "kept(surface.uv.x, surface.normal)"},
      {"a graph that calls itself", "graph round(x: float) -> float { output round(x * 0.5); }\n",
       "", "round(surface.uv.x)"},
      {"a number out of range",
       "fragment faded(x: float [min: 0, max: 1]) -> float { return x; }\n"
       "graph shown(y: float) -> float { output faded(y) + faded(2.5); }\n",
       "", "shown(3.5)"},
      {"an argument out of range",
       "graph faded(x: float [min: 0, max: 1]) -> float { output x; }\n", "", "faded(2.5)"},
  };
  for (const Case& one : cases) {
    INFO(one.what);
    const Composed composed = compose_text(one.text + "material m { " + one.bindings + shown_begin +
                                           one.value + shown_end + " }");
    const auto material = composed.library().find_material("m");
    if (!material) {
      continue;
    }
    const ProfileId profile = *composed.library().find_profile("forward");
    const Composer apart(composed.library());
    const std::string expected = outcome(apart, *material, profile, false);
    CHECK(expected != "");
    CHECK(outcome(apart, *material, profile) == expected);
    CHECK(outcome(apart, *material, profile) == expected);
  }
}

}  // namespace weft::testing::graph_templates_test
