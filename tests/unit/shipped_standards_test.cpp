// The shipped conversions against numbers printed in standards and their papers, and against second
// implementations in double.

#include <algorithm>
#include <cmath>
#include <string>
#include <utility>
#include <vector>

#include "tests/unit/color_primaries.h"
#include "tests/unit/shipped_conversions.h"

namespace weft::testing::shipped_standards_test {

namespace {

using namespace weft;

const std::string color = "float3,use:color,encoding:";

double encoded(const std::string& encoding, double light) {
  return shipped().convert(color + "linear", color + encoding, {light, light, light})[1];
}

double decoded(const std::string& encoding, double signal) {
  return shipped().convert(color + encoding, color + "linear", {signal, signal, signal})[1];
}

const Primaries& primaries_of(const std::string& name) {
  return *std::find_if(std::begin(all_primaries), std::end(all_primaries),
                       [&name](const Primaries& one) { return one.name == name; });
}

}  // namespace

TEST_CASE("standards: encodings match the published pairs") {
  struct Pair {
    const char* encoding;
    double light;
    double signal;
    double error;  // half of the last printed digit
    const char* where;
  };
  const std::vector<Pair> pairs = {
      {"srgb", 0.0031308, 0.04045, 5e-6, "IEC 61966-2-1: where its two parts meet"},
      {"srgb", 0.2140411, 0.5, 5e-7, "IEC 61966-2-1, of the middle signal"},
      {"srgb", 1.0, 1.0, 5e-7, "IEC 61966-2-1"},
      {"rec709", 0.018, 0.081, 3e-4, "BT.709-6, item 1.2: rounded to three digits there"},
      {"rec709", 1.0, 1.0, 5e-7, "BT.709-6, item 1.2"},
      {"rec709", 0.01, 0.045, 5e-7, "BT.709-6, item 1.2: the straight part"},
      {"pq", 0.01 * 26.0, 0.38, 5e-3, "BT.2408, table 1: grey card"},
      {"pq", 0.01 * 203.0, 0.58, 5e-3, "BT.2408, table 1: reference white"},
      {"pq", 1.0, 0.508, 5e-4, "ST 2084: 100 cd/m²"},
      {"pq", 10.0, 0.752, 5e-4, "ST 2084: 1,000 cd/m²"},
      {"pq", 40.0, 0.903, 5e-4, "ST 2084: 4,000 cd/m²"},
      {"pq", 100.0, 1.0, 5e-7, "ST 2084: 10,000 cd/m²"},
      {"hlg", 1.0 / 12.0, 0.5, 5e-7, "BT.2100-2, table 5"},
      {"hlg", 0.265, 0.75, 5e-4, "BT.2408, annex: reference white"},
      {"hlg", 1.0, 1.0, 5e-7, "BT.2100-2, table 5"},
      {"acescct", 0.0, 0.0729055341958355, 5e-7, "S-2016-001: the offset B"},
      {"acescct", 0.0078125, 0.155251141552511, 5e-7, "S-2016-001: the cut"},
      {"acescct", 0.18, 0.4135884, 5e-7, "S-2016-001, appendix: 18 % grey"},
      {"acescct", 1.0, 0.5547945, 5e-7, "S-2016-001, appendix"},
      {"acescct", 65504.0, 1.467996, 5e-6, "S-2016-001, appendix: the greatest half"},
      {"log3g10", -0.01, 0.0, 5e-7, "RED 915-0187, table: reference values"},
      {"log3g10", 0.0, 0.091551, 5e-7, "RED 915-0187, table"},
      {"log3g10", 0.18, 0.333333, 1e-6, "RED 915-0187, table"},
      {"log3g10", 1.0, 0.493449, 1e-6, "RED 915-0187, table"},
      {"log3g10", 184.322, 1.0, 1e-6, "RED 915-0187, table"},
  };
  for (const Pair& pair : pairs) {
    INFO(pair.encoding << ", " << pair.light << " and " << pair.signal << ": " << pair.where);
    CHECK(std::abs(encoded(pair.encoding, pair.light) - pair.signal) <= pair.error);
    const double back = decoded(pair.encoding, encoded(pair.encoding, pair.light));
    CHECK(std::abs(back - pair.light) <= 2e-4 * std::abs(pair.light) + 2e-6);
  }
}

TEST_CASE("standards: the constants of HLG follow from the first one") {
  // BT.2100-2, table 5: b = 1 - 4a, c = 0.5 - a ln(4a); the shipped file has the numbers.
  const double a = 0.17883277;
  const double b = 1.0 - 4.0 * a;
  const double c = 0.5 - a * std::log(4.0 * a);
  CHECK(std::abs(b - 0.28466892) < 5e-9);
  CHECK(std::abs(c - 0.55991073) < 5e-9);
  for (const double light : {0.1, 0.3, 0.6, 0.9}) {
    CHECK(std::abs(encoded("hlg", light) - (a * std::log(12.0 * light - b) + c)) < 5e-7);
  }
}

TEST_CASE("standards: chromaticities yield the published matrices") {
  struct Row {
    const char* primaries;
    Matrix matrix;
    double error;
    const char* where;
  };
  const std::vector<Row> rows = {
      {"rec709",
       {{{0.4123908, 0.3575843, 0.1804808},
         {0.2126390, 0.7151687, 0.0721923},
         {0.0193308, 0.1191948, 0.9505322}}},
       5e-8,
       "IEC 61966-2-1, amendment 1"},
      {"rec2020",
       {{{0.636958, 0.144617, 0.168881},
         {0.262700, 0.677998, 0.059302},
         {0.0, 0.028073, 1.060985}}},
       5e-7,
       "BT.2020-2 by RP 177, as in BT.2407"},
      {"p3_d65",
       {{{0.486571, 0.265668, 0.198217},
         {0.228975, 0.691739, 0.079287},
         {0.0, 0.045113, 1.043944}}},
       5e-7,
       "SMPTE EG 432-1"},
      {"acescg",
       {{{0.6624541811, 0.1340042065, 0.1561876870},
         {0.2722287168, 0.6740817658, 0.0536895174},
         {-0.0055746495, 0.0040607335, 1.0103391003}}},
       5e-11,
       "S-2014-004: AP1 to XYZ, white D60"},
      {"aces2065_1",
       {{{0.9525523959, 0.0, 0.0000936786},
         {0.3439664498, 0.7281660966, -0.0721325464},
         {0.0, 0.0, 1.0088251844}}},
       5e-11,
       "ST 2065-1: AP0 to XYZ, white D60"},
  };
  for (const Row& row : rows) {
    const Matrix derived = to_own_xyz(primaries_of(row.primaries));
    for (std::size_t i = 0; i < 3; ++i) {
      for (std::size_t j = 0; j < 3; ++j) {
        INFO(row.primaries << " (" << row.where << "), row " << i << ", column " << j);
        CHECK(std::abs(derived[i][j] - row.matrix[i][j]) <= row.error);
      }
    }
  }
}

TEST_CASE("standards: published matrices between primaries match the shipped ones") {
  struct Row {
    const char* from;
    const char* to;
    Matrix matrix;
    double error;
    const char* where;
  };
  const std::vector<Row> rows = {
      {"rec709",
       "rec2020",
       {{{0.6274, 0.3293, 0.0433}, {0.0691, 0.9195, 0.0114}, {0.0164, 0.0880, 0.8956}}},
       5.1e-5,
       "BT.2087-0, 2"},
      {"aces2065_1",
       "acescg",
       {{{1.4514393161, -0.2365107469, -0.2149285693},
         {-0.0765537734, 1.1762296998, -0.0996759264},
         {0.0083161484, -0.0060324498, 0.9977163014}}},
       2e-7,
       "S-2014-004: AP0 to AP1"},
      {"acescg",
       "aces2065_1",
       {{{0.6954522414, 0.1406786965, 0.1638690622},
         {0.0447945634, 0.8596711185, 0.0955343182},
         {-0.0055258826, 0.0040252103, 1.0015006723}}},
       2e-7,
       "S-2014-004: AP1 to AP0"},
      {"rec709",
       "acescg",
       {{{0.6131, 0.3395, 0.0474}, {0.0702, 0.9164, 0.0135}, {0.0206, 0.1096, 0.8698}}},
       5.1e-5,
       "the ACES documents' sRGB to ACEScg"},
  };
  for (const Row& row : rows) {
    for (std::size_t j = 0; j < 3; ++j) {
      std::vector<double> unit(3, 0.0);
      unit[j] = 1.0;
      const std::vector<double> got = shipped().convert(color + "linear,primaries:" + row.from,
                                                        color + "linear,primaries:" + row.to, unit);
      for (std::size_t i = 0; i < 3; ++i) {
        INFO(row.from << " to " << row.to << " (" << row.where << "), row " << i << ", column "
                      << j);
        CHECK(std::abs(got[i] - row.matrix[i][j]) <= row.error);
      }
    }
  }
}

TEST_CASE("standards: white maps to white between all primaries and to D65 in XYZ") {
  for (const Primaries& from : all_primaries) {
    for (const Primaries& to : all_primaries) {
      if (&from == &to) {
        continue;
      }
      const std::vector<double> white =
          shipped().convert(color + "linear,primaries:" + from.name,
                            color + "linear,primaries:" + to.name, {1, 1, 1});
      for (const double component : white) {
        INFO(from.name << " to " << to.name);
        CHECK(std::abs(component - 1.0) < 1e-6);
      }
    }
    const std::vector<double> xyz = shipped().convert(color + "linear,primaries:" + from.name,
                                                      color + "linear,primaries:xyz", {1, 1, 1});
    CHECK(std::abs(xyz[0] - 0.3127 / 0.3290) < 1e-6);
    CHECK(std::abs(xyz[1] - 1.0) < 1e-6);
    CHECK(std::abs(xyz[2] - (1.0 - 0.3127 - 0.3290) / 0.3290) < 1e-6);
  }
}

TEST_CASE("standards: luminance is the second row of the matrix to XYZ, from all primaries") {
  for (const Primaries& primaries : all_primaries) {
    const Matrix matrix = to_xyz(primaries);
    for (std::size_t j = 0; j < 3; ++j) {
      std::vector<double> unit(3, 0.0);
      unit[j] = 1.0;
      const std::vector<double> got = shipped().convert(
          color + "linear,primaries:" + primaries.name, "float,use:luminance", unit);
      INFO(primaries.name << " " << j);
      CHECK(std::abs(got[0] - matrix[1][j]) < 2e-6);
    }
  }
  // BT.709-6, item 3.2, to four digits
  CHECK(std::abs(shipped().convert(color + "linear", "float,use:luminance", {1, 0, 0})[0] -
                 0.2126) < 5e-5);
  CHECK(std::abs(shipped().convert(color + "linear", "float,use:luminance", {0, 1, 0})[0] -
                 0.7152) < 5e-5);
  CHECK(std::abs(shipped().convert(color + "linear", "float,use:luminance", {0, 0, 1})[0] -
                 0.0722) < 5e-5);
}

TEST_CASE("standards: unit ratios match their definitions") {
  using Units = std::vector<std::pair<std::string, double>>;
  const double pi = 3.14159265358979323846;
  const std::vector<Units> families = {
      // The foot and the inch of the 1959 agreement
      {{"metre", 1.0},
       {"kilometre", 1000.0},
       {"centimetre", 0.01},
       {"millimetre", 0.001},
       {"inch", 0.0254},
       {"foot", 0.3048}},
      {{"radian", 1.0}, {"degree", pi / 180.0}, {"turn", 2.0 * pi}},
      {{"second", 1.0}, {"millisecond", 0.001}, {"minute", 60.0}},
  };
  for (const Units& family : families) {
    for (const auto& from : family) {
      for (const auto& to : family) {
        const double got =
            shipped().convert("float,unit:" + from.first, "float,unit:" + to.first, {3.5})[0];
        INFO(from.first << " to " << to.first);
        CHECK(got == Approx(3.5 * from.second / to.second).epsilon(3e-7));
        if (&family == &families[0]) {
          for (const char* use : {"position", "direction"}) {
            const std::string type = std::string("float3,use:") + use + ",basis:world,unit:";
            const auto moved = shipped().convert(type + from.first, type + to.first, {0, 3.5, -7});
            CHECK(moved[1] == Approx(3.5 * from.second / to.second).epsilon(3e-7));
            CHECK(moved[2] == Approx(-7.0 * from.second / to.second).epsilon(3e-7));
          }
        }
      }
    }
  }
}

namespace {

// Cigolle et al. 2014, listings 1 and 2, in double.
std::vector<double> octahedral(const std::vector<double>& v) {
  const double sum = std::abs(v[0]) + std::abs(v[1]) + std::abs(v[2]);
  const double x = v[0] / sum;
  const double y = v[1] / sum;
  const auto sign = [](double number) { return number >= 0.0 ? 1.0 : -1.0; };
  return v[2] >= 0.0
             ? std::vector<double>{x, y}
             : std::vector<double>{(1.0 - std::abs(y)) * sign(x), (1.0 - std::abs(x)) * sign(y)};
}

std::vector<std::vector<double>> directions(std::size_t count) {
  std::vector<std::vector<double>> all = {{0, 0, 1},  {0, 0, -1}, {1, 0, 0},
                                          {-1, 0, 0}, {0, 1, 0},  {0, -1, 0}};
  for (std::size_t i = 0; i < count; ++i) {
    const double z = 1.0 - 2.0 * (static_cast<double>(i) + 0.5) / static_cast<double>(count);
    const double around = 2.39996322972865332 * static_cast<double>(i);
    const double radius = std::sqrt(1.0 - z * z);
    all.push_back({radius * std::cos(around), radius * std::sin(around), z});
  }
  return all;
}

}  // namespace

TEST_CASE("standards: normal packings match their formats on the whole sphere") {
  const std::string plain = "float3,use:normal,basis:world,norm:unit";
  const std::string packed = "use:normal,basis:world,packing:";
  for (const std::vector<double>& n : directions(200)) {
    INFO(n[0] << " " << n[1] << " " << n[2]);
    const auto unorm = shipped().convert(plain, "float3," + packed + "unorm", n);
    const auto snorm = shipped().convert(plain, "float3," + packed + "snorm", n);
    const auto folded = shipped().convert(plain, "float2," + packed + "octahedral", n);
    const std::vector<double> expected = octahedral(n);
    for (std::size_t i = 0; i < 3; ++i) {
      CHECK(std::abs(unorm[i] - (n[i] + 1.0) / 2.0) < 1e-6);
      CHECK(std::abs(snorm[i] - n[i]) < 1e-6);
    }
    CHECK(std::abs(folded[0] - expected[0]) < 1e-6);
    CHECK(std::abs(folded[1] - expected[1]) < 1e-6);
    for (const auto& [type, value] : {std::pair("float3," + packed + "unorm", unorm),
                                      std::pair("float3," + packed + "snorm", snorm),
                                      std::pair("float2," + packed + "octahedral", folded)}) {
      const auto again = shipped().convert(type, plain, value);
      for (std::size_t i = 0; i < 3; ++i) {
        CHECK(std::abs(again[i] - n[i]) < 2e-6);
      }
    }
  }
  // The least value of an 8-bit snorm, -128/127, counts as -1 (Vulkan, fixed-point conversion).
  CHECK(shipped().convert("float3," + packed + "snorm",
                          "float3,use:normal,basis:world,packing:plain",
                          {-128.0 / 127.0, 0, 0})[0] == -1.0);
  // 8-bit unorm cannot represent 0: 127 and 128 are equally near.
  CHECK(std::abs(shipped().convert("float3," + packed + "unorm",
                                   "float3,use:normal,basis:world,packing:plain",
                                   {127.0 / 255.0, 128.0 / 255.0, 1.0})[0] +
                 1.0 / 255.0) < 1e-6);
}

TEST_CASE("standards: two channels hold tangent-space normals that point outward") {
  const std::string plain = "float3,use:normal,basis:tangent,norm:unit";
  const std::string packed = "float2,use:normal,basis:tangent,packing:two_channel";
  for (const std::vector<double>& n : directions(200)) {
    if (n[2] < 0.02) {
      continue;  // near the rim z loses its precision
    }
    const auto two = shipped().convert(plain, packed, n);
    CHECK(std::abs(two[0] - (n[0] + 1.0) / 2.0) < 1e-6);
    CHECK(std::abs(two[1] - (n[1] + 1.0) / 2.0) < 1e-6);
    const auto again = shipped().convert(packed, plain, two);
    for (std::size_t i = 0; i < 3; ++i) {
      CHECK(std::abs(again[i] - n[i]) < 5e-6 / n[2]);
    }
  }
}

TEST_CASE("standards: depths match Vulkan's projection") {
  // A point at distance z in front of the eye has d = f (z - n) / (z (f - n)); reversed 1 - d.
  const double n = 0.5;
  const double f = 20.0;
  Constant to_clip = {DataType::matrix(4, 4), {}};
  Constant from_clip = to_clip;
  const double a = -f / (f - n);      // clip z per view z
  const double b = -f * n / (f - n);  // and per 1; w is -z
  const double projection[16] = {1, 0, 0, 0, 0, -1, 0, 0, 0, 0, a, -1, 0, 0, b, 0};
  const double inverse_of[16] = {1, 0, 0, 0, 0, -1, 0, 0, 0, 0, 0, 1.0 / b, 0, 0, -1, a / b};
  for (int i = 0; i < 16; ++i) {
    to_clip.bits.push_back(float_bits(static_cast<float>(projection[i])));
    from_clip.bits.push_back(float_bits(static_cast<float>(inverse_of[i])));
  }
  const std::vector<std::pair<std::string, Constant>> given = {{"view.to_clip", to_clip},
                                                               {"view.from_clip", from_clip}};
  const std::string depth = "float,use:depth,depth_scale:";
  for (const double z : {0.5, 0.6, 1.0, 2.0, 5.0, 19.0, 20.0}) {
    const double device = f * (z - n) / (z * (f - n));
    INFO("at " << z);
    CHECK(std::abs(shipped().convert(depth + "linear", depth + "device", {z}, given)[0] - device) <
          1e-6);
    CHECK(std::abs(shipped().convert(depth + "linear", depth + "reversed", {z}, given)[0] -
                   (1.0 - device)) < 1e-6);
    CHECK(shipped().convert(depth + "device", depth + "linear", {device}, given)[0] ==
          Approx(z).epsilon(3e-5));
    CHECK(shipped().convert(depth + "reversed", depth + "linear", {1.0 - device}, given)[0] ==
          Approx(z).epsilon(3e-5));
  }
}

TEST_CASE("standards: tone mapping follows the published ACES fit") {
  // K. Narkowicz, «ACES Filmic Tone Mapping Curve», 2016
  const Constant exposure = {DataType::scalar(Scalar::Float), {float_bits(0.6F)}};
  for (const double light : {0.0, 0.1, 0.5, 1.0, 4.0, 50.0}) {
    const double x = light * 0.6;
    const double expected =
        std::clamp((x * (2.51 * x + 0.03)) / (x * (2.43 * x + 0.59) + 0.14), 0.0, 1.0);
    const auto got = shipped().convert("float3,use:radiance,encoding:linear",
                                       "float3,use:display_color,encoding:linear",
                                       {light, light, light}, {{"frame.exposure", exposure}});
    CHECK(std::abs(got[2] - expected) < 1e-6);
  }
}

}  // namespace weft::testing::shipped_standards_test
