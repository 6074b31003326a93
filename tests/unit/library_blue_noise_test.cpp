// The spectrum of blue noise, by the interpreter.

#include <array>
#include <cmath>
#include <complex>
#include <sstream>
#include <string>

#include "tests/support/catch.h"
#include "tests/support/run_weft.h"

namespace weft::testing::library_blue_noise_test {

namespace {

constexpr int side = 32;
using Tile = std::array<std::array<double, side>, side>;

/// The values of a tile, moved by some pixels. Rows are `float[32](…)`.
Tile tile_from(int x0, int y0) {
  const TempDir place;
  place.write("noise.weft", "import \"blue_noise\";\n");
  Tile tile = {};
  for (int y = 0; y < side; ++y) {
    std::ostringstream row;
    row << "float[32](";
    for (int x = 0; x < side; ++x) {
      row << (x > 0 ? ", " : "") << "blue_noise_at(int2(" << x0 + x << ", " << y0 + y << "))";
    }
    row << ")";
    const Finished finished = run_weft(place, {"eval", "noise.weft", row.str()});
    INFO(finished.err);
    REQUIRE(finished.exit_code == 0);
    std::istringstream numbers(finished.out.substr(finished.out.find('(') + 1));
    for (double& value : tile[static_cast<std::size_t>(y)]) {
      char comma = 0;
      REQUIRE(numbers >> value >> comma);
    }
  }
  return tile;
}

/// The mean power of the waves with frequencies from `low` to `high`, in cycles per pixel, over the
/// power that white noise with the same variance has in each.
double power_between(const Tile& tile, double low, double high) {
  double mean = 0.0;
  double squares = 0.0;
  for (const auto& row : tile) {
    for (const double value : row) {
      mean += value / (side * side);
      squares += value * value / (side * side);
    }
  }
  double power = 0.0;
  int waves = 0;
  for (int v = -side / 2; v < side / 2; ++v) {
    for (int u = -side / 2; u < side / 2; ++u) {
      const double frequency = std::hypot(u, v) / side;
      if ((u == 0 && v == 0) || frequency < low || frequency > high) {
        continue;
      }
      std::complex<double> sum = 0.0;
      for (int y = 0; y < side; ++y) {
        for (int x = 0; x < side; ++x) {
          sum += (tile[static_cast<std::size_t>(y)][static_cast<std::size_t>(x)] - mean) *
                 std::polar(1.0, -2.0 * 3.14159265358979 * (u * x + v * y) / side);
        }
      }
      power += std::norm(sum) / (side * side);
      ++waves;
    }
  }
  return power / waves / (squares - mean * mean);
}

}  // namespace

TEST_CASE("library: blue noise has little power at low frequencies", "[cli]") {
  const Tile tile = tile_from(0, 0);
  CHECK(power_between(tile, 0.0, 0.1) < 0.001);
  CHECK(power_between(tile, 0.0, 0.2) < 0.005);
  CHECK(power_between(tile, 0.35, 0.71) > 1.0);
  // Each of 256 levels is there four times.
  std::array<int, 256> counts = {};
  for (const auto& row : tile) {
    for (const double value : row) {
      ++counts.at(static_cast<std::size_t>(value * 256.0));
    }
  }
  for (const int count : counts) {
    CHECK(count == 4);
  }
}

TEST_CASE("library: tiles of blue noise have no seam", "[cli]") {
  CHECK(power_between(tile_from(13, -21), 0.0, 0.2) < 0.005);
  CHECK(tile_from(32, -64) == tile_from(0, 0));
}

}  // namespace weft::testing::library_blue_noise_test
