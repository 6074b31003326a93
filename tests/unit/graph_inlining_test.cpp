// A graph call equals its body: writing the body in place of the call gives the same modules.

#include <string>
#include <vector>

#include "codegen/spirv/spirv.h"
#include "tests/support/catch.h"
#include "tests/support/emit_source.h"

namespace weft::testing::graph_inlining_test {

namespace {

using namespace weft;

const char* const head = R"(import "core"; import "profiles"; import "noise";
fragment twice(f: fn(x: float) -> float, at: float) -> float { return f(at) + f(at * 2.0); }
graph striped(at: float3 {use: position, basis: world}, width: float = 0.1) -> float
{
    wave = fract(at.y / width);
    output step(0.5, wave);
}
graph two_tone<T: floating>(first: T, second: T, n: float3 {use: normal, basis: world, norm: unit} = surface.normal)
    -> (lit: T, share: float)
{
    output share = n.y * 0.5 + 0.5;
    output lit = mix(first, second, n.y);
}
graph warped(at: float3) -> float
{
    path = loop 3 with (p: float3 = at, sum: float = 0.0) {
        p = p * 2.0 + noise(p);
        sum = sum + noise(p);
    };
    output path.sum;
}
graph curve(f: fn(x: float) -> float, by: float) -> float { output twice((y) => f(y) * by, by); }
graph scaled(value: eval(surface.uv) -> float, by: float) -> float { output value with (surface.uv: surface.uv * by); }
)";

struct Row {
  const char* name;
  const char* called;
  const char* inlined;
};

const std::vector<Row> rows = {
    {"a default and a conversion at a port",
     "param tint: float3 {use: reflectance, encoding: srgb}; s = striped(surface.position); output "
     "albedo = tint * s;",
     "param tint: float3 {use: reflectance, encoding: srgb}; at: float3 {use: position, basis: "
     "world} = surface.position;"
     "wave = fract(at.y / 0.1); s = step(0.5, wave); output albedo = tint * s;"},
    {"several results of one generic graph",
     "param a: float3 {use: reflectance, encoding: linear}; param b: float3 {use: reflectance, "
     "encoding: linear};"
     "tones = two_tone(a, b); output albedo = tones.lit * tones.share;",
     "param a: float3 {use: reflectance, encoding: linear}; param b: float3 {use: reflectance, "
     "encoding: linear};"
     "n: float3 {use: normal, basis: world, norm: unit} = surface.normal;"
     "share = n.y * 0.5 + 0.5; lit = mix(a, b, n.y); output albedo = lit * share;"},
    {"a loop",
     "at: float3 = surface.position; output albedo = float3(warped(at)) as {use: reflectance, "
     "encoding: linear};",
     "at: float3 = surface.position; path = loop 3 with (p: float3 = at, sum: float = 0.0) { p = p "
     "* 2.0 + noise(p); sum = sum + noise(p); };"
     "output albedo = float3(path.sum) as {use: reflectance, encoding: linear};"},
    {"a function that is handed on",
     "param k: float = 0.5; output albedo = float3(curve((x) => sin(x * k), surface.uv.x)) as "
     "{use: reflectance, encoding: linear};",
     "param k: float = 0.5; output albedo = float3(twice((y) => sin(y * k) * surface.uv.x, "
     "surface.uv.x)) as {use: reflectance, encoding: linear};"},
    {"an expression under injected features",
     "param k: float = 0.5; pattern = sin(surface.uv.x) + surface.uv.y;"
     "output albedo = float3(scaled(pattern, k)) as {use: reflectance, encoding: linear};",
     "param k: float = 0.5; pattern = sin(surface.uv.x) + surface.uv.y; moved = pattern with "
     "(surface.uv: surface.uv * k);"
     "output albedo = float3(moved) as {use: reflectance, encoding: linear};"},
    {"a graph in a graph, used twice",
     "s = striped(surface.position) + striped(surface.position, width: 0.5); output albedo = "
     "float3(s) as {use: reflectance, encoding: linear};",
     "at: float3 {use: position, basis: world} = surface.position;"
     "first = fract(at.y / 0.1); second = fract(at.y / 0.5); s = step(0.5, first) + step(0.5, "
     "second);"
     "output albedo = float3(s) "
     "as {use: reflectance, encoding: linear};"},
};

SpirvModule optimized_module(const std::string& body, bool glsl) {
  EmitOptions options;
  options.glsl = glsl;
  options.hlsl = !glsl;
  const Emitted emitted =
      emit_source(std::string(head) + "material m { " + body + " }\n", "m", "unlit", options);
  INFO(emitted.messages);
  REQUIRE(emitted.fine);
  const std::string text = emitted.text(glsl ? "frag.glsl" : "ps.hlsl");
  REQUIRE(!text.empty());
  INFO(text);
  const auto module =
      glsl ? compile_glsl(Stage::Fragment, text) : compile_hlsl(Stage::Fragment, text);
  REQUIRE((module ? "" : module.error()) == "");
  return strip_names(optimize_for_speed(*module).value()).value();
}

}  // namespace

TEST_CASE("graphs: inlining a call by hand gives the same modules") {
  for (const Row& row : rows) {
    for (const bool glsl : {true, false}) {
      INFO(row.name << (glsl ? ", GLSL" : ", HLSL"));
      CHECK((optimized_module(row.called, glsl) == optimized_module(row.inlined, glsl)));
    }
  }
}

}  // namespace weft::testing::graph_inlining_test
