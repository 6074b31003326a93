// A function that only calls another one is not written: the leaf that it is passed to calls the
// other one.

#include <string>
#include <vector>

#include "tests/support/catch.h"
#include "tests/support/emit_source.h"

namespace weft::testing::forwarded_calls_test {

namespace {

using namespace weft;

const char* const preamble = R"(
import "core";
fragment clip(p: float3) -> float4 { return float4(p, 1.0); }
fragment both(of: fn(x: float) -> float, at: float) -> float { return of(at) + of(0.75); }
fragment lifted(a: float, b: float) -> float { float c = a * b; return c * c + 1.0; }
fragment picked(a: float, b: float, first: bool) -> float
{
    float c = a;
    if (!first) { c = c * sqrt(b); }
    return c * c + 1.0;
}
fragment apart(a: float) -> (low: float, high: float) { low = a - 1.0; high = a + 1.0; }
profile screen {
    provide surface.position as attribute 0;
    provide surface.uv as attribute 1;
    provide material as uniform;
    vertex demand position: float4 as clip invariant = clip(surface.position);
    fragment demand color: float as target 0;
}
)";

struct Row {
  const char* name;
  const char* value;
  const char* glsl;
  bool is_written;  ///< the function
};

}  // namespace

TEST_CASE("forwarded calls: a function that only calls another one is not written") {
  const std::vector<Row> rows = {
      {"literals", "both((x) => lifted(x, 2.0), u)", "return lifted(at, 2.0) + lifted(0.75, 2.0);",
       false},
      {"in another order", "both((x) => lifted(2.0, x), u)",
       "return lifted(2.0, at) + lifted(2.0, 0.75);", false},
      {"parameters of the material", "both((x) => lifted(x, k), u)",
       "return lifted(at, material.k) + lifted(0.75, material.k);", false},
      {"captures", "both((x) => lifted(x, u), 0.5)", "return lifted(at, u) + lifted(0.75, u);",
       false},
      {"within another one", "both((x) => lifted(both((y) => lifted(y, x), 0.5), u), u)",
       "return lifted(at, x_2) + lifted(0.75, x_2);", true},
      {"a parameter that is used twice", "lifted(both((x) => lifted(x, x), u), u)",
       "return both_of(at) + both_of(0.75);", true},
      {"one parameter of both", "both((x) => lifted(x, x), u)", "return lifted(at) + lifted(0.75);",
       false},
      {"captures that the call reads no more",
       "both((x) => picked(x, surface.position.x, true), u)",
       "float both(float at)\n{\n    return picked(at) + picked(0.75);", false},
      {"more than a call", "both((x) => lifted(x * 0.5, 2.0), u)",
       "return both_of(at) + both_of(0.75);", true},
      {"one of several results", "both((x) => apart(x).high, u)",
       "return both_of(at) + both_of(0.75);", true},
  };
  for (const Row& row : rows) {
    INFO(row.name);
    EmitOptions options;
    options.glsl = options.hlsl = options.spirv = true;
    const Emitted emitted = emit_source(
        std::string(preamble) +
            "material m { param k: float = 0.5; u = length(surface.uv); output color = " +
            row.value + "; }\n",
        "m", "screen", options);
    INFO(emitted.messages);
    REQUIRE(emitted.fine);
    for (const char* const suffix : {"frag.glsl", "ps.hlsl"}) {
      const std::string text = emitted.text(suffix);
      INFO(text);
      if (std::string(suffix) == "frag.glsl") {
        CHECK_THAT(text, contains(row.glsl));
      }
      CHECK((text.find("both_of") != std::string::npos) == row.is_written);
    }
  }
}

}  // namespace weft::testing::forwarded_calls_test
