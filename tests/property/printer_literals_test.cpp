// Printed literals have the same bits in the modules of both languages: reads the modules'
// constants, and parses no number here.

#include <cmath>
#include <cstring>
#include <set>
#include <string>
#include <vector>

#include "codegen/print/number_text.h"
#include "codegen/print/type_spelling.h"
#include "codegen/raise/glsl/glsl_target.h"
#include "codegen/raise/hlsl/hlsl_target.h"
#include "codegen/spirv/spirv.h"
#include "tests/support/catch.h"
#include "tests/support/seed.h"

namespace weft::testing::printer_literals_test {

namespace {

using namespace weft;

// The values of the module's 32-bit constants, of every type.
std::set<std::uint32_t> constants_of(const SpirvModule& module) {
  constexpr std::uint32_t op_constant = 43;
  std::set<std::uint32_t> found;
  for (std::size_t at = 5; at < module.words.size(); at += module.words[at] >> 16U) {
    if ((module.words[at] & 0xffffU) == op_constant) {
      found.insert(module.words[at + 3]);
    }
  }
  return found;
}

SpirvModule module_of(DataType scalar, const std::vector<std::uint32_t>& values, bool is_glsl) {
  const Spelling& spelling = (is_glsl ? glsl_target() : hlsl_target()).spelling;
  const std::string type(spelled(scalar, spelling));
  // An expression that a compiler cannot fold.
  std::string text =
      is_glsl ? "#version 450\nlayout(location = 0) flat in " + type +
                    " x;\nlayout(location = 0) out vec4 color;\nvoid main()\n{\n"
              : "float4 main(nointerpolation " + type + " x : TEXCOORD0) : SV_Target0\n{\n";
  text += "    " + type + " sum = x;\n";
  for (const std::uint32_t value : values) {
    text += "    sum = max(sum * x, ";
    append_literal(text, scalar, value, spelling);
    text += ");\n";
  }
  text += is_glsl ? "    color = vec4(float(sum));\n}\n" : "    return float(sum).xxxx;\n}\n";
  auto module = is_glsl ? compile_glsl(Stage::Fragment, text) : compile_hlsl(Stage::Fragment, text);
  if (!module) {
    FAIL(module.error() << text);
  }
  const auto valid = validate_spirv(*module);
  CHECK(valid);
  return std::move(*module);
}

void check(DataType scalar, const std::vector<std::uint32_t>& values) {
  for (const bool is_glsl : {true, false}) {
    const std::set<std::uint32_t> found = constants_of(module_of(scalar, values, is_glsl));
    for (const std::uint32_t value : values) {
      if (found.count(value) == 0) {
        std::string text;
        append_literal(text, scalar, value, (is_glsl ? glsl_target() : hlsl_target()).spelling);
        FAIL_CHECK((is_glsl ? "GLSL " : "HLSL ") << text << " is not " << value);
      }
    }
  }
}

}  // namespace

TEST_CASE("printers: literals keep their bits in the modules") {
  check(int_type, {0, 1, 7, 0x7fffffffU, 0x80000000U, 0x80000001U, 0xffffffffU, 0xfffffff9U});
  check(uint_type, {0, 1, 7, 0x7fffffffU, 0x80000000U, 0x80000001U, 0xffffffffU});
  // Zeros, ones, the least and the greatest subnormal and normal numbers, neighbors of powers of
  // two; then random bits.
  check(float_type, {0x00000000U, 0x80000000U, 0x3f800000U, 0xbf800000U, 0x00000001U, 0x80000001U,
                     0x007fffffU, 0x00800000U, 0x00800001U, 0x7f7fffffU, 0xff7fffffU, 0x3f7fffffU,
                     0x3f800001U, 0x4b7fffffU, 0x4b800000U, 0x4b800001U, 0x3dcccccdU, 0x40490fdbU});
  Random random(seed());
  const std::size_t count = scaled(5);
  for (std::size_t i = 0; i < count; ++i) {
    std::vector<std::uint32_t> values;
    while (values.size() < 200) {
      auto bits = static_cast<std::uint32_t>(random.next());
      if (random.chance(8)) {
        bits &= 0x807fffffU;  // subnormal
      }
      constexpr std::uint32_t exponent = 0x7f800000U;
      if ((bits & exponent) != exponent) {
        values.push_back(bits);
      }
    }
    check(float_type, values);
  }
}

}  // namespace weft::testing::printer_literals_test
