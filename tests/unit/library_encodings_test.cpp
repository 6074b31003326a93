// Shipped fragments that average, sum or scale decode nonlinear colors first: an encoded color
// gives what the light that it stands for gives.

#include <sstream>
#include <string>

#include "tests/support/catch.h"
#include "tests/support/run_weft.h"

namespace weft::testing::library_encodings_test {

namespace {

const std::string imports =
    "import \"fields\";\nimport \"hexagonal\";\nimport \"shaping\";\nimport \"simulation\";\n";

std::string replaced(std::string text, const std::string& name, const std::string& by) {
  for (std::size_t at = text.find(name); at != std::string::npos; at = text.find(name)) {
    text.replace(at, name.size(), by);
  }
  return text;
}

/// The value of an expression of two colors, each written as `before + … + after`.
std::string evaluated(const std::string& expression, const std::string& before,
                      const std::string& after) {
  const TempDir place;
  place.write("all.weft", imports);
  const std::string first = before + "float3(surface.uv.x + 0.2, 0.5, 0.7)" + after;
  const std::string second = before + "float3(0.3, surface.uv.y + 0.1, 0.2)" + after;
  const std::string text = "float3((" +
                           replaced(replaced(expression, "COLOR", first), "OTHER", second) +
                           ") as {use: color})";
  const Finished finished =
      run_weft(place, {"eval", "all.weft", text, "-D", "surface.uv=float2(0.25, 0.375)", "-D",
                       "surface.position=float3(0.1, 0.2, 0.3)", "-D",
                       "surface.normal=float3(0.6, 0.0, 0.8)"});
  INFO(text << " = " << finished.out << finished.err);
  REQUIRE(finished.exit_code == 0);
  return finished.out;
}

/// Checks that an expression of `COLOR` and `OTHER` is the same of two sRGB colors and of the light
/// that they stand for.
void check_decodes(const std::string& expression) {
  INFO(expression);
  CHECK(evaluated(expression, "(", " as {use: color, encoding: srgb})") ==
        evaluated(expression, "(srgb_to_linear(", ") as {use: color, encoding: linear})"));
}

}  // namespace

TEST_CASE("library: blends of patterns are those of light", "[cli]") {
  for (const char* expression : {"triplanar(COLOR)", "blur(COLOR, 0.3)", "hexagonal(COLOR)"}) {
    check_decodes(expression);
  }
}

TEST_CASE("library: shaped colors are decoded", "[cli]") {
  for (const char* expression :
       {"remap(COLOR, 0.2, 0.8)", "remap_clamped(COLOR, 0.2, 0.8)", "linearstep(0.2, 0.8, COLOR)",
        "smootherstep(0.2, 0.8, COLOR)", "posterize(COLOR)", "bias(COLOR, 0.3)",
        "triangle_wave(COLOR)", "bezier(COLOR, OTHER, COLOR, OTHER, 0.3)",
        "catmull_rom(COLOR, OTHER, COLOR, OTHER, 0.3)",
        "hermite(COLOR, OTHER, COLOR, OTHER, 0.3)"}) {
    check_decodes(expression);
  }
}

TEST_CASE("library: ramps of sRGB colors blend light", "[cli]") {
  check_decodes("ramp(float[2](0.0, 1.0), float3[2](COLOR, OTHER), 0.25)");
}

TEST_CASE("library: matrices and functions of angles decode colors", "[cli]") {
  const std::string m = "float3x3(0.4, 0.3, 0.2, 0.7, 0.6, 0.5, 0.1, 0.2, 0.3)";
  check_decodes(m + " * COLOR");
  check_decodes("COLOR * " + m);
  for (const char* function : {"sin", "cos", "tan", "asin", "acos", "atan", "sinh", "cosh", "tanh",
                               "radians", "degrees", "normalize"}) {
    check_decodes(std::string(function) + "(COLOR)");
  }
  check_decodes("atan2(COLOR, OTHER)");
}

}  // namespace weft::testing::library_encodings_test
