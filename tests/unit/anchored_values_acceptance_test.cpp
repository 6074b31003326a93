// Acceptance cases Y: values anchored to the frame of the mesh, under injected texture coordinates.
// Values come from the interpreter; expected ones are computed by hand.

#include <string>
#include <vector>

#include "tests/support/catch.h"
#include "tests/support/run_weft.h"
#include "tests/support/temp_dir.h"

namespace weft::testing::anchored_values_acceptance_test {

namespace {

// A map that returns its coordinates as a normal in tangent space.
const char* const preamble = R"(import "core"; import "fields";
fragment read(uv: float2 = surface.uv) -> float3 {use: normal, basis: tangent} { return float3(uv, 1.0); }
struct Frame { float3 {use: normal, basis: tangent} n; }
fragment world(n: float3 {use: normal, basis: world}) -> float3 { return n; }
graph held(frames: Frame[2]) -> Frame { output frames[1]; }
fragment swapped_any<T>(value: eval(surface.uv) -> T) -> T { return value with (surface.uv: surface.uv.yx); }
fragment plain(n: float3 {use: normal}) -> float3 { return n; }
fragment swapped<T: floating>(value: eval(surface.uv) -> T) -> T { return value with (surface.uv: surface.uv.yx); }
fragment swapped_world(value: eval(surface.uv) -> float3 {use: normal, basis: world}) -> float3 {use: normal, basis: world}
{
    return value with (surface.uv: surface.uv.yx);
}
fragment shifted<T: floating>(value: eval(surface.uv keeps frame) -> T) -> T
{
    return value with (surface.uv: surface.uv + surface.uv.yx);
}
graph swapped_graph(value: eval(surface.uv) -> float3 {use: normal, basis: tangent}) -> float3 {use: normal, basis: world}
{
    output value with (surface.uv: surface.uv.yx as {use: texcoord});
}
)";

/// Runs `weft eval` on an expression. The tangent is the world's x axis, the normal its z axis, the
/// texture coordinates are (0.25, 0.5).
Finished evaluated(const std::string& expression) {
  TempDir place;
  place.write("case.weft", preamble + ("graph value() -> float3 { output " + expression + "; }\n"));
  return run_weft(place, {"eval", "case.weft", "value()", "-D", "surface.uv=float2(0.25, 0.5)",
                          "-D", "surface.normal=float3(0.0, 0.0, 1.0)", "-D",
                          "surface.tangent=float4(1.0, 0.0, 0.0, 1.0)", "-D",
                          "object.to_world=float4x4(1.0)", "-D", "frame.time=1.0"});
}

std::string value_of(const std::string& expression) {
  const Finished finished = evaluated(expression);
  return finished.exit_code == 0 ? finished.out : finished.err;
}

/// Whether it fails with `anchored-value`, with all of these texts in the message.
bool is_refused(const std::string& expression, const std::vector<std::string>& texts = {}) {
  const Finished finished = evaluated(expression);
  bool says_all =
      finished.exit_code == 1 && finished.err.find("[anchored-value]") != std::string::npos;
  for (const std::string& text : texts) {
    says_all = says_all && finished.err.find(text) != std::string::npos;
  }
  return says_all;
}

}  // namespace

TEST_CASE("Y1: scaled and shifted coordinates keep the frame", "[acceptance][cli]") {
  CHECK(value_of("world(read() with (surface.uv: surface.uv * 4.0 + 0.5))") ==
        "float3(1.5, 2.5, 1.0)\n");
  CHECK(value_of("world(read() with (surface.uv: 2.0 * surface.uv - float2(frame.time, 0.0)))") ==
        "float3(-0.5, 1.0, 1.0)\n");
  CHECK(value_of("world(read() with (surface.uv: surface.uv / float2(0.5, 0.25)))") ==
        "float3(0.5, 2.0, 1.0)\n");
  CHECK(value_of("world(read() with (surface.uv: fract(surface.uv * 6.0)))") ==
        "float3(0.5, 0.0, 1.0)\n");
}

