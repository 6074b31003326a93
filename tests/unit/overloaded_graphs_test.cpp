// Graphs that share their name with other graphs and with leaves: overload resolution as among
// leaves, then expansion like any graph.

#include <string>
#include <vector>

#include "tests/support/catch.h"
#include "tests/support/composed.h"

namespace weft::testing::overloaded_graphs_test {

namespace {

using namespace weft;

// The leaves identify the chosen graph.
const std::string declarations = R"(
profile p: base_mesh { fragment demand shade: float as target 0; }
feature host.secret: float at frame;
fragment of_float(x: float) -> float { return sin(x) * 3.0; }
fragment of_float3(x: float3) -> float { return cos(x.x + x.y * x.z); }
fragment of_int(x: int) -> float { return sqrt(float(x)); }
fragment of_normal(n: float3) -> float { return exp(n.x) * n.y; }
fragment of_colour(c: float3) -> float { return exp2(c.x) * c.y; }

graph waved(x: float) -> float { output of_float(x); }
graph waved(x: float3) -> float { output of_float3(x) + waved(x.x * 2.0); }
graph waved(x: int) -> float { output of_int(x); }

graph level(n: float3 {use: normal}) -> float { output of_normal(n); }
fragment level(c: float3 {use: reflectance, encoding: linear}) -> float { return of_colour(c); }

graph lit(c: float3 {use: reflectance, encoding: srgb}) -> float { output of_colour(c); }
graph lit(c: float3 {use: reflectance, encoding: linear}) -> float { output of_normal(c); }

graph parts(x: float) -> (low: float, high: float) { output low = of_float(x); output high = x + host.secret; }
fragment parts(x: float3) -> (low: float, high: float) { low = x.x * x.y; high = x.z; }

graph widened(x: float, by: float = surface.uv.y) -> float3 { output float3(of_float(x), by, 0.0); }
graph widened(x: float3) -> float3 { output x; }

graph reach(x: float {unit: length}) -> float { output of_float(float(x)); }
graph reach(x: float {unit: metre}) -> float { output of_colour(float3(float(x))); }

fragment called(f: fn(x: float) -> float, at: float) -> float { return f(at) + f(at * 2.0); }
)";

Composed composed(const std::string& bindings) {
  return compose_text(declarations + "material m { " + bindings + " }", "p");
}

}  // namespace

TEST_CASE("overloaded graphs: the overload that fits the arguments is expanded", "[overloads]") {
  struct Row {
    const char* bindings;
    std::vector<const char*> called;
    std::vector<const char*> not_called;
  };
  const Row rows[] = {
      {"output shade = waved(surface.uv.x);", {"of_float"}, {"of_float3", "of_int"}},
      {"output shade = waved(surface.position * 2.0);", {"of_float3", "of_float"}, {"of_int"}},
      {"param n: int = 2; output shade = waved(n);", {"of_int"}, {"of_float", "of_float3"}},
      // A literal prefers the candidate without widening.
      {"output shade = waved(2) * surface.uv.x;", {}, {"of_float3"}},
      {"output shade = waved(2) + waved(surface.uv.x);", {"of_float"}, {"of_float3"}},
      // By meaning, graphs and leaves together.
      {"output shade = level(surface.normal);", {"of_normal"}, {"level"}},
      {"param c: float3 {use: reflectance, encoding: linear}; output shade = level(c);",
       {"level"},
       {"of_normal"}},
      // By the narrower value of a trait.
      {"param d: float {unit: metre}; output shade = reach(d);", {"of_colour"}, {"of_float"}},
      {"param d: float {unit: centimetre}; output shade = reach(d);", {"of_float"}, {"of_colour"}},
      // By difficulty.
      {"param c: float3 {use: reflectance, encoding: linear}; output shade = lit(c);",
       {"of_normal"},
       {"of_colour"}},
      {"param c: float3 {use: reflectance, encoding: srgb}; output shade = lit(c);",
       {"of_colour"},
       {"of_normal"}},
      // Results by name; outputs that only the others need are not expanded.
      {"q = parts(surface.uv.x); output shade = q.low;", {"of_float"}, {}},
      {"q = parts(surface.normal); output shade = q.low * q.high;", {"parts"}, {"of_float"}},
      // Members of the result, port names, defaults.
      {"output shade = widened(x: surface.uv.x).y;", {}, {"of_float3"}},
      {"output shade = widened(by: 2.0, x: surface.uv.x).x;", {"of_float"}, {}},
      // As a function, and inside a `with`.
      {"output shade = called(waved, surface.uv.x);", {"called", "of_float"}, {"of_float3"}},
      {"output shade = waved(surface.uv.x) with (surface.uv: surface.uv * 2.0);",
       {"of_float"},
       {"of_int"}},
  };
  for (const Row& row : rows) {
    INFO(row.bindings);
    const Composed found = composed(row.bindings);
    REQUIRE(found.errors() == "");
    for (const char* name : row.called) {
      INFO(name);
      CHECK(found.has_call(name));
    }
    for (const char* name : row.not_called) {
      INFO(name);
      CHECK_FALSE(found.has_call(name));
    }
  }
}

