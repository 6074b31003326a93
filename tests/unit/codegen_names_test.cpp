// Names, numbers and layouts: the parts of the code generator that tables can test.

#include <cmath>
#include <limits>
#include <string>
#include <vector>

#include "codegen/interface/layout.h"
#include "codegen/ir/namer.h"
#include "codegen/print/number_text.h"
#include "codegen/raise/glsl/glsl_target.h"
#include "codegen/raise/hlsl/hlsl_target.h"
#include "support/append_number.h"
#include "support/float_bits.h"
#include "tests/support/catch.h"

namespace weft::testing::codegen_names_test {

namespace {

using namespace weft;

std::string literal(float value, const TargetLanguage& language) {
  std::string out;
  append_literal(out, float_type, float_bits(value), language.spelling);
  return out;
}

}  // namespace

TEST_CASE("codegen: names are unique and valid in both languages") {
  struct Row {
    std::vector<std::string> wishes;
    std::vector<std::string> names;
  };
  const std::vector<Row> rows = {
      {{"base", "base", "base"}, {"base", "base_2", "base_3"}},
      {{"base_2", "base", "base"}, {"base_2", "base", "base_3"}},
      {{"input", "sample", "texture", "half", "filter", "buffer"},
       {"input_", "sample_", "texture_", "half_", "filter_", "buffer_"}},
      {{"input", "input", "input_"}, {"input_", "input_2", "input_3"}},
      {{"float3", "half4x4", "min16float2", "vec3", "mat4x3", "float5"},
       {"float3_", "half4x4_", "min16float2_", "vec3_", "mat4x3_", "float5"}},
      {{"lerp", "mix", "frac", "fract", "saturate", "mul", "main"},
       {"lerp_", "mix_", "frac_", "fract_", "saturate_", "mul_", "main_"}},
      {{"a__b", "__", "gl_Position", "2d", "", "view.to_clip", "_x"},
       {"a_b", "value", "glPosition", "n2d", "value_2", "view_to_clip", "_x"}},
      {{"Base", "base"}, {"Base", "base"}},
      {{"gl", "gl", "gl_", "gl2"}, {"gl", "gl2", "gl3", "gl2_2"}},
  };
  for (const Row& row : rows) {
    Namer namer;
    std::vector<std::string> names;
    for (const std::string& wish : row.wishes) {
      names.push_back(namer.unique(wish));
    }
    CHECK(names == row.names);
  }
}

TEST_CASE("codegen: an inner scope avoids only the names of its outer scopes") {
  Namer outer;
  CHECK(outer.unique("n") == "n");
  Namer first(&outer);
  Namer second(&outer);
  CHECK(first.unique("n") == "n_2");
  CHECK(first.unique("i") == "i");
  CHECK(second.unique("i") == "i");
}

TEST_CASE("codegen: numbers of any width print in decimal") {
  std::string out = "x";
  append_number(out, 0);
  append_number(out, std::numeric_limits<std::uint64_t>::max());
  append_number(out, std::numeric_limits<std::int64_t>::min());
  append_number(out, std::uint8_t{65});
  CHECK(out == "x018446744073709551615-922337203685477580865");
}

TEST_CASE("codegen: float literals round-trip and look like floats") {
  struct Row {
    float value;
    const char* text;
  };
  const std::vector<Row> rows = {{0.0F, "0.0"},
                                 {-0.0F, "-0.0"},
                                 {0.0F, "0.0"},
                                 {1.0F, "1.0"},
                                 {-3.0F, "-3.0"},
                                 {-2.5F, "-2.5"},
                                 {1e6F, "1000000.0"},
                                 {-1000001.0F, "-1000001.0"},
                                 {0.1F, "0.1"},
                                 {16777216.0F, "16777216.0"},
                                 {1e20F, "1e+20"},
                                 {1e-20F, "1e-20"},
                                 {0.31830987F, "0.31830987"},
                                 {std::numeric_limits<float>::max(), "3.4028235e+38"}};
  for (const Row& row : rows) {
    CHECK(literal(row.value, glsl_target()) == row.text);
    CHECK(literal(row.value, hlsl_target()) == row.text);
    CHECK(std::stof(literal(row.value, glsl_target())) == row.value);
  }
  CHECK(literal(std::numeric_limits<float>::infinity(), glsl_target()) ==
        "uintBitsToFloat(0x7f800000u)");
  CHECK(literal(std::nanf(""), hlsl_target()) == "asfloat(0x7fc00000u)");
}

TEST_CASE("codegen: a literal is negative exactly if it is printed with a minus") {
  struct Row {
    DataType type;
    std::vector<std::uint32_t> bits;
  };
  const std::vector<Row> rows = {
      // zeros, the least and the greatest denormals, normal numbers, infinities, NaNs
      {float_type,
       {0U, 0x80000000U, 1U, 0x80000001U, 0x807fffffU, 0x80800000U, 0x3f800000U, 0xbf800000U,
        0xff7fffffU, 0x7f800000U, 0xff800000U, 0x7fc00000U, 0xffc00000U}},
      {int_type, {0U, 1U, 0x7fffffffU, 0x80000000U, 0x80000001U, 0xffffffffU}},
      {uint_type, {0U, 1U, 0x7fffffffU, 0x80000000U, 0xffffffffU}},
  };
  for (const Row& row : rows) {
    for (const std::uint32_t bits : row.bits) {
      for (const TargetLanguage* language : {&glsl_target(), &hlsl_target()}) {
        std::string text;
        append_literal(text, row.type, bits, language->spelling);
        INFO(text);
        CHECK(is_negative_literal(row.type, bits) == (text.front() == '-'));
      }
    }
  }
}

TEST_CASE("codegen: block layouts satisfy every packing rule") {
  struct Row {
    const char* note;
    BlockKind kind;
    std::vector<DataType> types;
    std::vector<std::uint32_t> offsets;
    std::uint32_t size;
  };
  const DataType float3x3 = DataType::matrix(3, 3);
  const DataType float4x4 = DataType::matrix(4, 4);
  DataTypeTable types;
  std::vector<StoredStruct> structs;
  StorageTypes storage(types, structs);
  const DataType floats = types.array_of(float_type, 3);
  const DataType matrices = types.array_of(float4x4, 2);
  const std::vector<Row> rows = {
      {"a float fills up a float3", BlockKind::Uniform, {float3_type, float_type}, {0, 12}, 16},
      {"nothing crosses a row", BlockKind::Uniform, {float_type, float3_type}, {0, 16}, 32},
      {"a float2 begins at 8",
       BlockKind::Uniform,
       {float_type, float2_type, float_type},
       {0, 8, 16},
       32},
      {"a matrix has whole rows",
       BlockKind::Uniform,
       {float_type, float3x3, float_type},
       {0, 16, 64},
       80},
      {"so has an array", BlockKind::Uniform, {float_type, floats, float_type}, {0, 16, 64}, 80},
      {"bools are uints", BlockKind::Uniform, {bool_type, float_type}, {0, 4}, 16},
      {"buffers have whole rows only",
       BlockKind::Storage,
       {int_type, floats, float3x3},
       {0, 16, 64},
       112},
      {"in buffers vectors and matrices align as in uniform blocks",
       BlockKind::Storage,
       {float_type, float2_type, float4x4},
       {0, 8, 16},
       80},
      {"arrays of matrices in buffers", BlockKind::Storage, {matrices}, {0}, 128},
      {"push constants follow uniforms", BlockKind::Push, {float4x4, float_type}, {0, 64}, 80},
  };
  for (const Row& row : rows) {
    INFO(row.note);
    Block block;
    block.kind = row.kind;
    for (const DataType type : row.types) {
      BlockMember member;
      member.type = type;
      member.stored = storage.find(type, row.kind).value();
      block.members.push_back(member);
    }
    lay_out(block, types);
    std::vector<std::uint32_t> offsets;
    for (const BlockMember& member : block.members) {
      offsets.push_back(member.offset);
    }
    CHECK(offsets == row.offsets);
    CHECK(block.size == row.size);
  }
  CHECK_FALSE(storage.find(DataType::texture(TextureShape::Texture2d), BlockKind::Uniform));
  CHECK_FALSE(storage.find(types.array_of(float_type, 0), BlockKind::Uniform));
}

}  // namespace weft::testing::codegen_names_test
