// Printed bodies on lavapipe, in both languages, against the interpreter: random ones and every
// intrinsic.

#include <algorithm>
#include <cstdint>
#include <cstring>
#include <string>
#include <vector>

#include "composer/compose.h"
#include "fragments/interpreter/interpreter.h"
#include "fragments/model/intrinsics.h"
#include "tests/property/body_generator.h"
#include "tests/render/pixel_row.h"
#include "tests/support/catch.h"
#include "tests/support/seed.h"

namespace weft::testing::printer_values_test {

namespace {

using namespace weft;

// The ports (i, u, x) of the random bodies at a pixel.
std::vector<Constant> ports_of(int pixel) {
  const auto number = static_cast<std::uint32_t>(pixel);
  return {{int_type, {number}},
          {uint_type, {number * 2654435769U}},
          {float_type, {bits_of(static_cast<float>(pixel) * 1.25F - 4.0F)}}};
}

}  // namespace

namespace {

using BodyMaker = std::string (*)(Random& random, const std::string& name);

// Draws eight random bodies in one material from the languages and compares with the interpreter.
void check_bodies(std::uint64_t start, BodyMaker make,
                  const std::vector<ShadingLanguage>& languages) {
  constexpr std::size_t bodies = 8;
  Random random(start);
  std::string source = body_preamble + pixel_host_text + pixel_profile_text(bodies / 2);
  std::string material = "material m {\n    i = pixel();\n    u = hashed(i);\n    x = scaled(i);\n";
  for (std::size_t j = 0; j < bodies; ++j) {
    const std::string name = "probe_" + std::to_string(j);
    source += make(random, name);
    material += "    r" + std::to_string(j) + " = halves(" + name + "(i, u, x));\n";
  }
  for (std::size_t j = 0; j < bodies / 2; ++j) {
    material += "    output out" + std::to_string(j) + " = float4(r" + std::to_string(2 * j) +
                ", r" + std::to_string(2 * j + 1) + ");\n";
  }
  INFO("seed " << start << "\n" << source << material);
  const ComposedMaterial composed = compose_text(source + material + "}\n", "m", "host");
  for (const ShadingLanguage language : languages) {
    const std::vector<render::FloatImage> images = draw_row(composed, language);
    for (std::size_t j = 0; j < bodies; ++j) {
      const std::string name = "probe_" + std::to_string(j);
      for (int pixel = 0; pixel < row_width; ++pixel) {
        const std::uint32_t drawn = number_at(images[j / 2], pixel, static_cast<int>(2 * (j % 2)));
        const std::uint32_t expected =
            interpreted(*composed.library, name, uint_type, ports_of(pixel)).bits[0];
        if (drawn != expected) {
          FAIL(name_of(language) << " of " << name << "(" << pixel << ", …) gives " << drawn
                                 << ", the interpreter " << expected << "\n"
                                 << composed.in(language).fragment_text);
        }
      }
    }
  }
}

}  // namespace

TEST_CASE("GLSL bodies match the interpreter") {
  const std::size_t count = scaled(8);
  for (std::size_t i = 0; i < count; ++i) {
    const BodyMaker make = i % 2 == 0 ? random_body : random_body_with_repeated_calls;
    check_bodies(seed() + 104729 * i, make, {ShadingLanguage::Glsl});
  }
}

// A fixed seed: lavapipe 22.3 rejects some valid modules ("type mismatch for SPIR-V SSA value"),
// such as those that read a column of the transpose of a product with a transposed matrix; these
// bodies pass.
TEST_CASE("HLSL bodies match the interpreter") {
  constexpr std::uint64_t known = 1464157780;
  for (std::uint64_t i = 0; i < 8; ++i) {
    check_bodies(known + 104729 * i, random_body, {ShadingLanguage::Hlsl});
  }
}

namespace {

// A call of the intrinsic as a float3, on vectors v, w, t and a matrix m with components in 0.05 …
// 1. Nothing if it needs neighboring pixels or textures.
std::string call_of(Intrinsic intrinsic) {
  const std::string name(intrinsic_name(intrinsic));
  switch (intrinsic_shape(intrinsic)) {
    case IntrinsicShape::FloatUnary:
    case IntrinsicShape::NumericUnary:
      return needs_fragment_stage(intrinsic) ? "" : name + "(v)";
    case IntrinsicShape::FloatBinary:
    case IntrinsicShape::FloatSameBinary:
    case IntrinsicShape::NumericBinary:
      return name + "(v, w) + " + name + "(w, v)";
    case IntrinsicShape::FloatTernary:
    case IntrinsicShape::FloatSameTernary:
      return intrinsic == Intrinsic::SmoothStep
                 ? name + "(t, w, v) + " + name + "(float3(0.9), float3(0.1, 0.2, 0.3), v)"
                 : name + "(v, w, t)";
    case IntrinsicShape::NumericTernary:
      return name + "(v, t, w)";
    case IntrinsicShape::Refract:
      return name + "(normalize(v), normalize(-w), 0.7)";
    case IntrinsicShape::Dot:
      return "float3(" + name + "(v, w), " + name + "(v.xy, t.xy), " + name + "(v.x, w.y))";
    case IntrinsicShape::Cross:
      return name + "(v, w)";
    case IntrinsicShape::Length:
      return "float3(" + name + "(v), " + name + "(v.xy), " + name + "(-v.x))";
    case IntrinsicShape::Transpose:
      return name + "(m)[1]";
    case IntrinsicShape::Determinant:
      return "float3(" + name + "(m), " + name + "(float2x2(m)), " + name +
             "(float4x4(float4(v, 1.0), float4(w, 0.5), float4(t, 2.0), float4(m[2], -1.0))))";
    case IntrinsicShape::Inverse:
      return name + "(m)[1] + float3(" + name + "(float2x2(m))[0], 0.0) + " + name +
             "(float4x4(float4(v, 1.0), float4(w, 0.5), float4(t, 2.0), float4(m[2], "
             "-1.0)))[3].xyz";
    case IntrinsicShape::MatrixProduct:
      return name + "(m, v) + " + name + "(w, m) + " + name + "(m, m)[2]";
    case IntrinsicShape::BoolReduce:
      return "float3(float(" + name + "(lessThan(v, w))), float(" + name +
             "(lessThan(w, v))), 1.0)";
    case IntrinsicShape::Comparison:
      return "float3(" + name + "(v, w)) + float3(" + name + "(v, v))";
    case IntrinsicShape::FloatTest:  // of a number, an infinity and a NaN
      return "float3(float(" + name + "(v.x)), float(" + name +
             "(bitsToFloat((floatBitsToUint(v.x) >> 31) + 2139095040u))), float(" + name +
             "(bitsToFloat(floatBitsToUint(v.x) | 2143289344u))))";
    case IntrinsicShape::FloatToInt:
    case IntrinsicShape::FloatToUint:
      return "float3(" + name + "(v) >> 13) / 100000.0";
    case IntrinsicShape::BitsToFloat:
      return name + "(floatBitsToInt(v)) + " + name + "(floatBitsToUint(w))";
    case IntrinsicShape::OuterProduct:
    case IntrinsicShape::PackTwo:
    case IntrinsicShape::PackFour:
    case IntrinsicShape::UnpackTwo:
    case IntrinsicShape::UnpackFour:
    case IntrinsicShape::BitfieldExtract:
    case IntrinsicShape::BitfieldInsert:
    case IntrinsicShape::IntegerUnary:
    case IntrinsicShape::BitIndex:
    case IntrinsicShape::SampleBias:
    case IntrinsicShape::Gather:
    case IntrinsicShape::TextureLevels:
    case IntrinsicShape::ArrayLength:
    case IntrinsicShape::Sample:
    case IntrinsicShape::SampleLod:
    case IntrinsicShape::SampleGrad:
    case IntrinsicShape::SampleCompare:
    case IntrinsicShape::Texel:
    case IntrinsicShape::TextureSize:
      return "";
  }
  return "";
}

}  // namespace

TEST_CASE("every intrinsic matches the interpreter within the target's precision") {
  std::vector<std::string> calls;
  for (const std::string_view spelling : intrinsic_spellings()) {
    const Intrinsic intrinsic = *find_intrinsic(spelling);
    const std::string call = call_of(intrinsic);
    if (spelling == intrinsic_name(intrinsic) && !call.empty()) {
      calls.push_back(call);
    }
  }
  CHECK(calls.size() > 50);
  constexpr std::size_t targets = 8;
  for (std::size_t begin = 0; begin < calls.size(); begin += targets) {
    const std::size_t count = std::min(targets, calls.size() - begin);
    std::string source = pixel_host_text + pixel_profile_text(count);
    std::string material = "material m {\n    x = scaled(pixel());\n";
    for (std::size_t i = 0; i < count; ++i) {
      source += "fragment probe_" + std::to_string(i) +
                "(x: float) -> float3\n{\n    float3 v = 0.5 + float3(x, -x, x * 0.5) * 0.08;\n"
                "    float3 w = float3(0.9, 0.55, 0.7) + v * 0.1;\n"
                "    float3 t = float3(0.3, 0.4, 0.5);\n"
                "    float3x3 m = float3x3(v, w.zxy, t);\n    return " +
                calls[begin + i] + ";\n}\n";
      material += "    output out" + std::to_string(i) + " = float4(probe_" + std::to_string(i) +
                  "(x), 1.0);\n";
    }
    const ComposedMaterial composed = compose_text(source + material + "}\n", "m", "host");
    for (const ShadingLanguage language : both_languages) {
      const std::vector<render::FloatImage> images = draw_row(composed, language);
      for (std::size_t i = 0; i < count; ++i) {
        INFO(name_of(language) << ": " << calls[begin + i]);
        for (int pixel = 0; pixel < row_width; ++pixel) {
          const Constant expected =
              interpreted(*composed.library, "probe_" + std::to_string(i),
                          DataType::vector(Scalar::Float, 3), {ports_of(pixel)[2]});
          for (int channel = 0; channel < 3; ++channel) {
            const double value =
                static_cast<double>(float_of(expected.bits[static_cast<std::size_t>(channel)]));
            CHECK(static_cast<double>(render::value(images[i], pixel, 0, channel)) ==
                  Approx(value).epsilon(0.0005).margin(0.0001));
          }
        }
      }
    }
  }
}

}  // namespace weft::testing::printer_values_test
