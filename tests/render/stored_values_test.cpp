// Values that a host stores reach the shader unchanged in both languages: structs and arrays in
// every kind of block, and more parameters than a uniform block can hold.

#include <algorithm>
#include <cstdint>
#include <string>
#include <vector>

#include "render/draw_material_blocks.h"
#include "tests/render/pixel_row.h"
#include "tests/support/catch.h"

namespace weft::testing::stored_values_test {

namespace {

using namespace weft;

}  // namespace

namespace {

// A leaf that mixes all parts of a value into one number, with its argument. `list.lamps` has COUNT
// elements.
constexpr const char* blocks_text = R"(
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
feature list.lamps: Outer[COUNT] at frame;
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
fragment of_given(lamps: Outer[COUNT], at: int) -> uint
{
    return at < 1 ? of_outer(lamps[at]) : of_list(at);
}
fragment of_parts(at: int) -> uint
{
    uint h = of_inner(list.lamps[at].inner[1]) + list.lamps[at].words.y;
    return mixed(h, list.lamps[at].table[1][0].y) + of_inner(pushed.lamp);
}
)";

std::string blocks_with(int count) {
  std::string text = blocks_text;
  constexpr std::string_view placeholder = "COUNT";
  for (std::size_t at = 0; (at = text.find(placeholder)) != std::string::npos;) {
    text.replace(at, placeholder.size(), std::to_string(count));
  }
  return text;
}

}  // namespace

TEST_CASE("structs and arrays in every kind of block reach the shader unchanged") {
  // HLSL declares the buffer of 9 as rows.
  const int count = GENERATE(3, 9);
  std::string profile = pixel_profile_text(2);
  profile.insert(profile.find("    vertex demand"),
                 "    provide list as buffer;\n    provide pushed as push;\n");
  const std::string material =
      "material m {\n    param outer: Outer;\n    i = pixel();\n"
      "    output out0 = float4(halves(of_outer(outer)), halves(of_given(list.lamps, i)));\n"
      "    output out1 = float4(halves(of_parts(i)), halves(of_inner(outer.inner[1])));\n}\n";
  const ComposedMaterial composed =
      compose_text(blocks_with(count) + pixel_host_text + profile + material, "m", "host",
                   {.uniform_program = false});
  const Interface& interface = composed.interface();
  const DataTypeTable& types = composed.types();
  render::DrawInput input;
  Constant parameter;
  Constant list;
  Constant pushed;
  for (const Block& block : interface.blocks) {
    std::vector<std::uint8_t> bytes(block.size);
    REQUIRE(block.members.size() == 1);
    const Constant value = distinct_value(block.members[0].type, types);
    REQUIRE(
        render::store_member(block.members[0], types, interface.stored_structs, value.bits, bytes));
    if (block.kind == BlockKind::Uniform) {
      input.uniform_buffers.push_back({block.set, block.binding, bytes});
      parameter = value;
    } else if (block.kind == BlockKind::Storage) {
      input.storage_buffers.push_back({block.set, block.binding, bytes});
      list = value;
      const bool has_rows =
          composed.in(ShadingLanguage::Hlsl).fragment_text.find("<uint4> ") != std::string::npos;
      CHECK(has_rows == (count == 9));
      CHECK(has_rows == (block.size > 2048));
    } else {
      input.push_constants = {0, bytes, block.used[0], block.used[1]};
      pushed = value;
    }
  }
  REQUIRE(!list.bits.empty());
  REQUIRE(!pushed.bits.empty());
  const Library& library = *composed.library;
  const std::size_t outer_size = list.bits.size() / static_cast<std::size_t>(count);
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
    for (int pixel = 0; pixel < row_width; ++pixel) {
      const auto at = static_cast<std::size_t>(std::min(pixel, count - 1));  // indices are clamped
      const Constant outer = part(list, parameter.type, at * outer_size, outer_size);
      const Constant inner = part(outer, pushed.type, 1 + inner_size, inner_size);
      CHECK(number_at(images[0], pixel, 0) == digest("of_outer", parameter));
      CHECK(number_at(images[0], pixel, 2) == digest("of_outer", outer));
      // number, two inners, words, weights, then the fourth float of the table.
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

// One parameter of every kind, and a leaf that mixes all of them into one number.
const std::string parameters_text = R"(
fragment of_all(a: float, b: float2, c: float3, d: float4, m2: float2x2, m3: float3x2, m4: float4x4,
                n: int, w: uint2, on: bool, weights: float[3], outer: Outer) -> uint
{
    uint h = uint(n) * 31u + w.x * 3u + w.y + (on ? 7u : 11u);
    h = mixed(mixed(mixed(mixed(h, a), b.x), b.y), c.x);
    h = mixed(mixed(mixed(mixed(mixed(mixed(h, c.y), c.z), d.x), d.y), d.z), d.w);
    for (int i = 0; i < 2; ++i)
        h = mixed(mixed(mixed(mixed(mixed(h, m2[i].x), m2[i].y), m3[i].x), m3[i].y), m3[i].z);
    for (int i = 0; i < 16; ++i)
        h = mixed(h, m4[i / 4][i % 4]);
    for (int i = 0; i < 3; ++i)
        h = mixed(h, weights[i]);
    return h * 31u + of_outer(outer);
}
)";

// The material, with `others` additional parameters of that type in between.
std::string with_parameters(int others, const std::string& other_type) {
  const std::vector<std::string> own = {
      "a: float",     "b: float2", "c: float3", "d: float4", "m2: float2x2",      "m3: float3x2",
      "m4: float4x4", "n: int",    "w: uint2",  "on: bool",  "weights: float[3]", "outer: Outer"};
  std::string text = "material m {\n";
  int number = 0;
  for (const std::string& one : own) {
    text += "    param " + one + ";\n";
    for (int i = 0; i < others; ++i) {
      text += "    param other" + std::to_string(number++) + ": " + other_type + ";\n";
    }
  }
  return text +
         "    output out0 = float4(halves(of_all(a, b, c, d, m2, m3, m4, n, w, on, weights, "
         "outer)), 0.0, 0.0);\n}\n";
}

// `material uniform, parameters rows`
std::string kinds_of_blocks(const Interface& interface) {
  std::string text;
  for (const Block& block : interface.blocks) {
    text += text.empty() ? "" : ", ";
    text += block.instance + (!block.rows.empty()                ? " rows"
                              : block.kind == BlockKind::Storage ? " buffer"
                                                                 : " uniform");
  }
  return text;
}

}  // namespace

