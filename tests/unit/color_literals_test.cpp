// A color literal becomes the color that is demanded, wherever it is given.

#include <string>
#include <vector>

#include "tests/support/catch.h"
#include "tests/support/emit_source.h"

namespace weft::testing::color_literals_test {

namespace {

using namespace weft;

struct Case {
  const char* name;
  const char* material;
  const char* expected;  ///< in the fragment stage
};

constexpr const char* head = R"(import "core";
import "profiles";
fragment half(c: float3 {use: reflectance, encoding: linear}) -> float3 {use: reflectance, encoding: linear} { return c * 0.5; }
graph halved(c: float3 {use: reflectance, encoding: linear} = #808080) -> float3 {use: reflectance, encoding: linear} { output half(c); }
graph of_eval(c: eval(surface.uv) -> float3 {use: reflectance, encoding: linear}) -> float3 {use: reflectance, encoding: linear} { output half(c); }
graph of_function(c: fn(x: float) -> float3 {use: reflectance, encoding: linear}) -> float3 {use: reflectance, encoding: linear} { output half(c(0.5)); }
fragment taken(c: fn(x: float) -> float3 {use: reflectance, encoding: linear}) -> float3 {use: reflectance, encoding: linear} { return c(0.5); }
fragment evaluated(c: eval(surface.uv) -> float3 {use: reflectance, encoding: linear}) -> float3 {use: reflectance, encoding: linear} { return c with (surface.uv: float2(0.5)); }
struct Coat { float3 {use: reflectance, encoding: linear} color; }
graph of_coat(c: Coat) -> float3 {use: reflectance, encoding: linear} { output half(c.color); }
material m { )";

}  // namespace

TEST_CASE("color literals become the color that ports, functions and states ask for",
          "[composer]") {
  // #c08040 is 0.527115, 0.215861, 0.0512695 linearly; half of that is 0.550272, … in sRGB.
  const char* half = "vec4(0.55027205, 0.36224914, 0.17422631, 1.0)";
  const char* whole = "vec4(0.7529412, 0.5019608, 0.2509804, 1.0)";
  const std::vector<Case> cases = {
      {"a leaf's port", "output albedo = half(#c08040);", half},
      {"a graph's port", "output albedo = halved(#c08040);", half},
      {"the default of a graph's port", "output albedo = halved();",
       "vec4(0.36224914, 0.36224914, 0.36224914, 1.0)"},
      {"an eval port of a graph", "output albedo = of_eval(#c08040);", half},
      {"an eval port of a leaf", "output albedo = evaluated(#c08040);", whole},
      {"the result of a function for a graph", "output albedo = of_function((x) => #c08040);",
       half},
      {"the result of a function for a leaf", "output albedo = taken((x) => #c08040);", whole},
      {"a member of a struct", "output albedo = of_coat(Coat(#c08040));", half},
      {"a declared type",
       "x: float3 {use: reflectance, encoding: linear} = #c08040; output albedo = x;", whole},
      {"a state of a loop",
       "l = loop 1 with (s: float3 {use: reflectance, encoding: linear} = #c08040) { s = half(s); "
       "}; "
       "output albedo = l.s;",
       half},
  };
  for (const Case& it : cases) {
    const std::string source = head + std::string(it.material) + " }\n";
    EmitOptions options;
    options.glsl = true;
    const Emitted emitted = emit_source(source, "m", "unlit", options);
    const std::string text = emitted.text("frag.glsl");
    INFO(it.name << "\n" << source << emitted.messages << text);
    CHECK(emitted.fine);
    CHECK(text.find(it.expected) != std::string::npos);
  }
}

}  // namespace weft::testing::color_literals_test
