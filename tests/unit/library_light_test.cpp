// Rows L17 to L21 of tests/acceptance/library.tsv: light, by quadrature through the
// interpreter.

#include <algorithm>
#include <cmath>
#include <sstream>
#include <string>
#include <vector>

#include "tests/support/catch.h"
#include "tests/support/run_weft.h"
#include "tests/unit/shipped_conversions.h"

namespace weft::testing::library_light_test {

namespace {

const std::string quadrature_text = R"(
import "lobes";
import "albedo";
import "environment";
fragment up() -> float3 {use: normal, basis: world, norm: unit} { return float3(0.0, 0.0, 1.0); }
/// The share of light that a lobe about the z axis reflects to an eye in the xz plane: by quadrature over half vectors,
/// which lie dense where microfacets of the width `alpha` do.
fragment reflected(
    f: fn(v: float3 {use: direction, basis: world, norm: unit}, l: float3 {use: direction, basis: world, norm: unit}) -> float3,
    c: float,
    alpha: float,
) -> float
{
    float3 v = float3(sqrt(1.0 - c * c), 0.0, c);
    float a2 = alpha * alpha;
    float sum = 0.0;
    for (int i = 0; i < 96; ++i) {
        float t = (float(i) + 0.5) / 96.0;
        float u = t * t * (3.0 - 2.0 * t);  // dense where microfacets face the eye at grazing angles
        float z = sqrt((1.0 - u) / (1.0 + (a2 - 1.0) * u));
        float s = sqrt(1.0 - z * z);
        float d = z * z * (a2 - 1.0) + 1.0;
        float density = a2 * z / (PI * d * d);
        for (int j = 0; j < 64; ++j) {
            float phi = PI * (float(j) + 0.5) / 64.0;
            float3 h = float3(s * cos(phi), s * sin(phi), z);
            float vh = dot(v, h);
            float3 l = 2.0 * vh * h - v;
            if (vh > 0.0 && l.z > 0.0)
                sum += f(v, l).y * (6.0 * t * (1.0 - t) * 4.0 * vh / density);
        }
    }
    return sum / 6144.0;
}
/// The share of light that a lobe lets through from below.
fragment transmitted(
    f: fn(v: float3 {use: direction, basis: world, norm: unit}, l: float3 {use: direction, basis: world, norm: unit}) -> float3,
    c: float,
) -> float
{
    float3 v = float3(sqrt(1.0 - c * c), 0.0, c);
    float sum = 0.0;
    for (int i = 0; i < 64; ++i) {
        float t = (float(i) + 0.5) / 64.0;
        float z = 1.0 - t * t;  // dense around the axis, where narrow lobes are
        float s = sqrt(1.0 - z * z);
        for (int j = 0; j < 96; ++j) {
            float u = (float(j) + 0.5) / 96.0;
            float phi = PI * (1.0 - u * u);
            sum += f(v, float3(s * cos(phi), s * sin(phi), -z)).y * (4.0 * u * t);
        }
    }
    return sum * (TWO_PI / 6144.0);
}
/// A direction of the upper hemisphere: random, at 89 degrees, or at 89.9.
fragment some_direction(i: int, salt: uint) -> float3
{
    float z = unit_interval(pcg(uint(i) + salt));
    float phi = TWO_PI * unit_interval(pcg(uint(i) * 7u + salt * 3u));
    int kind = i - i / 9 * 9;
    z = kind == 0 ? 0.017452406 : kind == 1 ? 0.001745328 : z;
    float s = sqrt(1.0 - z * z);
    return float3(s * cos(phi), s * sin(phi), z);
}
/// The worst difference between f(v, l) and f(l, v) of a BSDF, relative where f is above 1; 1000 if some value is no
/// number, infinite or negative.
fragment asymmetry(
    f: fn(v: float3 {use: direction, basis: world, norm: unit}, l: float3 {use: direction, basis: world, norm: unit}) -> float3,
) -> float
{
    float worst = 0.0;
    for (int i = 0; i < 1000; ++i) {
        float3 v = some_direction(i, 17u);
        float3 l = i - i / 50 * 50 == 0 ? float3(-v.x, -v.y, v.z) : some_direction(i / 3, 9001u);
        float a = f(v, l).y / l.z;
        float b = f(l, v).y / v.z;
        bool is_sound = a >= 0.0 && a < 1e30 && b >= 0.0 && b < 1e30;
        worst = is_sound ? max(worst, abs(a - b) / max(max(a, b), 1.0)) : 1000.0;
        if (!is_sound)
            break;
    }
    return worst;
}
)";

double evaluated(const TempDir& place, const std::string& expression) {
  const Finished finished = run_weft(place, {"eval", "quadrature.weft", expression});
  INFO(expression << " = " << finished.out << finished.err);
  REQUIRE(finished.exit_code == 0);
  return std::stod(finished.out);
}

/// The lobe `call`, whose arguments are followed by the normal and directions.
std::string function_of(const std::string& call) { return "(v, l) => " + call + "up(), v, l)"; }

std::string text_of(double number) {
  std::ostringstream text;
  text << std::fixed << number;
  return text.str();
}

const std::string white = "float3(1.0, 1.0, 1.0), ";

}  // namespace

