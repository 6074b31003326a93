// Functions of the library that compare, add or turn bring their arguments to one unit: the value
// is that of the same call with numbers that were converted by hand.

#include <string>
#include <vector>

#include "tests/support/catch.h"
#include "tests/support/run_weft.h"

namespace weft::testing::library_units_test {
namespace {

struct Case {
  std::string with_units;
  std::string plain;
};

// `m`, `cm`, `deg`: the number in that unit.
const std::vector<Case> cases = {
    {"smootherstep(0.0, cm(50.0), m(0.125))", "smootherstep(0.0, 0.5, 0.125)"},
    {"linearstep(0.0, cm(50.0), m(0.125))", "linearstep(0.0, 0.5, 0.125)"},
    {"remap(m(0.125), 0.0, cm(50.0), 3.0, 5.0)", "remap(0.125, 0.0, 0.5, 3.0, 5.0)"},
    {"remap(m(0.125), 0.0, cm(50.0), m(3.0), cm(500.0))", "remap(0.125, 0.0, 0.5, 3.0, 5.0)"},
    {"remap_clamped(m(0.125), 0.0, cm(50.0), 3.0, 5.0)",
     "remap_clamped(0.125, 0.0, 0.5, 3.0, 5.0)"},
    {"ping_pong(m(0.75), cm(50.0))", "ping_pong(0.75, 0.5)"},
    {"smooth_min(m(0.25), cm(50.0), cm(50.0))", "smooth_min(0.25, 0.5, 0.5)"},
    {"smooth_max(m(0.25), cm(50.0), cm(50.0))", "smooth_max(0.25, 0.5, 0.5)"},
    {"ramp(float[2](m(0.0), m(1.0)), float[2](3.0, 5.0), cm(25.0))",
     "ramp(float[2](0.0, 1.0), float[2](3.0, 5.0), 0.25)"},
    {"stepped_ramp(float[2](m(0.0), m(1.0)), float[2](3.0, 5.0), cm(25.0))", "3.0"},
    {"circle_distance(float2(m(2.0), m(0.0)) as {unit: metre}, cm(50.0))", "1.5"},
    {"sphere_distance(float3(2.0, 0.0, 0.0) as {unit: metre}, cm(50.0))", "1.5"},
    {"torus_distance(float3(2.0, 0.0, 0.0) as {unit: metre}, cm(100.0), cm(25.0))", "0.75"},
    {"plane_distance(float3(0.0, 2.0, 0.0) as {unit: metre}, float3(0.0, 1.0, 0.0), cm(50.0))",
     "1.5"},
    {"shell(m(0.5), cm(25.0))", "0.25"},
    {"smooth_union(m(0.25), cm(50.0), cm(50.0))", "smooth_min(0.25, 0.5, 0.5)"},
    {"distance_decay(m(2.0), cm(400.0))", "distance_decay(2.0, 4.0)"},
    {"rotate(float2(1.0, 0.25) as {use: texcoord}, deg(90.0), float2(0.0))",
     "rotate(float2(1.0, 0.25) as {use: texcoord}, HALF_PI, float2(0.0))"},
    {"direction_of_angle(deg(60.0))", "direction_of_angle(PI / 3.0)"},
    {"twirl(float2(0.6, 0.5) as {use: texcoord}, angle: deg(180.0))",
     "twirl(float2(0.6, 0.5) as {use: texcoord}, angle: PI)"},
    {"place_uv(float2(1.0, 0.0) as {use: texcoord}, angle: deg(90.0))",
     "place_uv(float2(1.0, 0.0) as {use: texcoord}, angle: HALF_PI)"},
};

TEST_CASE("library units: arguments are brought to one unit", "[cli]") {
  const TempDir place;
  std::string text =
      "import \"coordinates\";\nimport \"fields\";\nimport \"punctual\";\nimport \"shapes\";\n";
  text +=
      "graph m(x: float) -> float {unit: metre} { output x as {unit: metre}; }\n"
      "graph cm(x: float) -> float {unit: centimetre} { output x as {unit: centimetre}; }\n"
      "graph deg(x: float) -> float {unit: degree} { output x as {unit: degree}; }\n"
      "graph apart(a: float, b: float) -> bool { output abs(float(a) - float(b)) > 0.000002; }\n"
      "graph apart(a: float2, b: float2) -> bool { output length(a - b) > 0.000002; }\n";
  place.write("asked.weft", text);
  for (const Case& one : cases) {
    CAPTURE(one.with_units);
    const Finished finished =
        run_weft(place, {"eval", "asked.weft", "apart(" + one.with_units + ", " + one.plain + ")"});
    CHECK(finished.out + finished.err == "false\n");
  }
}

}  // namespace
}  // namespace weft::testing::library_units_test
