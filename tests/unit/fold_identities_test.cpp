// Sums with the constant 0 are no steps of a plan, unless they stand where folding could change more than a value.

#include <algorithm>

#include "tests/support/catch.h"
#include "tests/support/composed.h"

namespace {

using namespace weft;
using namespace weft::testing;
using Names = std::vector<std::string>;

/// A material with a linear parameter p, a scalar s, and fragments that are sums or look like sums.
Composed with_albedo(const std::string& expression) {
  return compose_text(R"(
    fragment sum_of(a: float3, b: float3) -> float3 { return b + a; }
    fragment sum_of_three(a: float3, b: float3) -> float3 { return a + b + b; }
    fragment one_twice(a: float3, b: float3) -> float3 { return a + a; }
    fragment difference(a: float3, b: float3) -> float3 { return a - b; }
    fragment at_half(value: fn(x: float3) -> float3) -> float3 { return value(float3(0.5)); }
    material m {
        param p: float3 {encoding: linear} = float3(1);
        param s: float = 1;
        output albedo = )" + expression + " as {use: reflectance, encoding: linear}; }",
                      "unlit");
}

}  // namespace

TEST_CASE("a sum with nothing is the other operand", "[compose]") {
  struct Case {
    std::string expression;
    Names calls;  ///< before what encodes
  };
  const Case cases[] = {
      {"p", {}},
      {"p + float3(0)", {}},
      {"float3(0) + p", {}},
      {"p + float3(-0.0)", {"add"}},
      {"p + float3(0, 0, 1)", {"add"}},
      {"p - float3(0)", {"subtract"}},
      {"(p + float3(0)) * s", {"multiply"}},
      {"(p + float3(0)) * s + float3(0)", {"multiply"}},
      {"float3(0) + s", {}},  // s, as wide as the zero
      {"sum_of(p, float3(0))", {}},
      {"sum_of_three(p, float3(0))", {"sum_of_three"}},
      {"one_twice(p, float3(0))", {"one_twice"}},
      {"one_twice(float3(0), p)", {"one_twice"}},
      {"difference(p, float3(0))", {"difference"}},
  };
  for (const Case& c : cases) {
    INFO(c.expression);
    const Composed composed = with_albedo(c.expression);
    REQUIRE(composed.errors() == "");
    Names expected = c.calls;
    expected.insert(expected.end(), {"encode_srgb", "opaque"});
    CHECK(composed.calls(Stage::Fragment) == expected);
  }
}

TEST_CASE("sums inside functions and loops stay, and so does what they take from outside", "[compose]") {
  for (const std::string expression :
       {"at_half((x) => x + float3(0))", "at_half((x) => x * (p + float3(0)))",
        "(loop 3 with (v: float3 = p) { v = v + float3(0); }).v"}) {
    INFO(expression);
    const Composed composed = with_albedo(expression);
    REQUIRE(composed.errors() == "");
    CHECK(composed.has_call("add"));
  }
}

TEST_CASE("materials that move nothing have the positions of a profile that knows no offset", "[compose]") {
  const Composed still = compose_text("material m { output albedo = #808080; }", "unlit");
  const Composed moved = compose_text(
      "material m { output albedo = #808080; output position_offset = surface.normal as {use: direction}; }", "unlit");
  REQUIRE(still.errors() == "");
  REQUIRE(moved.errors() == "");
  CHECK_FALSE(still.has_call("add"));
  CHECK(moved.has_call("add"));
  const auto clip = [](const Composed& composed) {
    Names calls = composed.calls(Stage::Vertex);
    calls.erase(std::remove(calls.begin(), calls.end(), "add"), calls.end());
    return calls;
  };
  CHECK(clip(still) == clip(moved));
}
