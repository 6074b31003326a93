// Shipped fragments that take functions, by the interpreter: tests/library/values.tsv has those
// that take numbers.

#include <algorithm>
#include <array>
#include <cmath>
#include <cstdint>
#include <sstream>
#include <string>
#include <utility>
#include <vector>

#include "tests/support/catch.h"
#include "tests/support/run_weft.h"

namespace weft::testing::library_functions_test {

namespace {

using Place = std::array<double, 2>;

/// The first number of an expression's value.
double evaluated(const std::string& expression) {
  const TempDir place;
  place.write("all.weft",
              "import \"cellular\";\nimport \"coordinates\";\nimport \"grading\";\nimport "
              "\"hexagonal\";\nimport "
              "\"normals\";\nimport \"shapes\";\n");
  const Finished finished = run_weft(place, {"eval", "all.weft", expression});
  INFO(expression << " = " << finished.out << finished.err);
  REQUIRE(finished.exit_code == 0);
  const std::size_t open = finished.out.find('(');
  std::istringstream number(open == std::string::npos ? finished.out
                                                      : finished.out.substr(open + 1));
  double value = NAN;
  number >> value;
  return value;
}

/// pcg2d of noise.weft, from the paper.
std::pair<std::uint32_t, std::uint32_t> hashed(std::int32_t i, std::int32_t j) {
  std::uint32_t x = static_cast<std::uint32_t>(i) * 1664525U + 1013904223U;
  std::uint32_t y = static_cast<std::uint32_t>(j) * 1664525U + 1013904223U;
  for (int round = 0; round < 2; ++round) {
    x += y * 1664525U;
    y += x * 1664525U;
    x ^= x >> 16U;
    y ^= y >> 16U;
  }
  return {x, y};
}

std::uint32_t hashed(std::uint32_t v) {
  const std::uint32_t state = v * 747796405U + 2891336453U;
  const std::uint32_t word = ((state >> ((state >> 28U) + 4U)) ^ state) * 277803737U;
  return (word >> 22U) ^ word;
}

double unit(std::uint32_t v) { return static_cast<double>(v >> 8U) / 16777216.0; }

/// Where a tile shows the pattern at a place.
Place tile_place(const Place& at, int i, int j, double density, double rotation) {
  const auto [x, y] = hashed(i, j);
  const double angle = rotation * 2.0 * 3.14159265358979 * unit(hashed(x ^ y));
  const Place center = {(i + 0.5 * j) / density, j * std::sqrt(0.75) / density};
  const Place way = {at[0] - center[0], at[1] - center[1]};
  return {center[0] + unit(x) + std::cos(angle) * way[0] - std::sin(angle) * way[1],
          center[1] + unit(y) + std::sin(angle) * way[0] + std::cos(angle) * way[1]};
}

/// The mean of the tiles' coordinates by the hat functions of the lattice of their centers.
double mean_of_tiles(const Place& at, double density, double rotation) {
  double sum = 0.0;
  double weights = 0.0;
  for (int i = -12; i <= 12; ++i) {
    for (int j = -12; j <= 12; ++j) {
      const double x = (at[0] - at[1] / std::sqrt(3.0)) * density - i;
      const double y = at[1] * 2.0 / std::sqrt(3.0) * density - j;
      const double hat = 1.0 - std::max(std::abs(x), std::max(std::abs(y), std::abs(x + y)));
      if (hat > 0.0) {
        weights += std::pow(hat, 7.0);
        sum += std::pow(hat, 7.0) * tile_place(at, i, j, density, rotation)[0];
      }
    }
  }
  return sum / weights;
}

}  // namespace

TEST_CASE("library: hexagonal tiles are weighted by their lattice", "[cli]") {
  const std::array<Place, 5> places = {
      {{0.21, 0.37}, {0.75, 0.4330127}, {-1.3, 2.2}, {1.9, -0.4}, {0.5, 0.1}}};
  for (const auto& [u, v] : places) {
    for (const double rotation : {0.0, 1.0}) {
      std::ostringstream call;
      call << "hexagonal(surface.uv.x, float2(float(" << u << "), float(" << v << ")), 2.0, float("
           << rotation << "))";
      CHECK(evaluated(call.str()) == Approx(mean_of_tiles({u, v}, 2.0, rotation)).margin(1e-4));
    }
  }
  CHECK(evaluated("hexagonal(float(0.25), float2(0.3, 0.7))") == Approx(0.25));
}

TEST_CASE("library: normals on hexagonal tiles are those of the tiled height", "[cli]") {
  // Near the centers of tiles one weight is 1, so the slopes of the tiled height are the tile's.
  const double h = 0.001;
  const std::array<std::array<int, 2>, 3> tiles = {{{0, 0}, {2, 1}, {-3, 4}}};
  for (const auto& [i, j] : tiles) {
    const double u = (i + 0.5 * j) / 2.0 + 0.02;
    const double v = j * std::sqrt(0.75) / 2.0 - 0.03;
    const auto called = [](const std::string& fragment, double at_u, double at_v) {
      std::ostringstream call;
      call.precision(9);
      call << fragment << ", float2(float(" << at_u << "), float(" << at_v << ")), 2.0, 1.0, 30.0)";
      return call.str();
    };
    const std::string height = "hexagonal(sin(surface.uv.x) + 0.5 * cos(3.0 * surface.uv.y)";
    const std::string normal =
        "hexagonal_normal(normal_of_slopes(float2(cos(surface.uv.x), "
        "-1.5 * sin(3.0 * surface.uv.y)))";
    const double along_u =
        evaluated(called(height, u + h, v)) - evaluated(called(height, u - h, v));
    const double along_v =
        evaluated(called(height, u, v + h)) - evaluated(called(height, u, v - h));
    CHECK(evaluated(called(normal, u, v) + ".x") == Approx(-along_u / (2 * h)).margin(2e-3));
    CHECK(evaluated(called(normal, u, v) + ".y") == Approx(-along_v / (2 * h)).margin(2e-3));
  }
}

TEST_CASE("library: parallax occlusion finds where the view meets a relief", "[cli]") {
  const std::string rest = ", 0.1, float2(0.5, 0.5), float3(0.6, 0.0, 0.8))";
  // The view moves 0.075 over the whole depth: a flat relief lies three quarters down.
  CHECK(evaluated("parallax_occlusion((at) => 0.25" + rest) ==
        Approx(0.5 - 0.075 * 0.75).margin(1e-6));
  CHECK(evaluated("parallax_occlusion((at) => 1.0" + rest) == Approx(0.5).margin(1e-6));
  CHECK(evaluated("parallax_occlusion((at) => 0.0" + rest) == Approx(0.425).margin(1e-6));
  // A slope: 1 - (0.5 - 0.075 d) = d.
  CHECK(evaluated("parallax_occlusion((at) => float2(at).x" + rest) ==
        Approx(0.5 - 0.075 * 0.5 / 0.925).margin(1e-5));
}

TEST_CASE("library: cells by other distances are those of brute force", "[cli]") {
  // Of the points of seven cells along each axis, in Python.
  const std::vector<std::pair<std::string, std::array<double, 3>>> rows = {
      {"voronoi_by(float2(0.3, 0.6), (way) => manhattan_length(way))",
       {0.4396702, 0.6054426, 0.2600796}},
      {"voronoi_by(float2(0.3, 0.6), (way) => chebyshev_length(way))",
       {0.4171343, 0.4832281, 0.2600796}},
      {"voronoi_by(float2(-2.7, 5.15), (way) => manhattan_length(way))",
       {0.3922560, 1.2481071, 0.4403454}},
      {"voronoi_by(float2(-2.7, 5.15), (way) => chebyshev_length(way))",
       {0.3760090, 0.8266370, 0.4403454}},
      {"voronoi_by(float2(10.9, -3.05), (way) => manhattan_length(way))",
       {0.7604308, 0.8092988, 0.6566891}},
      {"voronoi_by(float2(10.9, -3.05), (way) => chebyshev_length(way))",
       {0.5008089, 0.6065820, 0.6566891}},
      {"voronoi_by(float3(0.3, 0.6, 2.2), (way) => manhattan_length(way))",
       {1.2856972, 1.4371979, 0.1648426}},
      {"voronoi_by(float3(0.3, 0.6, 2.2), (way) => chebyshev_length(way))",
       {0.6971036, 0.7342057, 0.2241014}},
      {"voronoi_by(float3(-2.7, 5.15, 0.4), (way) => manhattan_length(way))",
       {0.7506455, 0.9528067, 0.6975933}},
      {"voronoi_by(float3(-2.7, 5.15, 0.4), (way) => chebyshev_length(way))",
       {0.4599112, 0.5689497, 0.6975933}},
  };
  for (const auto& [call, expected] : rows) {
    CHECK(evaluated(call + ".f1") == Approx(expected[0]).margin(2e-6));
    CHECK(evaluated(call + ".f2") == Approx(expected[1]).margin(2e-6));
    CHECK(evaluated(call + ".cell") == Approx(expected[2]).margin(2e-6));
  }
  CHECK(evaluated("voronoi_manhattan(float2(0.3, 0.6)).f2 - " + rows[0].first + ".f2") == 0.0);
  CHECK(evaluated("voronoi_chebyshev(float2(0.3, 0.6)).f2 - " + rows[1].first + ".f2") == 0.0);
  // Without jitter the points are in the middle of cells.
  CHECK(evaluated("voronoi_manhattan(float2(0.3, 0.6), 0.0).f1") == Approx(0.3));
  CHECK(evaluated("voronoi_manhattan(float2(0.3, 0.6), 0.0).f2") == Approx(0.9));
  CHECK(evaluated("voronoi_chebyshev(float2(0.3, 0.6), 0.0).f1") == Approx(0.2));
}

TEST_CASE("library: white balance takes the color of the light away", "[cli]") {
  const std::string balanced =
      "white_balance(float3(0.8, 0.5, 0.3) as {use: reflectance, encoding: linear}, ";
  // Von Kries' law in Bradford's cones, with Krystek's curve, in Python.
  CHECK(evaluated(balanced + "3200.0).x") == Approx(0.456316222));
  CHECK(evaluated(balanced + "3200.0).z") == Approx(0.886528318));
  CHECK(evaluated(balanced + "6504.0).y") == Approx(0.5));
  CHECK(evaluated(
            "white_balance(float3(0.0, 1.0, 0.0) as {use: color, encoding: linear}, 2000.0).x") ==
        0.0);
}

TEST_CASE("library: shadows and occlusion among shapes", "[cli]") {
  const std::string shadow_end =
      ", float3(0.0) as {use: position, basis: world}, "
      "float3(0.0, 1.0, 0.0) as {use: direction, basis: world, norm: unit})";
  const auto shadow = [&](const std::string& shapes) {
    return evaluated("marched_shadow((at) => " + shapes + shadow_end);
  };
  CHECK(shadow("100.0") == 1.0);
  CHECK(shadow("length(float3(at) - float3(0.0, 2.0, 0.0)) - 0.5") == 0.0);
  CHECK(shadow("length(float3(at) - float3(0.0, -2.0, 0.0)) - 0.5") == 1.0);
  // An edge through the middle of the light, and one that a quarter of its disk is behind.
  CHECK(shadow("float3(at).x") == Approx(0.5));
  CHECK(shadow("0.05 * float3(at).y") == Approx(0.84375));

  const auto occlusion = [](const std::string& shapes) {
    return evaluated("marched_occlusion((at) => " + shapes +
                     ", float3(0.1, 0.0, 0.0) as {use: position, basis: world}, "
                     "float3(0.0, 1.0, 0.0) as {use: normal, basis: world, norm: unit})");
  };
  CHECK(occlusion("float3(at).y") == Approx(1.0));
  CHECK(occlusion("0.0") == Approx(0.0).margin(1e-6));
  // A wall at a distance of 0.1: heights of 0.08, 0.16, … miss 0, 0.06, 0.14, 0.22 and 0.3.
  CHECK(occlusion("min(float3(at).x, float3(at).y)") == Approx(1.0 - 0.11125 / 0.285));
}

TEST_CASE("library: products of vectors with units do not depend on the order", "[cli]") {
  for (const char* use : {"use: direction, basis: world, ", ""}) {
    const std::string a =
        std::string("(float3(100.0, 200.0, 300.0) as {") + use + "unit: centimetre})";
    const std::string b = std::string("(float3(1.0, 2.0, 4.0) as {") + use + "unit: metre})";
    INFO(use);
    // As a product of a centimetre and a metre, which is neither.
    CHECK(evaluated("dot(" + a + ", " + b + ")") == Approx(1700.0));
    CHECK(evaluated("dot(" + b + ", " + a + ")") == Approx(1700.0));
    CHECK(evaluated("cross(" + a + ", " + b + ")") == Approx(200.0));
    CHECK(evaluated("cross(" + b + ", " + a + ")") == Approx(-200.0));
  }
  CHECK(evaluated("distance(float3(100.0, 0.0, 0.0) as {use: vector, unit: centimetre}, "
                  "float3(2.0, 0.0, 0.0) as {use: vector, unit: metre})") == Approx(100.0));
}

}  // namespace weft::testing::library_functions_test