TEST_CASE("overloaded graphs: equal calls share an instance", "[overloads]") {
  const auto size = [](const std::string& bindings) {
    const Composed found = composed(bindings);
    REQUIRE(found.errors() == "");
    return found.plan->plan.evaluations.size();
  };
  const std::size_t one = size("x = surface.uv.x; output shade = waved(x) + 1.0;");
  CHECK(size("x = surface.uv.x; output shade = waved(x) + waved(x: x);") == one - 1);
}

TEST_CASE("overloaded graphs: ambiguous and failed resolution is explained", "[overloads]") {
  struct Row {
    const char* declarations;
    const char* bindings;
    std::vector<const char*> says;
  };
  const Row rows[] = {
      {"",
       "output shade = waved(surface.uv);",
       {"[no-overload]", "no 'waved' takes (float2 {use: texcoord})", "this one does not fit"}},
      {"", "output shade = level(surface.uv.x);", {"[no-overload]"}},
      {"graph same(x: float) -> float { output x; } graph same(y: float) -> float { output y; }",
       "output shade = same(surface.uv.x);",
       {"[duplicate-name]"}},
      {"graph either(x: float, y: int) -> float { output x; } graph either(x: int, y: float) -> "
       "float { output y; }",
       "output shade = either(1, 1);",
       {"[ambiguous-overload]", "this one fits"}},
      {"",
       "q = parts(surface.uv.x); output shade = q.middle;",
       {"[unknown-port]", "'parts' has no output 'middle'"}},
      {"", "q = parts(surface.uv.x); output shade = q.high;", {"[missing-feature]"}},
      // A cycle of overloads terminates for any arguments.
      {"graph turn(x: float) -> float { output turn(float2(x, 1.0)); } graph turn(x: float2) -> "
       "float { output turn(x.x * 2.0); }",
       "output shade = turn(surface.uv.x);",
       {"[recursion]", "graph 'turn' calls itself: turn → turn → turn"}},
      {"graph two(x: float) -> (a: float, b: float) { output a = x; output b = two(x * 2.0).b; } "
       "graph two(x: float3) -> float { output x.x; }",
       "output shade = two(surface.uv.x).b;",
       {"[recursion]"}},
  };
  for (const Row& row : rows) {
    INFO(row.declarations << "\n" << row.bindings);
    const Composed found =
        compose_text(declarations + row.declarations + "material m { " + row.bindings + " }", "p");
    for (const char* words : row.says) {
      CHECK_THAT(found.errors(), contains(words));
    }
  }
}

TEST_CASE("overloaded graphs: rejected candidates are listed by compatibility", "[overloads]") {
  const char* const text = R"(
fragment near_by(a: float, b: float) -> float { return a; }
fragment near_by(a: float2 {use: texcoord}, b: float) -> float { return a.x; }
fragment near_by(a: float3 {use: direction, encoding: linear}) -> float { return a.x; }
fragment near_by(a: float3 {use: normal, basis: ndc}) -> float { return a.x; }
fragment near_by(a: float3 {use: reflectance}) -> float { return a.x; }
material m { output shade = near_by(surface.normal); }
)";
  const std::string errors = compose_text(declarations + text, "p").errors();
  INFO(errors);
  const auto at = [&errors](const char* words) { return errors.find(words); };
  REQUIRE(at("no 'near_by' takes") != std::string::npos);
  // All traits of the value; no missing meaning; the missing meaning; another number of values.
  CHECK(at("{use: normal, basis: ndc}") < at("{use: reflectance}"));
  CHECK(at("{use: reflectance}") < at("{use: direction, encoding: linear}"));
  CHECK(at("{use: direction, encoding: linear}") < at("a: float, b: float"));
}

}  // namespace weft::testing::overloaded_graphs_test
