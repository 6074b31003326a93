// The shipped conversions: every pair of values of a trait has one chain or intentionally none, and
// the numbers match the standards, derived again here.

#include "tests/unit/shipped_conversions.h"

#include <algorithm>
#include <cmath>
#include <functional>
#include <set>
#include <string>
#include <utility>
#include <vector>

#include "tests/unit/color_primaries.h"

namespace weft::testing::shipped_conversions_test {

namespace {

using namespace weft;

std::vector<std::string> typed(const std::string& before, const std::vector<std::string>& values,
                               const std::string& after = "") {
  std::vector<std::string> types;
  for (const std::string& value : values) {
    types.push_back(before + value + after);
  }
  return types;
}

}  // namespace

TEST_CASE("shipped conversions: two values of a trait have one chain or are declared unreachable",
          "[shipped]") {
  REQUIRE(shipped().errors().empty());
  const std::vector<std::string> bases = {"model", "world",  "view",   "clip",
                                          "ndc",   "screen", "tangent"};
  std::vector<std::string> positions = typed("float3,use:position,basis:", bases);
  positions[3] = "float4,use:position,basis:clip";
  const std::vector<std::string> encodings = {"linear", "srgb", "gamma22", "rec709",
                                              "pq",     "hlg",  "acescct", "log3g10"};
  const std::vector<std::string> primaries = {"rec709", "p3_d65",     "rec2020",
                                              "acescg", "aces2065_1", "xyz"};
  struct Family {
    std::vector<std::string> types;
    std::function<bool(const std::string&, const std::string&)> is_possible;
  };
  auto always = [](const std::string&, const std::string&) { return true; };
  // Perspective transforms vectors depending on their position.
  auto not_projected = [](const std::string& from, const std::string& to) {
    for (const char* basis : {"clip", "ndc", "screen"}) {
      if (from.find(basis) != std::string::npos || to.find(basis) != std::string::npos) {
        return false;
      }
    }
    return true;
  };
  auto not_opaque = [](const std::string&, const std::string& to) {
    return to.find("opaque") == std::string::npos;
  };
  const std::string tangent_normal = "use:normal,basis:tangent,packing:";
  const Family families[] = {
      {positions, always},
      {typed("float3,use:position,unit:metre,basis:", {"model", "world", "view", "tangent"}),
       always},
      {typed("float3,use:position,unit:inch,basis:", {"model", "world", "view", "tangent"}),
       always},
      {typed("float3,use:direction,basis:",
             {"model", "world", "view", "tangent", "clip", "ndc", "screen"}),
       not_projected},
      {typed("float3,use:normal,basis:",
             {"model", "world", "view", "tangent", "clip", "ndc", "screen"}),
       not_projected},
      {typed("float3,use:normal,norm:unit,basis:", {"model", "world", "view", "tangent"}), always},
      {typed("float3,use:reflectance,encoding:", encodings), always},
      {typed("float4,use:radiance,encoding:", encodings), always},
      {typed("float3,use:color,encoding:linear,primaries:", primaries), always},
      {typed("float4,use:color,encoding:linear,primaries:", primaries), always},
      {typed("float3,use:color,encoding:srgb,primaries:", primaries), always},
      {typed("float3,use:color,encoding:acescct,primaries:", primaries), always},
      {typed("float,unit:", {"metre", "kilometre", "centimetre", "millimetre", "inch", "foot"}),
       always},
      {typed("float3,use:position,basis:world,unit:",
             {"metre", "kilometre", "centimetre", "millimetre", "inch", "foot"}),
       always},
      {typed("float,unit:", {"radian", "degree", "turn"}), always},
      {typed("float,unit:", {"second", "millisecond", "minute"}), always},
      {typed("float4,use:color,encoding:linear,alpha:", {"opaque", "straight", "premultiplied"}),
       not_opaque},
      {{"float3," + tangent_normal + "plain", "float3," + tangent_normal + "unorm",
        "float3," + tangent_normal + "snorm", "float2," + tangent_normal + "two_channel",
        "float2," + tangent_normal + "octahedral"},
       always},
      {typed("float,use:depth,depth_scale:", {"device", "reversed", "linear"}), always},
  };
  for (const Family& family : families) {
    for (const std::string& from : family.types) {
      for (const std::string& to : family.types) {
        ConversionAnswer answer = shipped().find(from, to);
        INFO(from << " -> " << to << ": " << shipped().steps(answer));
        bool expected = from == to || family.is_possible(from, to);
        CHECK(answer.possible == expected);
        CHECK(answer.decided() == expected);
        CHECK_FALSE(answer.hit_limit);
      }
    }
  }
}

TEST_CASE("shipped conversions: common conversions take the expected chains", "[shipped]") {
  struct Case {
    const char* from;
    const char* to;
    const char* steps;
  };
  const Case cases[] = {
      {"float3,use:normal,basis:tangent,norm:unit", "float3,use:normal,basis:view,norm:unit",
       "normal_tangent_to_world, normal_to_view, normalize_vector"},
      {"float3,use:radiance,encoding:acescct,primaries:acescg",
       "float4,use:display_color,encoding:srgb,primaries:rec709",
       "decode_acescct, acescg_to_rec709, expose, encode_srgb, opaque"},
      {"float3,use:position,basis:world,unit:inch", "float3,use:position,basis:model",
       "inch_to_metre_position, position_to_model"},
      {"float3,use:position,basis:model", "float3,use:position,basis:screen",
       "position_to_clip, position_clip_to_ndc, position_ndc_to_screen"},
      {"float3,use:color,encoding:pq,primaries:rec2020",
       "float3,use:color,encoding:srgb,primaries:rec709",
       "decode_pq, rec2020_to_rec709, encode_srgb"},
      {"float3,use:color,encoding:srgb", "float,use:luminance", "decode_srgb, luminance"},
      {"float,use:depth,depth_scale:reversed", "float,use:depth,depth_scale:linear",
       "unreverse_depth, linearize_depth"},
  };
  for (const Case& c : cases) {
    INFO(c.from << " -> " << c.to);
    CHECK(shipped().steps(shipped().find(c.from, c.to)) == c.steps);
  }
}

TEST_CASE("shipped conversions: primaries match their chromaticities along every chain",
          "[shipped]") {
  std::vector<std::pair<std::string, Matrix>> sets;
  for (const Primaries& primaries : all_primaries) {
    sets.emplace_back(primaries.name, to_xyz(primaries));
  }
  sets.emplace_back("xyz", Matrix{{{1, 0, 0}, {0, 1, 0}, {0, 0, 1}}});
  for (const auto& [from, from_matrix] : sets) {
    for (const auto& [to, to_matrix] : sets) {
      if (from == to) {
        continue;
      }
      Matrix expected = product(inverse(to_matrix), from_matrix);
      for (int j = 0; j < 3; ++j) {
        std::vector<double> unit(3, 0.0);
        unit[static_cast<std::size_t>(j)] = 1.0;
        for (const char* data : {"float3", "float4"}) {
          bool has_alpha = std::string(data) == "float4";
          std::vector<double> value = unit;
          if (has_alpha) {
            value.push_back(0.25);
          }
          std::string type = std::string(data) + ",use:color,encoding:linear,primaries:";
          std::vector<double> got = shipped().convert(type + from, type + to, value);
          INFO(type << from << " -> " << to);
          for (int i = 0; i < 3; ++i) {
            CHECK(std::abs(got[static_cast<std::size_t>(i)] - expected[i][j]) < 2e-6);
          }
          CHECK((!has_alpha || got[3] == 0.25));
        }
      }
    }
  }
}

TEST_CASE("shipped conversions: the matrix to XYZ has the published rows", "[shipped]") {
  // The luminance rows of ITU-R BT.709 and of AMPAS S-2014-004 (AP1, D60), the latter before
  // adaptation to D65.
  std::vector<double> red =
      shipped().convert("float3,use:color,encoding:linear",
                        "float3,use:color,encoding:linear,primaries:xyz", {1, 0, 0});
  CHECK(std::abs(red[0] - 0.4123908) < 1e-6);
  CHECK(std::abs(red[1] - 0.2126390) < 1e-6);
  CHECK(std::abs(red[2] - 0.0193308) < 1e-6);
  // The common matrix from sRGB to ACEScg, in the ACES documentation and in every renderer.
  std::vector<double> in_ap1 =
      shipped().convert("float3,use:color,encoding:linear",
                        "float3,use:color,encoding:linear,primaries:acescg", {1, 0, 0});
  CHECK(std::abs(in_ap1[0] - 0.613097) < 1e-5);
  CHECK(std::abs(in_ap1[1] - 0.070194) < 1e-5);
  CHECK(std::abs(in_ap1[2] - 0.020616) < 1e-5);
}

TEST_CASE("shipped conversions: encodings match the curves of their standards", "[shipped]") {
  struct Curve {
    const char* name;
    std::function<double(double)> decode;  // in double, defined again
    double end;                            // signals from 0 to this
  };
  const Curve curves[] = {
      {"srgb",
       [](double v) { return v <= 0.04045 ? v / 12.92 : std::pow((v + 0.055) / 1.055, 2.4); }, 1.0},
      {"gamma22", [](double v) { return std::pow(v, 2.2); }, 1.0},
      {"rec709",
       [](double v) { return v < 0.081 ? v / 4.5 : std::pow((v + 0.099) / 1.099, 1.0 / 0.45); },
       1.0},
      {"pq",
       [](double v) {
         const double m1 = 2610.0 / 16384.0;
         const double m2 = 2523.0 / 4096.0 * 128.0;
         const double c1 = 3424.0 / 4096.0;
         const double c2 = 2413.0 / 4096.0 * 32.0;
         const double c3 = 2392.0 / 4096.0 * 32.0;
         double p = std::pow(v, 1.0 / m2);
         return 10000.0 / 100.0 * std::pow(std::max(p - c1, 0.0) / (c2 - c3 * p), 1.0 / m1);
       },
       1.0},
      {"hlg",
       [](double v) {
         const double a = 0.17883277;
         const double b = 1.0 - 4.0 * a;
         const double c = 0.5 - a * std::log(4.0 * a);
         return v <= 0.5 ? v * v / 3.0 : (std::exp((v - c) / a) + b) / 12.0;
       },
       1.0},
      {"acescct",
       [](double v) {
         return v <= 0.155251141552511 ? (v - 0.0729055341958355) / 10.5402377416545
                                       : std::exp2(v * 17.52 - 9.72);
       },
       1.0},
      {"log3g10",
       [](double v) {
         return v < 0.0 ? v / 15.1927 - 0.01
                        : (std::pow(10.0, v / 0.224282) - 1.0) / 155.975327 - 0.01;
       },
       1.0},
  };
  for (const Curve& curve : curves) {
    for (int i = 0; i <= 64; ++i) {
      double signal = curve.end * i / 64.0;
      double expected = curve.decode(signal);
      for (const char* data : {"float3", "float4"}) {
        std::string linear = std::string(data) + ",use:color,encoding:linear";
        std::string encoded = std::string(data) + ",use:color,encoding:" + curve.name;
        std::vector<double> value(std::string(data) == "float3" ? 3 : 4, signal);
        std::vector<double> decoded = shipped().convert(encoded, linear, value);
        std::vector<double> again = shipped().convert(linear, encoded, decoded);
        INFO(encoded << " " << signal << ": " << decoded[0] << ", not " << expected << "; and back "
                     << again[0]);
        CHECK(std::abs(decoded[0] - expected) <= 2e-4 * std::abs(expected) + 1e-6);
        CHECK(decoded[2] == decoded[0]);
        CHECK((value.size() == 3 || decoded[3] == Approx(signal)));
        CHECK(std::abs(again[0] - signal) < 2e-4);
      }
    }
  }
  // Values stated by the standards.
  auto signal_of = [](const char* encoding, double light) {
    return shipped().convert("float3,use:color,encoding:linear",
                             std::string("float3,use:color,encoding:") + encoding,
                             {light, light, light})[0];
  };
  CHECK(signal_of("pq", 1.0) == Approx(0.508078).epsilon(1e-4));  // 100 cd/m²
  CHECK(signal_of("pq", 100.0) == Approx(1.0).epsilon(1e-5));     // 10,000 cd/m²
  CHECK(signal_of("hlg", 1.0 / 12.0) == Approx(0.5).epsilon(1e-5));
  CHECK(signal_of("hlg", 1.0) == Approx(1.0).epsilon(1e-5));
  CHECK(signal_of("acescct", 0.18) == Approx(0.4135884).epsilon(1e-5));
  CHECK(signal_of("log3g10", 0.18) == Approx(1.0 / 3.0).epsilon(1e-4));
  CHECK(signal_of("rec709", 1.0) == Approx(1.0).epsilon(1e-6));
}

TEST_CASE("shipped conversions: PQ avoids cancellation", "[shipped]") {
  // SMPTE ST 2084:2014 in double precision, at signals that are floats.
  const auto decode = [](double signal) {
    const double p = std::pow(signal, 32.0 / 2523.0);
    return 100.0 *
           std::pow(std::max(p - 3424.0 / 4096.0, 0.0) / (2413.0 / 128.0 - 2392.0 / 128.0 * p),
                    16384.0 / 2610.0);
  };
  for (int i = 8; i <= 1024; ++i) {
    const double signal = i / 1024.0;
    const double decoded =
        shipped().convert("float3,use:color,encoding:pq", "float3,use:color,encoding:linear",
                          {signal, signal, signal})[0];
    INFO(signal << ": " << decoded << ", not " << decode(signal));
    CHECK(std::abs(decoded - decode(signal)) <= 3e-5 * decode(signal));
  }
  CHECK(shipped().convert("float3,use:color,encoding:pq", "float3,use:color,encoding:linear",
                          {0, 0, 0})[0] == 0.0);
}

TEST_CASE("shipped conversions: units and alpha", "[shipped]") {
  CHECK(shipped().convert("float,unit:inch", "float,unit:centimetre", {1})[0] == Approx(2.54));
  CHECK(shipped().convert("float,unit:foot", "float,unit:inch", {1})[0] == Approx(12));
  CHECK(shipped().convert("float,unit:turn", "float,unit:degree", {0.5})[0] == Approx(180));
  CHECK(shipped().convert("float,unit:minute", "float,unit:millisecond", {2})[0] == Approx(120000));
  const std::string color = "float4,use:color,encoding:linear,alpha:";
  CHECK(shipped().convert(color + "straight", color + "premultiplied", {1, 0.5, 0.25, 0.5}) ==
        std::vector<double>{0.5, 0.25, 0.125, 0.5});
  CHECK(shipped().convert(color + "premultiplied", color + "straight", {0.5, 0.25, 0.125, 0.5}) ==
        std::vector<double>{1, 0.5, 0.25, 0.5});
  CHECK(shipped().convert(color + "premultiplied", color + "straight", {0, 0, 0, 0}) ==
        std::vector<double>(4, 0.0));
}

TEST_CASE("shipped conversions: packed normals round-trip", "[shipped]") {
  const std::string plain = "float3,use:normal,basis:tangent,norm:unit";
  for (const char* packed : {"float3,use:normal,basis:tangent,packing:unorm",
                             "float3,use:normal,basis:tangent,packing:snorm",
                             "float2,use:normal,basis:tangent,packing:two_channel",
                             "float2,use:normal,basis:tangent,packing:octahedral"}) {
    for (int i = 0; i < 64; ++i) {
      double z = (i + 0.5) / 64.0;  // outward
      double around = 2.4 * i;
      std::vector<double> n = {std::sqrt(1 - z * z) * std::cos(around),
                               std::sqrt(1 - z * z) * std::sin(around), z};
      std::vector<double> got =
          shipped().convert(packed, plain, shipped().convert(plain, packed, n));
      INFO(packed << " " << n[0] << " " << n[1] << " " << n[2]);
      for (std::size_t k = 0; k < 3; ++k) {
        CHECK(std::abs(got[k] - n[k]) < 1e-5);
      }
    }
  }
}

TEST_CASE(
    "D6: a position in a tangent basis needs the frame and its origin, a direction the frame alone",
    "[shipped]") {
  ConversionAnswer position =
      shipped().find("float3,use:position,basis:tangent", "float3,use:position,basis:world");
  REQUIRE(position.decided());
  CHECK(shipped().features(position) ==
        std::set<std::string>{"surface.tangent_to_world", "surface.world_position"});
  ConversionAnswer direction =
      shipped().find("float3,use:direction,basis:tangent", "float3,use:direction,basis:world");
  REQUIRE(direction.decided());
  CHECK(shipped().features(direction) == std::set<std::string>{"surface.tangent_to_world"});
}

TEST_CASE("D8: a conditional trait is evaluated on the link's source", "[shipped]") {
  const Shipped library(
      "conversion forget_encoding(c: float3 {use: color, encoding: srgb}) -> float3 difficulty 1 "
      "drops {encoding} { return c; }");
  REQUIRE(library.errors().empty());
  CHECK(library.steps(library.find("float3,use:color,encoding:srgb",
                                   "float3,use:color,encoding?:linear")) == "decode_srgb");
  CHECK(library.find("float3,use:color", "float3,use:color,encoding?:linear")
            .chains.at(0)
            .steps.empty());
}

}  // namespace weft::testing::shipped_conversions_test
