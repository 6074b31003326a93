// Fibers: hair by scattering and the sheen of a volume of fibers, by quadrature through the
// interpreter. tests/library/values.tsv has values of both.

#include <cmath>
#include <sstream>
#include <string>

#include "tests/support/catch.h"
#include "tests/support/run_weft.h"

namespace weft::testing::library_fibers_test {

namespace {

const std::string fibers_text = R"(
import "hair";
import "fiber_sheen";
import "materialx";
/// A twelfth of a sphere's rings, from ring `first` of 48, of what a strand along x scatters. An evaluation ends after a
/// million steps, so that a sphere takes four.
fragment scattered(first: int, sine: float, h: float, roughness: float, around: float, ior: float) -> float
{
    float3 v = float3(sine, 0.0, sqrt(1.0 - sine * sine));
    float sum = 0.0;
    for (int i = first; i < first + 12; ++i) {
        float z = (float(i) + 0.5) / 24.0 - 1.0;
        float s = sqrt(1.0 - z * z);
        for (int j = 0; j < 64; ++j) {
            float phi = TWO_PI * (float(j) + 0.5) / 64.0;
            float3 l = float3(z, s * cos(phi), s * sin(phi));
            sum += hair_scattering(float3(0.0), h, float3(1.0, 0.0, 0.0), roughness, around, 0.035, ior, v, l).y;
        }
    }
    return sum * (4.0 * PI / 3072.0);
}
/// Whether all values for directions, places and roughness at their ends are finite and not negative: the number of those
/// that are not.
fragment unsound(absorption: float3, roughness: float, ior: float) -> int
{
    float3 directions[6] = float3[6](
        float3(1.0, 0.0, 0.0),
        float3(-1.0, 0.0, 0.0),
        float3(0.0, 0.0, 1.0),
        float3(0.0, 0.0, -1.0),
        float3(0.9999985, 0.0017453, 0.0),
        float3(0.6, 0.8, 0.0));
    int count = 0;
    for (int i = 0; i < 6; ++i) {
        for (int j = 0; j < 6; ++j) {
            for (int k = -1; k <= 1; ++k) {
                float3 value = hair_scattering(absorption, float(k), float3(1.0, 0.0, 0.0), roughness, roughness, 0.035, ior, directions[i], directions[j]);
                bool is_sound = value.x >= 0.0 && value.x < 1e30 && value.z >= 0.0 && value.z < 1e30;
                count = is_sound ? count : count + 1;
            }
        }
    }
    return count;
}
/// The share of light that `fiber_sheen_reflection` sends to an eye in the xz plane, on whose sides it is the same.
fragment sheen_share(c: float, roughness: float) -> float
{
    float3 n = float3(0.0, 0.0, 1.0);
    float3 v = float3(sqrt(max(1.0 - c * c, 0.0)), 0.0, c);
    float sum = 0.0;
    for (int i = 0; i < 64; ++i) {
        float t = (float(i) + 0.5) / 64.0;
        float z = t * t;  // dense where narrow lobes are
        float s = sqrt(1.0 - z * z);
        for (int j = 0; j < 20; ++j) {
            float phi = PI * (float(j) + 0.5) / 20.0;
            sum += fiber_sheen_reflection(float3(1.0), roughness, n, v, float3(s * cos(phi), s * sin(phi), z)).y * (2.0 * t);
        }
    }
    return sum * (TWO_PI / 1280.0);
}
)";

double evaluated(const TempDir& place, const std::string& expression) {
  const Finished finished = run_weft(place, {"eval", "fibers.weft", expression});
  INFO(expression << " = " << finished.out << finished.err);
  REQUIRE(finished.exit_code == 0);
  return std::stod(finished.out);
}

template <typename... Numbers>
std::string call(const std::string& function, Numbers... numbers) {
  std::ostringstream text;
  text << std::fixed << function << "(";
  const char* between = "";
  ((text << between << numbers, between = ", "), ...);
  text << ")";
  return text.str();
}

}  // namespace

TEST_CASE("library: white hair scatters all of the light") {
  const TempDir place;
  place.write("fibers.weft", fibers_text);
  for (const double sine : {0.0, 0.5, -0.8}) {
    for (const double offset : {0.0, 0.6, -0.95}) {
      for (const double roughness : {0.25, 0.5, 1.0}) {
        INFO("sine " << sine << ", offset " << offset << ", roughness " << roughness);
        double sum = 0.0;
        for (const int first : {0, 12, 24, 36}) {
          sum += evaluated(
              place, call("scattered", first, sine, offset, roughness, 1.25 - roughness, 1.55));
        }
        CHECK(std::abs(sum - 1.0) <= 0.003);
      }
    }
  }
}

TEST_CASE("library: hair is finite where its angles, roughness and absorption end") {
  const TempDir place;
  place.write("fibers.weft", fibers_text);
  for (const double roughness : {0.0, 0.3, 1.0}) {
    for (const std::string absorption : {"float3(0.0)", "float3(0.0, 1.0, 1e9)"}) {
      for (const double ior : {1.0, 1.55}) {
        CHECK(evaluated(place, call("unsound", absorption, roughness, ior)) == 0.0);
      }
    }
  }
}

TEST_CASE("library: strands that absorb send back less, in the color that is left") {
  const TempDir place;
  place.write("fibers.weft", fibers_text);
  // The shares that leave in all are what a white furnace around the strand shows.
  const std::string red = "hair_absorption(float3(0.8, 0.2, 0.05), 0.3), 1.55)";
  const std::string shares = "strand_shares(0.3, 0.2, " + red;
  const std::string all = "(" + shares + ".outside + " + shares + ".through + " + shares +
                          ".inside + " + shares + ".rest)";
  const double r = evaluated(place, all + ".x");
  const double g = evaluated(place, all + ".y");
  const double b = evaluated(place, all + ".z");
  CHECK(r < 1.0);
  CHECK(g < r);
  CHECK(b < g);
  CHECK(b > evaluated(place, shares + ".outside.z"));
}

TEST_CASE("library: the sheen of fibers reflects its albedo, and no more than arrives") {
  const TempDir place;
  place.write("fibers.weft", fibers_text);
  for (const double c : {0.02, 0.1, 0.3, 0.6, 1.0}) {
    for (const double roughness : {0.0, 0.3, 0.6, 1.0}) {
      INFO("cosine " << c << ", roughness " << roughness);
      const double albedo = evaluated(place, call("fiber_sheen_albedo", c, roughness));
      CHECK(albedo <= 1.0);
      CHECK(albedo >= 0.0);
      CHECK(std::abs(evaluated(place, call("sheen_share", c, roughness)) - albedo) <= 0.01);
      // The fit of the authors' own table, which MaterialX has.
      if (roughness > 0.0) {
        CHECK(std::abs(evaluated(place, call("mtlx_cloth_albedo", c, roughness)) - albedo) <= 0.02);
      }
    }
  }
}

}  // namespace weft::testing::library_fibers_test
