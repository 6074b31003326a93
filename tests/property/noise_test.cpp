// shaders/noise.weft on the CPU: the hashes are the published ones, noise has its documented range,
// mean and smoothness, and a second implementation of the lattice gives the same numbers.

#include <algorithm>
#include <cmath>
#include <cstdint>
#include <map>
#include <string>
#include <vector>

#include "fragments/interpreter/interpreter.h"
#include "fragments/interpreter/operations.h"
#include "fragments/load/disk_reader.h"
#include "fragments/load/load.h"
#include "tests/support/catch.h"
#include "tests/support/places.h"
#include "tests/support/seed.h"
#include "tests/unit/interpreter_bodies.h"

namespace weft::testing::noise_test {

namespace {

using namespace weft;

/// The shipped file, whose leaves are evaluated one call at a time.
class Noise {
 public:
  Noise()
      : loaded_(
            load_library((repository_root() / "shaders/noise.weft").string(), DiskReader(), {})) {
    REQUIRE(loaded_.diagnostics.empty());
  }

  /// The results of the overload whose first port has this type; ports without a value get their
  /// default.
  std::vector<Constant> call(const std::string& name, const std::vector<Constant>& ports) {
    const Library& library = loaded_.library;
    const auto& candidates = library.find_fragments(*library.names.find(name));
    for (FragmentId id : candidates) {
      const Fragment& fragment = library.fragments[id];
      if (fragment.ports[0].type.data != ports[0].type) {
        continue;
      }
      std::vector<Constant> all = ports;
      for (std::size_t i = ports.size(); i < fragment.ports.size(); ++i) {
        const auto& nodes = fragment.ports[i].default_value->nodes;
        all.push_back(std::get<LiteralNode>(nodes[NodeId(0)].kind).value);
      }
      std::vector<DataType> types;
      for (const FragmentResult& result : fragment.results) {
        types.push_back(result.type.data);
      }
      auto [evaluator, is_new] =
          evaluators_.try_emplace(id.index(), library, fragment.instances()[0].body);
      auto values = evaluator->second.run(types, {all, {}});
      if (!values) {
        FAIL(values.error().message);
      }
      return *values;
    }
    FAIL("no overload of " << name);
    return {};
  }

  double number(const std::string& name, const std::vector<Constant>& ports) {
    return static_cast<double>(float_of(call(name, ports)[0].bits[0]));
  }

