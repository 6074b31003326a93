// Acceptance cases W about fragments with several results.

#include <string>

#include "tests/support/catch.h"
#include "tests/support/composed.h"

namespace weft::testing::several_results_acceptance_test {

namespace {

using namespace weft;

std::string errors_of(const std::string& results, const std::string& bindings) {
  return compose_text(
             "fragment split(x: float) -> (whole: float, rest: float) { whole = floor(x); rest = x "
             "- whole; }\n"
             "graph both(x: float) -> (low: float, high: float) { output low = x; output high = x "
             "+ 1.0; }\n"
             "graph taken(f: fn(x: float) -> float) -> float { output f(0.5); }\n"
             "graph outer(x: float) -> float { output split(x); }\n"
             "fragment pair(x: float) -> (" +
                 results +
                 ") { n = float3(x); m = float3(x); }\n"
                 "graph pair_graph(x: float) -> (" +
                 results +
                 ") { output n = pair(x).n; output m = pair(x).m; }\n"
                 "graph facing(n: float3 {use: normal, basis: world}) -> float { output n.x; }\n"
                 "material m { " +
                 bindings + " output albedo = float3(v) as {use: reflectance, encoding: linear}; }",
             "unlit")
      .errors();
}

const std::string normals =
    "n: float3 {use: normal, basis: world}, m: float3 {use: normal, basis: world}";
const std::string swapped =
    "m: float3 {use: normal, basis: world}, n: float3 {use: normal, basis: world}";

}  // namespace

TEST_CASE("W7: several results where one value is expected are an error", "[acceptance]") {
  const auto has = [](const std::string& text, const std::string& part) {
    INFO(text);
    return text.find(part) != std::string::npos;
  };
  for (const std::string binding :
       {"v = split(surface.uv.x);", "v = split(surface.uv.x) + 1.0;", "v = outer(surface.uv.x);",
        "v = taken((x) => split(x));", "v = taken(split);",
        "l = loop 2 with (s: float = 0.0) { s = split(s); }; v = l.s;"}) {
    INFO(binding);
    CHECK(has(errors_of(normals, binding), "expected one value, found 2: whole, rest"));
  }
  CHECK(
      has(errors_of(normals, "v = both(surface.uv.x);"), "expected one value, found 2: low, high"));
  CHECK(has(errors_of(normals, "v = max(both(surface.uv.x), 0.5);"),
            "expected one value, found 2: low, high"));
  CHECK(has(errors_of(normals, "v = loop 2 with (s: float = 0.0, t: float = 1.0) { s = t; };"),
            "expected one value, found 2: s, t"));
  CHECK(errors_of(normals, "v = split(surface.uv.x).rest + both(0.5).high;") == "");
}

TEST_CASE("W8: neither of two equally good results is chosen", "[acceptance]") {
  const std::string tie = "several results of 'p' fit the open input 'n' of 'facing' equally well";
  for (const std::string& results : {normals, swapped}) {
    for (const std::string call : {"pair", "pair_graph"}) {
      const std::string errors =
          errors_of(results, "p = " + call + "(surface.uv.x); v = facing();");
      INFO(errors);
      CHECK(errors.find(tie) != std::string::npos);
    }
    CHECK(errors_of(results, "p = pair(surface.uv.x); v = facing(n: p.m);") == "");
  }
  // One of them fits: it is used, whichever is declared first.
  CHECK(errors_of("n: float3, m: float3 {use: normal, basis: world}",
                  "p = pair_graph(surface.uv.x); v = facing();") == "");
}

}  // namespace weft::testing::several_results_acceptance_test
