// What printed bodies compute: random ones and every kind of block on lavapipe, from both
// languages, against the interpreter.

#include <algorithm>
#include <cstdint>
#include <cstring>
#include <string>
#include <vector>

#include "composer/compose.h"
#include "fragments/interpreter/interpreter.h"
#include "fragments/language/intrinsics.h"
#include "render/draw_material_blocks.h"
#include "tests/property/body_generator.h"
#include "tests/render/material_drawing.h"
#include "tests/support/catch.h"
#include "tests/support/seed.h"

namespace {

using namespace weft;
using namespace weft::testing;

constexpr int width = 8;

// The pixels' values of each target from left to right, of a triangle over everything.
std::vector<render::FloatImage> draw_row(const ComposedMaterial& material, ShadingLanguage language,
                                         render::DrawInput input = {}) {
  input.vertex_spirv = material.in(language).vertex.words;
  input.fragment_spirv = material.in(language).fragment.words;
  const std::vector<float> corners = {-1, -1, 0.5F, 3, -1, 0.5F, -1, 3, 0.5F};
  input.streams = {{0, render::VertexFormat::Floatx3, render::bytes_of(corners), 0, false}};
  input.vertex_count = 3;
  input.width = width;
  input.height = 1;
  input.depth = render::DepthTest::Off;
  input.color_targets.assign(material.interface().targets.size(),
                             {render::ColorFormat::Rgba32Float, {}});
  auto output = shared_renderer().draw(input);
  if (!output) {
    FAIL(output.error().message);
  }
  std::vector<render::FloatImage> images;
  for (render::ColorResult& color : output->colors) {
    images.push_back(std::move(color.floats));
  }
  return images;
}

// A host of one attribute, whose materials compute from the number of the pixel.
const std::string host_text = R"(
feature surface.position: float3 at vertex;
feature surface.frag_coord: float4 at fragment;
fragment clip(p: float3) -> float4 { return float4(p, 1.0); }
/// A number in two floats that hold it exactly.
fragment halves(u: uint) -> float2 { return float2(float(u & 65535u), float(u >> 16)); }
fragment pixel() -> int { return int(surface.frag_coord.x); }
fragment hashed(i: int) -> uint { return uint(i) * 2654435769u; }
fragment scaled(i: int) -> float { return float(i) * 1.25 - 4.0; }
)";

std::string profile_text(std::size_t targets) {
  std::string text =
      "profile host {\n    provide surface.position as attribute 0;\n"
      "    provide surface.frag_coord as builtin;\n"
      "    vertex demand position: float4 as clip = clip(surface.position);\n";
  for (std::size_t i = 0; i < targets; ++i) {
    text += "    fragment demand out" + std::to_string(i) + ": float4 as target " +
            std::to_string(i) + ";\n";
  }
  return text + "}\n";
}

// What the interpreter makes of a leaf.
Constant interpreted(const Library& library, const std::string& leaf, DataType result,
                     const std::vector<Constant>& ports) {
  for (std::size_t at = 0; at < library.fragments.size(); ++at) {
    const Fragment& fragment = library.fragments[FragmentId(at)];
    if (library.text(fragment.name) == leaf) {
      const std::vector<Constant> features;
      const BodyInstance* instance = fragment.find_instance({});
      REQUIRE(instance != nullptr);
      const auto values = evaluate_body(library, instance->body, {result}, {ports, features});
      REQUIRE(values);
      return (*values)[0];
    }
  }
  FAIL("no leaf " << leaf);
  return {};
}

std::uint32_t bits_of(float value) {
  std::uint32_t bits = 0;
  std::memcpy(&bits, &value, sizeof bits);
  return bits;
}

float float_of(std::uint32_t bits) {
  float value = 0;
  std::memcpy(&value, &bits, sizeof value);
  return value;
}

// The ports (i, u, x) of the random bodies at a pixel.
std::vector<Constant> ports_of(int pixel) {
  const auto number = static_cast<std::uint32_t>(pixel);
  return {{int_type, {number}},
          {uint_type, {number * 2654435769U}},
          {float_type, {bits_of(static_cast<float>(pixel) * 1.25F - 4.0F)}}};
}

// Two floats of a pixel that hold a number.
std::uint32_t number_at(const render::FloatImage& image, int pixel, int channel) {
  const auto low = static_cast<std::uint32_t>(render::value(image, pixel, 0, channel));
  const auto high = static_cast<std::uint32_t>(render::value(image, pixel, 0, channel + 1));
  return high << 16U | low;
}