TEST_CASE("any number of parameters reach the shader unchanged") {
  struct Row {
    int others;
    const char* other_type;
    const char* provision;
    const char* blocks;
  };
  const std::vector<Row> table = {
      {0, "float", "uniform", "material uniform"},
      {0, "float", "buffer", "material buffer"},
      {1, "bool", "uniform", "material uniform"},
      {500, "float", "uniform", "material uniform, parameters rows"},
      {111, "float3x3", "uniform", "material uniform, parameters rows"},
      {50, "float2", "buffer", "material buffer, parameters rows"},
      {500, "int", "uniform", "material buffer, parameters rows"},
  };
  for (const Row& row : table) {
    std::string profile = pixel_profile_text(1);
    profile.insert(profile.find("    vertex demand"),
                   "    provide material as " + std::string(row.provision) + ";\n");
    const ComposedMaterial composed =
        compose_text(blocks_with(3) + parameters_text + pixel_host_text + profile +
                         with_parameters(row.others, row.other_type),
                     "m", "host", {.uniform_program = false});
    const Interface& interface = composed.interface();
    const DataTypeTable& types = composed.types();
    INFO(row.others << " " << row.other_type << " as " << row.provision);
    CHECK(kinds_of_blocks(interface) == row.blocks);
    render::DrawInput input;
    const std::vector<MaterialParameter>& parameters =
        composed.library->materials[*composed.library->find_material("m")].parameters;
    std::vector<Constant> ports;
    std::vector<Constant> values;
    for (std::uint32_t i = 0; i < parameters.size(); ++i) {
      values.push_back(distinct_value(parameters[i].type.data(), types, 17 * i));
      if (composed.library->text(parameters[i].name).substr(0, 5) != "other") {
        ports.push_back(values.back());
      }
    }
    for (const Block& block : interface.blocks) {
      std::vector<std::uint8_t> bytes(block.size);
      for (const BlockMember& member : block.members) {
        REQUIRE(render::store_member(member, types, interface.stored_structs,
                                     values[*member.source.parameter].bits, bytes));
      }
      (block.kind == BlockKind::Uniform ? input.uniform_buffers : input.storage_buffers)
          .push_back({block.set, block.binding, std::move(bytes)});
    }
    const std::uint32_t expected =
        interpreted(*composed.library, "of_all", uint_type, ports).bits[0];
    for (const ShadingLanguage language : both_languages) {
      INFO(name_of(language) << "\n" << composed.in(language).fragment_text);
      CHECK(number_at(draw_row(composed, language, input)[0], 0, 0) == expected);
    }
  }
}

}  // namespace weft::testing::stored_values_test