TEST_CASE("L18: octahedral normals", "[acceptance]") {
  const std::string plain = "float3,use:normal,basis:world,norm:unit";
  const std::string packed = "float2,use:normal,basis:world,packing:octahedral";
  CHECK(shipped().convert(plain, packed, {0, 0, 1}) == std::vector<double>{0, 0});
  for (int i = 0; i < 200; ++i) {
    const double z = 1.0 - (2.0 * i + 1.0) / 200.0;
    const double around = 2.4 * i;
    const double s = std::sqrt(1.0 - z * z);
    const std::vector<double> n = {s * std::cos(around), s * std::sin(around), z};
    const std::vector<double> back =
        shipped().convert(packed, plain, shipped().convert(plain, packed, n));
    for (std::size_t k = 0; k < 3; ++k) {
      INFO(n[0] << " " << n[1] << " " << n[2]);
      CHECK(std::abs(back[k] - n[k]) <= 1e-6);
    }
  }
}

TEST_CASE("L20: white furnaces", "[acceptance][cli]") {
  const TempDir place;
  place.write("quadrature.weft", quadrature_text);
  for (const double c : {0.05, 0.15, 0.3, 0.6, 0.9, 1.0}) {
    const std::string eye = text_of(c);
    CHECK(std::abs(evaluated(place, "reflected((v, l) => lambert(" + white + "up(), l), " + eye +
                                        ", 1.0)") -
                   1.0) <= 0.01);
    CHECK(std::abs(
              evaluated(place, "reflected(" +
                                   function_of("energy_preserving_oren_nayar(" + white + "1.0, ") +
                                   ", " + eye + ", 1.0)") -
              1.0) <= 0.01);
    for (const double r : {0.1, 0.5, 1.0}) {
      INFO("cosine " << c << ", roughness " << r);
      const std::string rough = text_of(r);
      const double once =
          evaluated(place, "reflected((v, l) => float3(ggx_lobe(" + rough + ", up(), v, l)), " +
                               eye + ", " + text_of(r * r) + ")");
      CHECK(once <= 1.001);
      const double factor =
          evaluated(place, "ggx_compensation(float3(1.0), " + eye + ", " + rough + ").x");
      CHECK(std::abs(once * factor - 1.0) <= 0.01);
    }
    if (c > 0.1) {
      CHECK(std::abs(evaluated(place, "transmitted(" + function_of("ggx_transmission(1.5, 0.5, ") +
                                          ", " + eye + ")") -
                     1.0) <= 0.03);
    }
  }
}

TEST_CASE("library light: the fits of directional albedos keep to their errors", "[cli]") {
  const TempDir place;
  place.write("quadrature.weft", quadrature_text);
  for (const double c : {0.05, 0.25, 0.65, 1.0}) {
    const std::string eye = text_of(c);
    for (const double r : {0.2, 0.4, 0.75, 1.0}) {
      INFO("cosine " << c << ", roughness " << r);
      const std::string rough = text_of(r);
      const double fitted =
          evaluated(place, "dot(ggx_albedo(" + eye + ", " + rough + "), float2(0.3, 1.0))");
      const std::string dim = "ggx_reflection((c) => schlick_fresnel(c, float3(0.3)), " + rough;
      CHECK(std::abs(evaluated(place, "reflected(" + function_of(dim + ", ") + ", " + eye + ", " +
                                          text_of(r * r) + ")") -
                     fitted) <= 0.02);
      // This quadrature is coarse for narrow lobes near grazing directions.
      if (c > 0.1 && r > 0.3) {
        CHECK(
            std::abs(evaluated(place, "reflected(" +
                                          function_of("sheen_reflection(" + white + rough + ", ") +
                                          ", " + eye + ", 1.0)") -
                     evaluated(place, "sheen_albedo(" + eye + ", " + rough + ")")) <= 0.02);
      }
    }
  }
}

