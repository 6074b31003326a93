// A fragment stage discards as soon as its coverage is known and nothing takes derivatives any
// more.

#include <algorithm>
#include <string>
#include <vector>

#include "codegen/spirv/spirv.h"
#include "tests/support/catch.h"
#include "tests/support/emit_source.h"

namespace weft::testing::early_discard_test {

namespace {

using namespace weft;

const std::string head = R"(
import "core";
fragment heavy(x: float) -> float {
    float sum = 0.0;
    for (int i = 0; i < 9; ++i) { sum += sin(x * float(i)); }
    return sum;
}
fragment steepness(x: float) -> float { return fwidth(x); }
fragment steepness_of_wave(x: float) -> float { return steepness(sin(x)); }
fragment summed(f: fn(x: float) -> float) -> float { return f(0.25) + f(0.75); }
fragment unknown(x: float) -> float law nonlinear
native glsl """
float unknown(float x) { return dFdx(x); }
"""
native hlsl """
float unknown(float x) { return ddx(x); }
"""
profile host {
    provide surface.position as attribute 0;
    provide surface.uv as attribute 1;
    provide material as uniform;
    vertex demand position: float4 as clip = float4(surface.position, 1.0);
    fragment demand color: float4 as target 0;
    fragment demand coverage: bool as discard = true;
}
)";

std::string material(const std::string& text) {
  return head + "material m { param map: texture2d; param on: float = 1.0;\n" + text + "\n}\n";
}

/// What stands before the test of coverage, and after it.
struct Halves {
  std::string before;
  std::string after;
};

Halves split_at_discard(const std::string& text, const std::string& main) {
  const std::size_t begin = text.find(main);
  const std::size_t test = text.find("discard;", begin);
  REQUIRE(begin != std::string::npos);
  REQUIRE(test != std::string::npos);
  return {text.substr(begin, test - begin), text.substr(test)};
}

}  // namespace

TEST_CASE("early discard: derivatives before the test, other work after it") {
  EmitOptions options;
  options.glsl = options.hlsl = options.spirv = true;
  struct Row {
    std::string text;
    std::vector<std::string> before;  // parts of the GLSL
    std::vector<std::string> after;
  };
  const std::vector<Row> rows = {
      {"texel = sample(map); output color = float4(heavy(surface.uv.x)) * texel;"
       "output coverage = texel.w > 0.5;",
       {"texture("},
       {"heavy("}},
      // A sample that only what follows reads is a line of its own.
      {"output color = float4(heavy(surface.uv.x)) * sample(map);"
       "output coverage = surface.uv.x > 0.5;",
       {"texture("},
       {"heavy("}},
      {"output color = float4(heavy(surface.uv.x) * steepness_of_wave(surface.uv.y));"
       "output coverage = surface.uv.x > 0.5;",
       {"steepness_of_wave("},
       {"heavy("}},
      // What a derivative reads comes with it.
      {"output color = float4(heavy(surface.uv.x), steepness(heavy(surface.uv.y)), 0.0, 1.0);"
       "output coverage = surface.uv.x > 0.5;",
       {"heavy(v_uv.y)", "fwidth("},
       {"heavy(v_uv.x)"}},
      {"graph f(x: float) -> float { output steepness(x * surface.uv.x); }"
       "output color = float4(heavy(surface.uv.x) + summed(f));"
       "output coverage = surface.uv.x > 0.5;",
       {"= summed("},
       {"heavy("}},
      {"graph f(x: float) -> float { output sin(x * surface.uv.x); }"
       "output color = float4(summed(f) + steepness(surface.uv.y));"
       "output coverage = surface.uv.x > 0.5;",
       {"fwidth("},
       {"summed("}},
      {"output color = float4(heavy(surface.uv.x) + unknown(surface.uv.x));"
       "output coverage = surface.uv.x > 0.5;",
       {"unknown("},
       {"heavy("}},
      // A side of a choice that takes a derivative is no branch behind the test.
      {"output color = float4(on > 0.5 ? heavy(steepness(surface.uv.x)) : heavy(surface.uv.y));"
       "output coverage = surface.uv.x > 0.5;",
       {"fwidth("},
       {"heavy("}},
      {"output color = float4(sin(surface.uv.x)); output coverage = on > 0.5;", {}, {"sin("}},
  };
  for (const Row& row : rows) {
    std::string text = row.text;
    std::string graphs;
    if (const std::size_t end = text.find("}output"); end != std::string::npos) {
      graphs = text.substr(0, end + 1) + "\n";
      text = text.substr(end + 1);
    }
    INFO(row.text);
    const Emitted emitted = emit_source(graphs + material(text), "m", "host", options);
    INFO(emitted.messages);
    REQUIRE(emitted.fine);
    INFO(emitted.text("frag.glsl"));
    const Halves glsl = split_at_discard(emitted.text("frag.glsl"), "void main()");
    for (const std::string& part : row.before) {
      CHECK_THAT(glsl.before, Catch::Matchers::Contains(part));
      CHECK_THAT(glsl.after, !Catch::Matchers::Contains(part));
    }
    for (const std::string& part : row.after) {
      CHECK_THAT(glsl.before, !Catch::Matchers::Contains(part));
      CHECK_THAT(glsl.after, Catch::Matchers::Contains(part));
    }
    const Halves hlsl = split_at_discard(emitted.text("ps.hlsl"), "PSOutput main");
    CHECK(std::count(hlsl.before.begin(), hlsl.before.end(), '\n') ==
          std::count(glsl.before.begin(), glsl.before.end(), '\n') + 1);  // the declared output
  }
}

TEST_CASE("early discard: what no parameter of a function reads is no line") {
  // `x` is constant in both calls, so that the function has no parameter for it.
  EmitOptions options;
  options.glsl = true;
  const Emitted emitted = emit_source(
      material("texel = sample(map); output color = float4(heavy(2.0) + heavy(surface.uv.x));"
               "output coverage = texel.w > 0.5;"),
      "m", "host", options);
  REQUIRE(emitted.fine);
  CHECK(emitted.text("frag.glsl").find("= 2.0") == std::string::npos);
}

}  // namespace weft::testing::early_discard_test
