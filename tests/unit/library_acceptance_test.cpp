// Rows L1 to L16 of tests/acceptance/library.tsv by the interpreter. tests/library/values.tsv has
// the same and more, also drawn.

#include <cmath>
#include <sstream>
#include <string>
#include <vector>

#include "tests/support/catch.h"
#include "tests/support/run_weft.h"

namespace weft::testing::library_acceptance_test {

namespace {

/// Checks the numbers of an expression within 0.0001 of each.
void check(const std::string& expression, const std::vector<double>& wanted) {
  const TempDir place;
  place.write("all.weft",
              "import \"blend\";\nimport \"bsdf\";\nimport \"color\";\nimport "
              "\"shapes\";\n");
  const Finished finished = run_weft(place, {"eval", "all.weft", expression});
  INFO(expression << " = " << finished.out << finished.err);
  REQUIRE(finished.exit_code == 0);
  std::string text = finished.out;
  const std::size_t open = text.find('(');
  text = open == std::string::npos ? text : text.substr(open + 1);
  for (char& c : text) {
    c = c == ',' || c == ')' ? ' ' : c;
  }
  std::istringstream numbers(text);
  for (const double value : wanted) {
    double given = NAN;
    numbers >> given;
    CHECK(std::abs(given - value) <= 0.0001 * std::abs(value));
  }
}

}  // namespace

TEST_CASE("L1: sRGB decode", "[acceptance][cli]") {
  check("srgb_to_linear(float3(0.5)).x", {0.214041});
}

TEST_CASE("L2: PQ encode of 100 cd/m²", "[acceptance][cli]") {
  check("linear_to_pq(float3(1.0)).x", {0.508078});
}

TEST_CASE("L3: HLG OETF", "[acceptance][cli]") {
  check("linear_to_hlg(float3(1.0 / 12.0, 0.5, 0.5))", {0.5, 0.871643});
}

TEST_CASE("L4: ACEScct encode", "[acceptance][cli]") {
  check("linear_to_acescct(float3(0.18)).x", {0.413588});
}

TEST_CASE("L5: Oklab of linear sRGB red", "[acceptance][cli]") {
  check("rgb_to_oklab(float3(1.0, 0.0, 0.0) as {encoding: linear})",
        {0.627955, 0.224863, 0.125846});
}

TEST_CASE("L6: Rec.709 to ACEScg, row 1", "[acceptance][cli]") {
  check("transpose(rec709_to_acescg_matrix())[0]", {0.613097, 0.339523, 0.047379});
}

TEST_CASE("L7: Rec.709 luminance", "[acceptance][cli]") {
  check("luminance(float3(0.5, 0.25, 0.75) as {encoding: linear})", {0.33925});
}

TEST_CASE("L8: hsv and hsl", "[acceptance][cli]") {
  check("rgb_to_hsv(float3(0.2, 0.4, 0.6))", {7.0 / 12.0, 2.0 / 3.0, 0.6});
  check("rgb_to_hsl(float3(0.2, 0.4, 0.6))", {7.0 / 12.0, 0.5, 0.4});
}

TEST_CASE("L9: screen and overlay", "[acceptance][cli]") {
  check("screen(0.5, 0.5)", {0.75});
  check("overlay(0.25, 0.6)", {0.3});
}

TEST_CASE("L10: smoothstep", "[acceptance][cli]") {
  check("smoothstep(0.0, 1.0, 0.25)", {0.15625});
}

TEST_CASE("L11: polynomial smooth union", "[acceptance][cli]") {
  check("smooth_union(0.1, 0.2, 0.5)", {0.02});
}

TEST_CASE("L12: GGX distribution", "[acceptance][cli]") {
  check("ggx_distribution(1.0, 0.25)", {5.092958});
}

TEST_CASE("L13: Schlick at 60°", "[acceptance][cli]") {
  check("schlick_fresnel(0.5, 0.04)", {0.07});
}

TEST_CASE("L14: dielectric Fresnel at 45°", "[acceptance][cli]") {
  check("dielectric_fresnel(0.70710678, 1.5)", {0.0502399});
}

TEST_CASE("L15: EV100", "[acceptance][cli]") { check("ev100(16.0, 0.01, 100.0)", {14.643856}); }

TEST_CASE("L16: Narkowicz's ACES fit", "[acceptance][cli]") {
  check("tone_aces_narkowicz(float3(0.18) as {encoding: linear}).x", {0.266899});
}

}  // namespace weft::testing::library_acceptance_test