TEST_CASE("library light: samples of an environment add up to what anisotropic microfacets reflect",
          "[cli]") {
  const TempDir place;
  place.write("quadrature.weft", quadrature_text + R"(
fragment sky(d: float3 {use: direction, basis: world, norm: unit}) -> float
{
    return 1.0 + 0.8 * d.x - 0.5 * d.z * d.z;
}
)");
  const std::string tangent = "float4(1.0, 0.0, 0.0, 1.0) as {basis: world}";
  const std::string fresnel = "(c) => schlick_fresnel(c, float3(0.2))";
  for (const auto& [widths, width] :
       {std::pair{"float2(0.3, 0.1)", "0.3"}, std::pair{"float2(0.15, 0.4)", "0.4"}}) {
    for (const double c : {0.3, 0.7, 1.0}) {
      INFO(widths << ", cosine " << c);
      const std::string eye = text_of(c);
      const std::string lobe = "anisotropic_ggx_reflection(" + fresnel + ", " + widths +
                               ", up(), " + tangent + ", v, l) * sky(l)";
      const double whole =
          evaluated(place, "reflected((v, l) => " + lobe + ", " + eye + ", " + width + ")");
      const std::string v = "float3(" + text_of(std::sqrt(1.0 - c * c)) + ", 0.0, " + eye +
                            ") as {use: direction, basis: world, norm: unit}";
      const double sampled = evaluated(
          place,
          "sampled_environment((d, blur) => float3(sky(d)) as {use: radiance, encoding: linear}, " +
              fresnel + ", " + widths + ", 256, up(), " + tangent + ", " + v + ").x");
      CHECK(sampled == Approx(whole).epsilon(0.01).margin(0.001));
    }
  }
}

TEST_CASE("L21: reciprocity, and finite values, at grazing directions and extreme roughness",
          "[acceptance][cli]") {
  const TempDir place;
  place.write("quadrature.weft", quadrature_text);
  for (const std::string roughness : {"0.0", "0.001", "0.3", "1.0"}) {
    for (const std::string& lobe :
         {"oren_nayar(" + white + roughness + ", ",
          "energy_preserving_oren_nayar(" + white + roughness + ", ",
          "burley(" + white + roughness + ", ", "flat_subsurface(" + white + roughness + ", ",
          "ggx_reflection((c) => float3(dielectric_fresnel(c, 1.5)), " + roughness + ", ",
          "ggx_reflection((c) => conductor_fresnel(c, float3(0.2), float3(3.9)), " + roughness +
              ", ",
          "sheen_reflection(" + white + roughness + ", "}) {
      INFO(lobe);
      CHECK(evaluated(place, "asymmetry(" + function_of(lobe) + ")") <= 0.0001);
    }
    for (const std::string anisotropy : {"-1.0", "0.4", "1.0"}) {
      const std::string lobe =
          "anisotropic_ggx_reflection((c) => schlick_fresnel(c, float3(0.3)), anisotropic_alpha(" +
          roughness + ", " + anisotropy +
          "), up(), float4(1.0, 0.0, 0.0, 1.0) as {basis: world}, v, l)";
      INFO(lobe);
      CHECK(evaluated(place, "asymmetry((v, l) => " + lobe + ")") <= 0.0001);
    }
  }
}

TEST_CASE("L17: the irradiance of a constant environment of radiance 1", "[acceptance][cli]") {
  // Of its spherical harmonics the first is left: half of the square root of 1 / π, times the
  // band's factor of π. The render tests make the coefficients from a map and draw.
  const TempDir place;
  place.write("quadrature.weft", quadrature_text);
  const double band = 0.5 / std::sqrt(3.14159265358979);  // Y₀₀, once for light and once for n
  const double first = 3.14159265358979 * band * band * 4.0 * 3.14159265358979;
  std::string coefficients = "float3[9](float3(" + text_of(first) + ")";
  for (int i = 1; i < 9; ++i) {
    coefficients += ", float3(0.0)";
  }
  CHECK(std::abs(
            evaluated(place, "(environment_irradiance(up()) with (environment.irradiance_sh: (" +
                                 coefficients + ") as {use: irradiance, encoding: linear}))).x") -
            3.14159265) <= 0.0003);
}

TEST_CASE("L19: the bits of 4,096 hashes", "[acceptance][cli]") {
  // The same sums, computed apart from Weft in Python. The render tests compare each hash with what
  // GLSL and HLSL draw.
  const TempDir place;
  place.write("hashes.weft", R"(
import "noise";
fragment all_hashes() -> uint3
{
    uint3 sum = uint3(0u, 0u, 0u);
    for (int i = 0; i < 4096; ++i) {
        uint u = uint(i);
        uint3 three = pcg3d(uint3(u, 5u, ~u));
        sum = sum * 31u + uint3(pcg(u * 2654435769u), pcg2d(uint2(u, 77u * u)).y, three.z);
    }
    return sum;
}
)");
  CHECK(run_weft(place, {"eval", "hashes.weft", "all_hashes()"}).out ==
        "uint3(1605431750u, 3782474062u, 4042728755u)\n");
}

}  // namespace weft::testing::library_light_test