 private:
  LoadedLibrary loaded_;
  std::map<std::uint32_t, BodyEvaluator> evaluators_;
};

Constant place(std::initializer_list<double> at) {
  std::vector<float> components;
  for (double component : at) {
    components.push_back(static_cast<float>(component));
  }
  return float_constant(DataType::vector(Scalar::Float, static_cast<int>(components.size())),
                        components);
}

/// Jarzynski and Olano's listing.
std::vector<std::uint32_t> published_pcg3d(std::uint32_t x, std::uint32_t y, std::uint32_t z) {
  std::uint32_t v[3] = {x, y, z};
  for (std::uint32_t& c : v) {
    c = c * 1664525U + 1013904223U;
  }
  v[0] += v[1] * v[2];
  v[1] += v[2] * v[0];
  v[2] += v[0] * v[1];
  for (std::uint32_t& c : v) {
    c ^= c >> 16U;
  }
  v[0] += v[1] * v[2];
  v[1] += v[2] * v[0];
  v[2] += v[0] * v[1];
  return {v[0], v[1], v[2]};
}

/// Perlin's noise in double, with gradients from a table and a sum over corners instead of nested
/// blends.
double reference_noise(double x, double y, double z) {
  static constexpr double gradients[16][3] = {{1, 1, 0}, {-1, 1, 0}, {1, -1, 0}, {-1, -1, 0},
                                              {1, 0, 1}, {-1, 0, 1}, {1, 0, -1}, {-1, 0, -1},
                                              {0, 1, 1}, {0, -1, 1}, {0, 1, -1}, {0, -1, -1},
                                              {1, 1, 0}, {0, -1, 1}, {-1, 1, 0}, {0, -1, -1}};
  auto fade = [](double t) { return ((6 * t - 15) * t + 10) * t * t * t; };
  const double base[3] = {std::floor(x), std::floor(y), std::floor(z)};
  const double way[3] = {x - base[0], y - base[1], z - base[2]};
  double sum = 0;
  for (int corner = 0; corner < 8; ++corner) {
    std::uint32_t cell[3];
    double from[3];
    double weight = 1;
    for (int axis = 0; axis < 3; ++axis) {
      const int bit = corner >> axis & 1;
      cell[axis] = static_cast<std::uint32_t>(static_cast<std::int32_t>(base[axis]) + bit);
      from[axis] = way[axis] - bit;
      weight *= bit != 0 ? fade(way[axis]) : 1 - fade(way[axis]);
    }
    const auto& g = gradients[published_pcg3d(cell[0], cell[1], cell[2])[0] >> 28U];
    sum += weight * (g[0] * from[0] + g[1] * from[1] + g[2] * from[2]);
  }
  return sum;
}

}  // namespace

TEST_CASE("noise: hashes match the published ones") {
  Noise noise;
  Random random(seed());
  for (int i = 0; i < 200; ++i) {
    const auto x = static_cast<std::uint32_t>(random.below(0x100000000ULL));
    const auto y = static_cast<std::uint32_t>(random.below(0x100000000ULL));
    const auto z = static_cast<std::uint32_t>(random.below(0x100000000ULL));
    INFO("seed " << seed() << ": " << x << " " << y << " " << z);
    CHECK(noise.call("pcg3d", {uints({x, y, z})})[0].bits == published_pcg3d(x, y, z));
    const std::uint32_t state = x * 747796405U + 2891336453U;
    const std::uint32_t word = ((state >> ((state >> 28U) + 4U)) ^ state) * 277803737U;
    CHECK(noise.call("pcg", {uints({x})})[0].bits[0] == ((word >> 22U) ^ word));
  }
  CHECK(noise.number("unit_interval", {uints({0xffffffffU})}) < 1.0);
}

TEST_CASE("noise: the lattice matches a second implementation") {
  Noise noise;
  Random random(seed() + 1);
  for (std::size_t i = 0; i < scaled(300); ++i) {
    double at[3];
    for (double& component : at) {
      component = static_cast<double>(static_cast<float>(random.between(-20.0, 20.0)));
    }
    INFO("seed " << seed() << ": " << at[0] << " " << at[1] << " " << at[2]);
    CHECK(noise.number("noise", {place({at[0], at[1], at[2]})}) ==
          Approx(reference_noise(at[0], at[1], at[2])).margin(2e-5));
  }
}

TEST_CASE("noise: range, mean and zeros are as documented") {
  Noise noise;
  Random random(seed() + 2);
  struct Row {
    const char* name;
    bool in_space;
    double least, most, mean;
  };
  const Row rows[] = {
      {"noise", false, -1.0, 1.0, 0.0},      {"noise", true, -1.05, 1.05, 0.0},
      {"cell_noise", false, 0.0, 1.0, 0.5},  {"cell_noise", true, 0.0, 1.0, 0.5},
      {"value_noise", false, 0.0, 1.0, 0.5}, {"value_noise", true, 0.0, 1.0, 0.5},
      {"fbm", false, 0.0, 1.0, 0.5},         {"fbm", true, 0.0, 1.0, 0.5},
  };
  const std::size_t count = scaled(1500);
  for (const Row& row : rows) {
    double sum = 0;
    double low = 10;
    double high = -10;
    for (std::size_t i = 0; i < count; ++i) {
      const double x = random.between(-100, 100);
      const double y = random.between(-100, 100);
      const double z = random.between(-100, 100);
      const double value =
          noise.number(row.name, {row.in_space ? place({x, y, z}) : place({x, y})});
      sum += value;
      low = std::min(low, value);
      high = std::max(high, value);
    }
    INFO(row.name << (row.in_space ? " 3D" : " 2D") << ", seed " << seed() << ": " << low << " to "
                  << high);
    CHECK(low >= row.least);
    CHECK(high <= row.most);
    CHECK(high - low > 0.3 * (row.most - row.least));
    CHECK(std::fabs(sum / static_cast<double>(count) - row.mean) < 0.05);
  }
  CHECK(noise.number("noise", {place({3, -4})}) == 0.0);
  CHECK(noise.number("noise", {place({3, -4, 5})}) == 0.0);
}

TEST_CASE("noise: values are continuous across cell borders, negative ones too") {
  Noise noise;
  for (const char* name : {"noise", "value_noise", "fbm"}) {
    for (double border : {-3.0, -1.0, 0.0, 1.0, 7.0}) {
      INFO(name << " at " << border);
      const double before = noise.number(name, {place({border - 1e-4, 0.37, 2.6})});
      const double after = noise.number(name, {place({border + 1e-4, 0.37, 2.6})});
      CHECK(std::fabs(before - after) < 2e-3);
    }
  }
}

TEST_CASE("noise: voronoi finds the nearest points, by brute force") {
  Noise noise;
  Random random(seed() + 3);
  for (std::size_t i = 0; i < scaled(100); ++i) {
    const double x = random.between(-10, 10);
    const double y = random.between(-10, 10);
    INFO("seed " << seed() << ": " << x << " " << y);
    const std::vector<Constant> found = noise.call("voronoi", {place({x, y})});
    std::vector<double> distances;
    const auto fx = static_cast<double>(static_cast<float>(x));
    const auto fy = static_cast<double>(static_cast<float>(y));
    for (int cy = -3; cy <= 3; ++cy) {
      for (int cx = -3; cx <= 3; ++cx) {
        const int px = static_cast<int>(std::floor(fx)) + cx;
        const int py = static_cast<int>(std::floor(fy)) + cy;
        const Constant h = noise.call(
            "pcg2d", {uints({static_cast<std::uint32_t>(px), static_cast<std::uint32_t>(py)})})[0];
        const double ox = static_cast<double>(h.bits[0] >> 8U) / 16777216.0 - 0.5;
        const double oy = static_cast<double>(h.bits[1] >> 8U) / 16777216.0 - 0.5;
        distances.push_back(std::hypot(px + 0.5 + 0.8 * ox - fx, py + 0.5 + 0.8 * oy - fy));
      }
    }
    std::sort(distances.begin(), distances.end());
    CHECK(static_cast<double>(float_of(found[0].bits[0])) == Approx(distances[0]).margin(1e-5));
    CHECK(static_cast<double>(float_of(found[1].bits[0])) == Approx(distances[1]).margin(1e-5));
  }
}

}  // namespace weft::testing::noise_test
