// Operations without effect, and operands weighted by zero, are removed from plans (decision 0023).

#include <algorithm>

#include "tests/support/catch.h"
#include "tests/support/composed.h"

namespace weft::testing::simplify_test {

namespace {

using namespace weft;
using Names = std::vector<std::string>;

/// A material with a linear parameter p, another q, a scalar s, a matrix m, and fragments with
/// various bodies.
Composed with_albedo(const std::string& expression) {
  return compose_text(R"(
    fragment sum_of(a: float3, b: float3) -> float3 { return b + a; }
    fragment sum_of_three(a: float3, b: float3) -> float3 { return a + b + b; }
    fragment one_twice(a: float3, b: float3) -> float3 { return a + a; }
    fragment difference(a: float3, b: float3) -> float3 { return a - b; }
    fragment at_half(value: fn(x: float3) -> float3) -> float3 { return value(float3(0.5)); }
    fragment heavy(a: float3) -> float3 { return sin(a) * cos(a); }
    fragment coated(a: float3, b: float3, cover: float) -> float3
    {
        float kept = 1.0 - cover * length(b);
        return a * kept + b * cover;
    }
    fragment tinted(a: float3, b: float3, c: float3, weight: float) -> float3
    {
        float3 sum = sin(a);
        if (weight > 0.0) { sum += b * weight; } else { sum *= c; }
        return sum;
    }
    fragment doubtful(a: float3, b: float3, weight: float) -> float3
    {
        if (weight > 0.5) { return a; }
        return b;
    }
    fragment looped(a: float3, weight: float) -> float3
    {
        float3 sum = a;
        for (int i = 0; i < 3; ++i) { sum += a * weight; }
        return sum;
    }
    fragment parts(a: float3, b: float3, weight: float) -> (low: float3, high: float3)
    {
        low = mix(a, b, weight);
        high = a.zyx + b * weight;
    }
    fragment red(a: float3, b: float3, weight: float) -> float3 { float3 v = a; v.x = b.x * weight; return v; }
    material m {
        param p: float3 {encoding: linear} = float3(1);
        param q: float3 {encoding: linear} = float3(1);
        param s: float = 1;
        param m: float3x3 = float3x3(1);
        static param none: float = 0;
        static param all: float = 1;
        static param off: bool = false;
        output albedo = )" +
                          expression + " as {use: reflectance, encoding: linear}; }",
                      "unlit");
}

}  // namespace

TEST_CASE("operations that change nothing are removed, and factors of zero drop their operand",
          "[compose]") {
  struct Case {
    std::string expression;
    Names calls;  ///< before the encoding
  };
  const Case cases[] = {
      {"p", {}},
      // Sums and differences
      {"p + float3(0)", {}},
      {"float3(0) + p", {}},
      {"p + float3(-0.0)", {}},
      {"p + float3(0, 0, 1)", {"add"}},
      {"p - float3(0)", {}},
      {"float3(0) - p", {"subtract"}},
      {"(p + float3(0)) * s", {"multiply"}},
      {"(p + float3(0)) * s + float3(0)", {"multiply"}},
      {"float3(0) + s", {}},  // s, splatted to the width of the zero
      {"sum_of(p, float3(0))", {}},
      {"sum_of_three(p, float3(0))", {}},
      {"one_twice(p, float3(0))", {"one_twice"}},
      {"one_twice(float3(0), heavy(p)) + p", {}},  // 0, and the rest is dead
      {"difference(p, float3(0))", {}},
      // Products and quotients
      {"p * 1.0", {}},
      {"float3(1) * p", {}},
      {"p / 1.0", {}},
      {"p * float3(1, 1, 2)", {"multiply"}},
      {"1.0 / p", {"divide"}},
      {"heavy(p) * none + q", {}},
      {"0.0 / p", {"divide"}},  // 0 / 0 is not 0
      // Involutions and idempotent operations
      {"-(-p)", {}},
      {"-(-(-p))", {"negate"}},
      {"transpose(transpose(m)) * p", {"multiply"}},
      {"saturate(saturate(p))", {"saturate"}},
      {"abs(abs(floor(floor(p))))", {"floor", "abs"}},
      {"normalize(normalize(p))", {"normalize", "normalize"}},  // rounds twice
      // Mixtures
      {"mix(p, heavy(q), none)", {}},
      {"mix(heavy(p), q, all)", {}},
      {"mix(p, p, s)", {"mix"}},  // rounds
      // Choices
      {"off ? heavy(p) : q", {}},
      {"s > 0.5 ? p : p", {}},
      {"off && s > 0.5 ? heavy(p) : q", {}},
      // Bodies
      {"coated(p, heavy(q), none)", {}},
      {"coated(p, heavy(q), s)", {"heavy", "coated"}},
      {"tinted(p, heavy(q), q, none)", {"tinted"}},
      {"tinted(p, q, heavy(q), all)", {"tinted"}},
      {"tinted(p, heavy(p), heavy(q), s)", {"heavy", "heavy", "tinted"}},
      {"doubtful(p, heavy(q), all)", {}},
      {"doubtful(heavy(p), q, s)", {"heavy", "doubtful"}},
      {"looped(p, none)", {"looped"}},
      {"parts(p, heavy(q), none).low", {}},
      {"parts(p, heavy(q), none).high", {"parts"}},
      {"red(p, heavy(q), none)", {"red"}},  // one component is different
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

TEST_CASE("operations that change nothing are removed in functions and loops too", "[compose]") {
  for (const std::string expression :
       {"at_half((x) => x + float3(0)) * s", "at_half((x) => x * (p + float3(0)))",
        "at_half((x) => off ? x + p : x * s)",
        "(loop 3 with (v: float3 = p) { v = (v + float3(0)) * s; }).v",
        "(loop 3 with (v: float3 = p) { v = v + float3(0); }).v * s"}) {
    INFO(expression);
    const Composed composed = with_albedo(expression);
    REQUIRE(composed.errors() == "");
    CHECK_FALSE(composed.has_call("add"));
    CHECK(composed.has_call("multiply"));
  }
}

TEST_CASE("a replaced value keeps its traits: conversions that change only traits stay",
          "[compose]") {
  const Composed composed = compose_text(R"(
    conversion called_linear(c: float3 {use: reflectance, encoding: gamma22}) -> {encoding: linear} difficulty 0.1 { return c; }
    material m {
        param p: float3 {use: reflectance, encoding: gamma22} = float3(1);
        output albedo = p;
    })",
                                         "unlit");
  REQUIRE(composed.errors() == "");
  CHECK(composed.has_call("called_linear"));
}

TEST_CASE("materials without displacement have the positions of a profile without it",
          "[compose]") {
  const Composed still = compose_text("material m { output albedo = #808080; }", "unlit");
  const Composed moved = compose_text(
      "material m { output albedo = #808080; output position_offset = surface.normal as {use: "
      "direction}; }",
      "unlit");
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

}  // namespace weft::testing::simplify_test