TEST_CASE("Y2: a struct that contains a tangent-space normal", "[acceptance][cli]") {
  CHECK(value_of("world(Frame(read()).n)") == "float3(0.25, 0.5, 1.0)\n");
  CHECK(value_of("world(Frame(read()).n with (surface.uv: surface.uv * 4.0 + 0.5))") ==
        "float3(1.5, 2.5, 1.0)\n");
  // However the struct is forwarded, its member stays anchored to the frame of the mesh.
  CHECK(is_refused("world(Frame(read()).n with (surface.uv: surface.uv.yx as {use: texcoord}))"));
  CHECK(is_refused("world((Frame(read()) with (surface.uv: surface.uv.yx as {use: texcoord})).n)"));
  CHECK(
      is_refused("world(held(Frame[2](Frame(read()), Frame(read())) with (surface.uv: "
                 "surface.uv.yx as {use: texcoord})).n)"));
  CHECK(is_refused("world(swapped_any(Frame(read())).n)", {"note: the value is Frame"}));
}

TEST_CASE("Y1: the author may declare that coordinates keep the frame", "[acceptance][cli]") {
  CHECK(value_of("world(read() with (surface.uv: surface.uv.yx as {use: texcoord} keeps frame))") ==
        "float3(0.5, 0.25, 1.0)\n");
  CHECK(value_of("world(shifted(read()))") == "float3(0.75, 0.75, 1.0)\n");
}

TEST_CASE("Y2: a normal map sampled at other coordinates is not in the mesh's frame",
          "[acceptance][cli]") {
  CHECK(is_refused(
      "world(triplanar(read(), p: float3(0.0) as {use: position, basis: world, unit: metre}))",
      {"'surface.uv' is injected here, and 'surface.tangent' is anchored to it",
       "'triplanar_normal'"}));
  CHECK(is_refused("world(swapped(read()))"));
  CHECK(is_refused("world(swapped(read() * 2.0))"));
  CHECK(is_refused("plain(swapped(read()))"));
}

TEST_CASE("Y3: the tangent frame is unavailable under that injection", "[acceptance][cli]") {
  CHECK(is_refused("world(swapped_world(read()))", {"'surface.uv' is injected here"}));
  CHECK(is_refused("world(swapped_graph(read()))", {"'surface.uv' is injected here"}));
}

TEST_CASE("Y4: coordinates and frame injected together", "[acceptance][cli]") {
  const std::string frame =
      "surface.tangent: float4(0.0, 1.0, 0.0, -1.0) as {use: tangent, basis: model}";
  const std::string both = " with (surface.uv: surface.uv.yx as {use: texcoord}, " + frame + ")";
  CHECK(value_of("world(read()" + both + ")") == "float3(0.25, 0.5, 1.0)\n");
  // Operations outside apply to the value converted inside.
  CHECK(value_of("world(read()" + both + ") * 2.0") == "float3(0.5, 1.0, 2.0)\n");
  // Without a demand for a basis, the value would leave unconverted.
  CHECK(is_refused("plain(read()" + both + ")", {"is another where the value is wanted"}));
  CHECK(is_refused("plain((read()" + both + ") + read())"));
  // A later injection of coordinates hides the injected frame.
  CHECK(is_refused("world((read() with (surface.uv: surface.uv.yx as {use: texcoord})) with (" +
                   frame + "))"));
}

TEST_CASE("Y5: rotated or mirrored coordinates", "[acceptance][cli]") {
  CHECK(is_refused("world(read() with (surface.uv: -surface.uv as {use: texcoord}))"));
  CHECK(is_refused("world(read() with (surface.uv: surface.uv * float2(1.0, -1.0)))"));
  CHECK(is_refused("world(read() with (surface.uv: surface.uv * frame.time))"));
  CHECK(is_refused("world(read() with (surface.uv: surface.uv + surface.uv))"));
  CHECK(value_of("world(rotate_uv_normal(read(), PI / 2.0))").substr(0, 7) == "float3(");
}

TEST_CASE("anchored values: values without a frame are unaffected", "[cli]") {
  CHECK(value_of("swapped(float3(surface.uv, 0.0))") == "float3(0.5, 0.25, 0.0)\n");
  CHECK(value_of("float3(swapped(surface.normal.z)) * float3(1.0)") == "float3(1.0, 1.0, 1.0)\n");
}

}  // namespace weft::testing::anchored_values_acceptance_test