std::string_view name_of(ShadingLanguage language) {
  return language == ShadingLanguage::Glsl ? "GLSL" : "HLSL";
}

}  // namespace

namespace {

// Eight random bodies in one material, drawn from the languages and compared with the interpreter.
void check_bodies(std::uint64_t start, const std::vector<ShadingLanguage>& languages) {
  constexpr std::size_t bodies = 8;
  Random random(start);
  std::string source = body_preamble + host_text + profile_text(bodies / 2);
  std::string material = "material m {\n    i = pixel();\n    u = hashed(i);\n    x = scaled(i);\n";
  for (std::size_t j = 0; j < bodies; ++j) {
    const std::string name = "probe_" + std::to_string(j);
    source += random_body(random, name);
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
      for (int pixel = 0; pixel < width; ++pixel) {
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

TEST_CASE("printed bodies compute what the interpreter does") {
  const std::size_t count = scaled(8);
  for (std::size_t i = 0; i < count; ++i) {
    check_bodies(seed() + 104729 * i, {ShadingLanguage::Glsl});
  }
}

// Always the same bodies: lavapipe 22.3 crashes on some of the modules that the legalisation of
// HLSL (spirv-opt's merge-return and the removal of dead branches) makes, valid as they are, and
// these are known to pass.
TEST_CASE("bodies printed in HLSL compute what the interpreter does") {
  constexpr std::uint64_t known = 1464157780;
  for (std::uint64_t i = 0; i < 8; ++i) {
    check_bodies(known + 104729 * i, {ShadingLanguage::Hlsl});
  }
}

namespace {

// A leaf that mixes everything in a value into one number, and what it is handed.
const std::string blocks_text = R"(
struct Inner {
    bool on;
    float3 color;
    float2x3 turn;
    bool3 flags;
}
struct Outer {
    int number;
    Inner[2] inner;
    uint2 words;
    float[3] weights;
    float2[2][2] table;
    float4x4 frame;
    float last;
}
feature list.lamps: Outer[3] at frame;
feature pushed.lamp: Inner at frame;
fragment mixed(h: uint, x: float) -> uint { return h * 31u + floatBitsToUint(x); }
fragment of_inner(inner: Inner) -> uint
{
    uint h = inner.on ? 3u : 5u;
    for (int i = 0; i < 3; ++i)
        h = mixed(mixed(mixed(h, inner.color[i]), inner.turn[i].x), inner.turn[i][1]);
    return h * 31u + uint(inner.flags.x) + uint(inner.flags.y) * 2u + uint(inner.flags.z) * 4u;
}
fragment of_outer(outer: Outer) -> uint
{
    uint h = uint(outer.number) + of_inner(outer.inner[0]) * 7u + of_inner(outer.inner[1]);
    h = h * 31u + outer.words.x * 3u + outer.words.y;
    for (int i = 0; i < 3; ++i)
        h = mixed(h, outer.weights[i]);
    for (int i = 0; i < 4; ++i)
        h = mixed(mixed(h, outer.table[i / 2][i % 2].x), outer.table[i / 2][i % 2].y);
    for (int i = 0; i < 16; ++i)
        h = mixed(h, outer.frame[i / 4][i % 4]);
    return mixed(h, outer.last);
}
fragment of_list(at: int) -> uint { return of_outer(list.lamps[at]); }
fragment of_parts(at: int) -> uint
{
    uint h = of_inner(list.lamps[at].inner[1]) + list.lamps[at].words.y;
    return mixed(h, list.lamps[at].table[1][0].y) + of_inner(pushed.lamp);
}
)";

// Scalars that are all different, bools 0 or 1, in the order of a Constant.
void append_scalars(std::vector<std::uint32_t>& bits, DataType type, const DataTypeTable& types) {
  if (type.is_array()) {
    for (std::uint32_t i = 0; i < types.array(type).size; ++i) {
      append_scalars(bits, types.array(type).element, types);
    }
  } else if (type.is_struct()) {
    for (const StructMember& member : types.structure(type).members) {
      append_scalars(bits, member.type, types);
    }
  } else {
    for (int i = 0; i < type.component_count(); ++i) {
      const auto number = static_cast<std::uint32_t>(bits.size());
      bits.push_back(type.scalar_kind() == Scalar::Bool ? (number * 7 + 3) / 2 % 2
                     : type.scalar_kind() == Scalar::Float
                         ? bits_of(0.5F + static_cast<float>(number))
                         : 1000 + number);
    }
  }
}

}  // namespace

TEST_CASE("structs and arrays in every kind of block arrive as they were stored") {
  std::string profile = profile_text(2);
  profile.insert(profile.find("    vertex demand"),
                 "    provide list as buffer;\n    provide pushed as push;\n");
  const std::string material =
      "material m {\n    param outer: Outer;\n    i = pixel();\n"
      "    output out0 = float4(halves(of_outer(outer)), halves(of_list(i)));\n"
      "    output out1 = float4(halves(of_parts(i)), halves(of_inner(outer.inner[1])));\n}\n";
  const ComposedMaterial composed =
      compose_text(blocks_text + host_text + profile + material, "m", "host");
  const Interface& interface = composed.interface();
  const DataTypeTable& types = composed.types();
  render::DrawInput input;
  Constant parameter;
  Constant list;
  Constant pushed;
  for (const Block& block : interface.blocks) {
    std::vector<std::uint8_t> bytes(block.size);
    REQUIRE(block.members.size() == 1);
    Constant value{block.members[0].type, {}};
    append_scalars(value.bits, value.type, types);
    REQUIRE(
        render::store_member(block.members[0], types, interface.stored_structs, value.bits, bytes));
    if (block.kind == BlockKind::Uniform) {
      input.uniform_buffers.push_back({block.set, block.binding, bytes});
      parameter = value;
    } else if (block.kind == BlockKind::Storage) {
      input.storage_buffers.push_back({block.set, block.binding, bytes});
      list = value;
    } else {
      input.push_constants = {0, bytes, block.used[0], block.used[1]};
      pushed = value;
    }
  }
  REQUIRE(!list.bits.empty());
  REQUIRE(!pushed.bits.empty());
  const Library& library = *composed.library;
  const std::size_t outer_size = list.bits.size() / 3;
  constexpr std::size_t inner_size = 13;
  const auto part = [](const Constant& whole, DataType type, std::size_t begin, std::size_t size) {
    const auto first = whole.bits.begin() + static_cast<std::ptrdiff_t>(begin);
    return Constant{type, {first, first + static_cast<std::ptrdiff_t>(size)}};
  };
  const auto digest = [&](const char* leaf, const Constant& value) {
    return interpreted(library, leaf, uint_type, {value}).bits[0];
  };
  REQUIRE(pushed.bits.size() == inner_size);
  for (const ShadingLanguage language : both_languages) {
    INFO(name_of(language) << "\n" << composed.in(language).fragment_text);
    const std::vector<render::FloatImage> images = draw_row(composed, language, input);
    for (int pixel = 0; pixel < width; ++pixel) {
      const auto at = static_cast<std::size_t>(pixel < 3 ? pixel : 2);  // beyond is the last
      const Constant outer = part(list, parameter.type, at * outer_size, outer_size);
      const Constant inner = part(outer, pushed.type, 1 + inner_size, inner_size);
      CHECK(number_at(images[0], pixel, 0) == digest("of_outer", parameter));
      CHECK(number_at(images[0], pixel, 2) == digest("of_outer", outer));
      // number, two inners, words, weights, then the table, whose fourth float it is.
      const std::uint32_t y = outer.bits[1 + 2 * inner_size + 2 + 3 + 5];
      const std::uint32_t words = outer.bits[1 + 2 * inner_size + 1];
      CHECK(number_at(images[1], pixel, 0) ==
            (digest("of_inner", inner) + words) * 31U + y + digest("of_inner", pushed));
      CHECK(number_at(images[1], pixel, 2) ==
            digest("of_inner", part(parameter, pushed.type, 1 + inner_size, inner_size)));
    }
  }
}

namespace {

// A call of the intrinsic as a float3, of vectors v, w, t and a matrix m with parts in 0.05 … 1.
// Nothing for what needs neighbours or textures.
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
      return intrinsic == Intrinsic::SmoothStep ? name + "(t, w, v)" : name + "(v, w, t)";
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
    case IntrinsicShape::Sample:
    case IntrinsicShape::SampleLod:
    case IntrinsicShape::SampleGrad:
    case IntrinsicShape::Texel:
    case IntrinsicShape::TextureSize:
      return "";
  }
  return "";
}

}  // namespace

TEST_CASE("every intrinsic gives what the interpreter does, within the precision of the target") {
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
    std::string source = host_text + profile_text(count);
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
        for (int pixel = 0; pixel < width; ++pixel) {
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
