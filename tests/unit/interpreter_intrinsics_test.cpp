// Every intrinsic on known values. Expected values are from closed forms and function tables;
// `within` is in units of the last place.

#include <cmath>
#include <set>

#include "fragments/interpreter/operations.h"
#include "tests/support/catch.h"
#include "tests/unit/interpreter_bodies.h"

namespace weft::testing::interpreter_intrinsics_test {

namespace {

using namespace weft;

struct Case {
  Intrinsic intrinsic;
  std::vector<Constant> arguments;
  Constant expected;
  int within = 0;
};

/// Whether two floats are at most `steps` floats apart; NaN equals only NaN.
bool are_close(float a, float b, int steps) {
  if (std::isnan(a) || std::isnan(b)) {
    return std::isnan(a) && std::isnan(b);
  }
  for (int i = 0; i < steps && a != b; ++i) {
    a = std::nextafterf(a, b);
  }
  return a == b;
}

void check(const Case& it) {
  auto result = apply_intrinsic(it.intrinsic, it.expected.type, it.arguments);
  INFO(intrinsic_name(it.intrinsic));
  for (const Constant& argument : it.arguments) {
    UNSCOPED_INFO("argument " << text_of(argument));
  }
  REQUIRE(result);
  INFO("expected " << text_of(it.expected) << ", got " << text_of(*result));
  REQUIRE(result->type == it.expected.type);
  REQUIRE(result->bits.size() == it.expected.bits.size());
  for (std::size_t i = 0; i < result->bits.size(); ++i) {
    if (it.expected.type.is_float_based()) {
      CHECK(are_close(float_of(result->bits[i]), float_of(it.expected.bits[i]), it.within));
    } else {
      CHECK(result->bits[i] == it.expected.bits[i]);
    }
  }
}

/// By hand, from the definitions of GLSL.
std::vector<Case> bit_cases() {
  return {
      {Intrinsic::OuterProduct,
       {floats({1, 2}), floats({3, 4, 5})},
       matrix(2, 3, {3, 6, 4, 8, 5, 10})},
      {Intrinsic::PackHalf2x16, {floats({1, -2})}, uints({0xc0003c00U})},
      {Intrinsic::PackHalf2x16, {floats({65504, 0.1F})}, uints({0x2e667bffU})},
      // Between the greatest number and infinity, and between neighbors: ties to even.
      {Intrinsic::PackHalf2x16, {floats({65519, 65520})}, uints({0x7c007bffU})},
      {Intrinsic::PackHalf2x16, {floats({1.00048828125F, 1.00146484375F})}, uints({0x3c023c00U})},
      // 2^-14, 2^-24; 2^-25, 1.5 * 2^-24
      {Intrinsic::PackHalf2x16, {floats({6.103515625e-5F, 5.9604645e-8F})}, uints({0x00010400U})},
      {Intrinsic::PackHalf2x16, {floats({2.98023224e-8F, 8.9406967e-8F})}, uints({0x00020000U})},
      {Intrinsic::PackHalf2x16, {floats({-infinite, not_a_number})}, uints({0x7e00fc00U})},
      {Intrinsic::PackUnorm2x16, {floats({0.25F, 7})}, uints({0xffff4000U})},
      {Intrinsic::PackSnorm2x16, {floats({-1, 0.5F})}, uints({0x40008001U})},
      {Intrinsic::PackUnorm4x8, {floats({0, 1, 0.5F, 2})}, uints({0xff80ff00U})},
      {Intrinsic::PackUnorm4x8, {floats({-1, 0.2F, 0, 0})}, uints({0x00003300U})},
      {Intrinsic::PackSnorm4x8, {floats({-1, 1, 0.5F, -0.5F})}, uints({0xc0407f81U})},
      {Intrinsic::UnpackHalf2x16, {uints({0x7c00bc00U})}, floats({-1, infinite})},
      {Intrinsic::UnpackHalf2x16,
       {uints({0x00018400U})},
       floats({-6.103515625e-5F, 5.9604645e-8F})},
      {Intrinsic::UnpackUnorm2x16, {uints({0xffff8000U})}, floats({32768.0F / 65535.0F, 1})},
      {Intrinsic::UnpackSnorm2x16, {uints({0x80004000U})}, floats({16384.0F / 32767.0F, -1})},
      {Intrinsic::UnpackUnorm4x8, {uints({0xff800033U})}, floats({0.2F, 0, 128.0F / 255.0F, 1})},
      {Intrinsic::UnpackSnorm4x8, {uints({0x8040817fU})}, floats({1, -1, 64.0F / 127.0F, -1})},
      {Intrinsic::BitfieldExtract, {uints({0xabcd1234U}), ints({8}), ints({12})}, uints({0xd12U})},
      {Intrinsic::BitfieldExtract, {ints({0xf00, 0x700}), ints({8}), ints({4})}, ints({-1, 7})},
      {Intrinsic::BitfieldExtract, {ints({-5}), ints({3}), ints({0})}, ints({0})},
      {Intrinsic::BitfieldExtract, {ints({-5}), ints({0}), ints({32})}, ints({-5})},
      {Intrinsic::BitfieldInsert,
       {uints({0xffffffffU, 0}), uints({5, 0xfff}), ints({4}), ints({8})},
       uints({0xfffff05fU, 0xff0U})},
      {Intrinsic::BitfieldInsert, {ints({7}), ints({-2}), ints({0}), ints({32})}, ints({-2})},
      {Intrinsic::BitfieldInsert, {ints({7}), ints({-2}), ints({3}), ints({0})}, ints({7})},
      {Intrinsic::BitfieldReverse, {uints({1, 0xf0})}, uints({0x80000000U, 0x0f000000U})},
      {Intrinsic::BitfieldReverse, {ints({1})}, ints({int_min})},
      {Intrinsic::BitCount, {uints({0, 0xffffffffU, 0xf0f0U})}, ints({0, 32, 8})},
      {Intrinsic::BitCount, {ints({-1})}, ints({32})},
      {Intrinsic::FindLsb, {ints({0, 8, int_min})}, ints({-1, 3, 31})},
      {Intrinsic::FindMsb, {uints({0, 1, 0xffffffffU})}, ints({-1, 0, 31})},
      {Intrinsic::FindMsb, {ints({-1, 0, -2, 256})}, ints({-1, -1, 0, 8})},
  };
}

const std::vector<Case>& cases() {
  static const std::vector<Case> all = {
      {Intrinsic::Radians, {floats({0, 180, -90})}, floats({0, 3.14159265F, -1.57079633F}), 1},
      {Intrinsic::Degrees, {floats({0, 3.14159265F, -0.5F})}, floats({0, 180, -28.6478898F}), 1},
      {Intrinsic::Sin,
       {floats({0, 0.5F, -2, 100})},
       floats({0, 0.479425539F, -0.909297427F, -0.506365641F}),
       1},
      {Intrinsic::Sin, {floats({infinite, not_a_number})}, floats({not_a_number, not_a_number})},
      {Intrinsic::Cos,
       {floats({0, 0.5F, -2, 100})},
       floats({1, 0.877582562F, -0.416146837F, 0.862318872F}),
       1},
      {Intrinsic::Tan, {floats({0, 0.5F, 1})}, floats({0, 0.54630249F, 1.55740772F}), 1},
      {Intrinsic::Asin,
       {floats({0, 0.5F, -1, 2})},
       floats({0, 0.523598776F, -1.57079633F, not_a_number}),
       1},
      {Intrinsic::Acos,
       {floats({1, 0.5F, -1, -2})},
       floats({0, 1.04719755F, 3.14159265F, not_a_number}),
       1},
      {Intrinsic::Atan, {floats({0, 1, infinite})}, floats({0, 0.785398163F, 1.57079633F}), 1},
      {Intrinsic::Sinh, {floats({0, 1, -2})}, floats({0, 1.17520119F, -3.62686041F}), 1},
      {Intrinsic::Cosh, {floats({0, 1, -2})}, floats({1, 1.54308063F, 3.76219569F}), 1},
      {Intrinsic::Tanh, {floats({0, 1, -infinite})}, floats({0, 0.761594156F, -1}), 1},
      {Intrinsic::Exp,
       {floats({0, 1, -1, 1000})},
       floats({1, 2.71828183F, 0.367879441F, infinite}),
       1},
      {Intrinsic::Log,
       {floats({1, 10, 0, -1})},
       floats({0, 2.30258509F, -infinite, not_a_number}),
       1},
      {Intrinsic::Exp2, {floats({0, 10, -1, 0.5F})}, floats({1, 1024, 0.5F, 1.41421356F}), 1},
      {Intrinsic::Log2, {floats({1, 1024, 3, 0})}, floats({0, 10, 1.5849625F, -infinite}), 1},
      {Intrinsic::Log10, {floats({1, 1000, 2, -1})}, floats({0, 3, 0.301029996F, not_a_number}), 1},
      {Intrinsic::Sqrt,
       {floats({0, 2, -1, infinite})},
       floats({0, 1.41421356F, not_a_number, infinite})},
      {Intrinsic::InverseSqrt,
       {floats({4, 2, 0, -1})},
       floats({0.5F, 0.707106781F, infinite, not_a_number})},
      {Intrinsic::Floor, {floats({1.5F, -1.5F, -0.0F, 7})}, floats({1, -2, 0, 7})},
      {Intrinsic::Ceil, {floats({1.5F, -1.5F, -0.5F, 7})}, floats({2, -1, 0, 7})},
      {Intrinsic::Trunc, {floats({1.5F, -1.5F, -0.5F, infinite})}, floats({1, -1, 0, infinite})},
      {Intrinsic::Round, {floats({0.5F, 1.5F, 2.5F, -0.5F})}, floats({0, 2, 2, 0})},
      {Intrinsic::Round, {floats({-1.5F, -2.5F, 0.49999997F, 3.7F})}, floats({-2, -2, 0, 4})},
      {Intrinsic::Round,
       {floats({8388609, -16777216, infinite, not_a_number})},
       floats({8388609, -16777216, infinite, not_a_number})},
      {Intrinsic::Fract,
       {floats({1.25F, -0.25F, 3, infinite})},
       floats({0.25F, 0.75F, 0, not_a_number})},
      {Intrinsic::Fract, {floats({-1e-10F})}, floats({1})},
      {Intrinsic::Saturate, {floats({0.5F, -1, 2, not_a_number})}, floats({0.5F, 0, 1, 0})},
      {Intrinsic::Abs, {floats({-1.5F, 2, -infinite, -0.0F})}, floats({1.5F, 2, infinite, 0})},
      {Intrinsic::Abs, {ints({-3, 4, int_min, 0})}, ints({3, 4, int_min, 0})},
      {Intrinsic::Abs, {uints({3, 0xffffffffU})}, uints({3, 0xffffffffU})},
      {Intrinsic::Sign, {floats({-2, 3, 0, not_a_number})}, floats({-1, 1, 0, 0})},
      {Intrinsic::Sign, {ints({-7, 0, 7, int_min})}, ints({-1, 0, 1, -1})},
      {Intrinsic::Sign, {uints({0, 7, 0x80000000U})}, uints({0, 1, 1})},
      {Intrinsic::Normalize, {floats({3, 0, 4})}, floats({0.6F, 0, 0.8F}), 1},
      {Intrinsic::Normalize, {floats({-5})}, floats({-1})},
      {Intrinsic::Normalize,
       {floats({0, 0, 0})},
       floats({not_a_number, not_a_number, not_a_number})},

      {Intrinsic::Atan2,
       {floats({1, 1, -1, 0}), floats({1, -1, -1, -1})},
       floats({0.785398163F, 2.35619449F, -2.35619449F, 3.14159265F}),
       1},
      {Intrinsic::Pow, {floats({2, 9, 0, 0}), floats({10, 0.5F, 2, 0})}, floats({1024, 3, 0, 1})},
      {Intrinsic::Pow,
       {floats({-2, -2, -infinite}), floats({2, 3, 1})},
       floats({not_a_number, not_a_number, not_a_number})},
      {Intrinsic::Pow,
       {floats({0, -0.0F, 2}), floats({-1, -1, 0.5F})},
       floats({infinite, infinite, 1.41421356F}),
       1},
      {Intrinsic::Pow, {floats({2, 3}), floats({2})}, floats({4, 9})},
      {Intrinsic::Step,
       {floats({0.5F, 0.5F, 0.5F}), floats({0.4F, 0.5F, 0.6F})},
       floats({0, 1, 1})},
      {Intrinsic::Mod,
       {floats({5.5F, -5.5F, 5.5F, -5.5F}), floats({2, 2, -2, -2})},
       floats({1.5F, 0.5F, -0.5F, -1.5F})},
      {Intrinsic::Fmod,
       {floats({5.5F, -5.5F, 5.5F, -5.5F}), floats({2, 2, -2, -2})},
       floats({1.5F, -1.5F, 1.5F, -1.5F})},
      {Intrinsic::Mod, {floats({1}), floats({0})}, floats({not_a_number})},
      {Intrinsic::Min,
       {floats({1, not_a_number, 2, not_a_number}), floats({2, 3, not_a_number, not_a_number})},
       floats({1, 3, 2, not_a_number})},
      {Intrinsic::Max,
       {floats({1, not_a_number, 2, -infinite}), floats({2, 3, not_a_number, 0})},
       floats({2, 3, 2, 0})},
      {Intrinsic::Min, {ints({-1, 5}), ints({1, 4})}, ints({-1, 4})},
      {Intrinsic::Max, {ints({-1, 5}), ints({1, 4})}, ints({1, 5})},
      {Intrinsic::Min, {uints({0xffffffffU, 5}), uints({1, 9})}, uints({1, 5})},
      {Intrinsic::Max, {uints({0xffffffffU, 5}), uints({1, 9})}, uints({0xffffffffU, 9})},
      {Intrinsic::Reflect, {floats({1, -1, 0}), floats({0, 1, 0})}, floats({1, 1, 0})},

      {Intrinsic::Clamp,
       {floats({-1, 0.5F, 9, not_a_number}), floats({0}), floats({1})},
       floats({0, 0.5F, 1, 0})},
      {Intrinsic::Clamp, {ints({-9, 3, 9}), ints({-2, -2, -2}), ints({4, 4, 4})}, ints({-2, 3, 4})},
      {Intrinsic::Clamp, {uints({0xffffffffU, 0}), uints({1, 1}), uints({4, 4})}, uints({4, 1})},
      {Intrinsic::Mix,
       {floats({1, 1, 1}), floats({3, 3, 3}), floats({0, 0.5F, 1})},
       floats({1, 2, 3})},
      {Intrinsic::Mix, {floats({0, 10}), floats({10, 20}), floats({0.25F})}, floats({2.5F, 12.5F})},
      {Intrinsic::SmoothStep,
       {floats({0}), floats({2}), floats({-1, 0.5F, 1, 3})},
       floats({0, 0.15625F, 0.5F, 1})},
      {Intrinsic::SmoothStep, {floats({1}), floats({1}), floats({0, 1, 2})}, floats({0, 0, 1})},
      {Intrinsic::Fma, {floats({2, -3}), floats({4, 5}), floats({1, 1})}, floats({9, -14})},
      {Intrinsic::FaceForward,
       {floats({0, 0, 1}), floats({0, 0, -1}), floats({0, 0, 1})},
       floats({0, 0, 1})},
      {Intrinsic::FaceForward,
       {floats({0, 0, 1}), floats({0, 0, 1}), floats({0, 0, 1})},
       floats({0, 0, -1})},
      {Intrinsic::Refract,
       {floats({0, -1, 0}), floats({0, 1, 0}), floats({0.5F})},
       floats({0, -1, 0})},
      {Intrinsic::Refract, {floats({0.8F, -0.6F}), floats({0, 1}), floats({2})}, floats({0, 0})},
      {Intrinsic::Refract,
       {floats({0.6F, -0.8F}), floats({0, 1}), floats({0.5F})},
       floats({0.3F, -0.953939201F}),
       2},

      {Intrinsic::Dot, {floats({1, 2, 3}), floats({4, -5, 6})}, floats({12})},
      {Intrinsic::Dot, {floats({3}), floats({4})}, floats({12})},
      {Intrinsic::Cross, {floats({1, 0, 0}), floats({0, 1, 0})}, floats({0, 0, 1})},
      {Intrinsic::Cross, {floats({1, 2, 3}), floats({4, 5, 6})}, floats({-3, 6, -3})},
      {Intrinsic::Length, {floats({2, 3, 6})}, floats({7})},
      {Intrinsic::Length, {floats({-4})}, floats({4})},
      {Intrinsic::Distance, {floats({1, 1}), floats({4, 5})}, floats({5})},
      {Intrinsic::Distance, {floats({-3}), floats({4})}, floats({7})},
      {Intrinsic::Transpose, {matrix(2, 3, {1, 2, 3, 4, 5, 6})}, matrix(3, 2, {1, 3, 5, 2, 4, 6})},
      {Intrinsic::Determinant, {matrix(2, 2, {1, 2, 3, 4})}, floats({-2})},
      {Intrinsic::Determinant, {matrix(3, 3, {2, 0, 1, 3, 0, 0, 1, 1, 5})}, floats({3})},
      {Intrinsic::Determinant,
       {matrix(4, 4, {1, 0, 0, 0, 0, 0, 2, 0, 0, 3, 0, 0, 0, 0, 0, 4})},
       floats({-24})},
      {Intrinsic::Inverse, {matrix(2, 2, {1, 2, 3, 4})}, matrix(2, 2, {-2, 1, 1.5F, -0.5F})},
      {Intrinsic::Inverse,
       {matrix(3, 3, {2, 0, 0, 0, 4, 0, 1, 1, 1})},
       matrix(3, 3, {0.5F, 0, 0, 0, 0.25F, 0, -0.5F, -0.25F, 1})},
      {Intrinsic::Inverse,
       {matrix(4, 4, {2, 0, 0, 0, 0, 4, 0, 0, 0, 0, 8, 0, 1, 2, 3, 1})},
       matrix(4, 4, {0.5F, 0, 0, 0, 0, 0.25F, 0, 0, 0, 0, 0.125F, 0, -0.5F, -0.5F, -0.375F, 1})},

      {Intrinsic::Any, {bools({false, true})}, bools({true})},
      {Intrinsic::Any, {bools({false, false, false})}, bools({false})},
      {Intrinsic::All, {bools({true, true})}, bools({true})},
      {Intrinsic::All, {bools({true, false, true})}, bools({false})},
      {Intrinsic::LessThan,
       {floats({1, 2, not_a_number}), floats({2, 2, 2})},
       bools({true, false, false})},
      {Intrinsic::LessThan, {ints({-1, 1}), ints({1, -1})}, bools({true, false})},
      {Intrinsic::LessThan, {uints({0xffffffffU, 1}), uints({1, 2})}, bools({false, true})},
      {Intrinsic::LessThanEqual,
       {floats({1, 2, 3}), floats({2, 2, 2})},
       bools({true, true, false})},
      {Intrinsic::GreaterThan, {floats({1, 2, 3}), floats({2})}, bools({false, false, true})},
      {Intrinsic::GreaterThanEqual, {ints({1, 2, 3}), ints({2, 2, 2})}, bools({false, true, true})},
      {Intrinsic::EqualTo,
       {floats({0, not_a_number, 1}), floats({-0.0F, not_a_number, 2})},
       bools({true, false, false})},
      {Intrinsic::NotEqualTo,
       {floats({0, not_a_number, 1}), floats({-0.0F, not_a_number, 2})},
       bools({false, true, true})},
      {Intrinsic::NotEqualTo, {uints({5, 6}), uints({5, 7})}, bools({false, true})},
      {Intrinsic::IsNan, {floats({not_a_number, infinite, 0})}, bools({true, false, false})},
      {Intrinsic::IsInf, {floats({not_a_number, -infinite, 0})}, bools({false, true, false})},
      {Intrinsic::FloatBitsToInt, {floats({1, -0.0F})}, ints({0x3f800000, int_min})},
      {Intrinsic::FloatBitsToUint, {floats({1, -2})}, uints({0x3f800000U, 0xc0000000U})},
      {Intrinsic::BitsToFloat, {ints({0x3f800000, int_min})}, floats({1, -0.0F})},
      {Intrinsic::BitsToFloat, {uints({0xc0000000U})}, floats({-2})},
  };

  return all;
}

std::vector<Case> all_cases() {
  std::vector<Case> all = cases();
  const std::vector<Case> of_bits = bit_cases();
  all.insert(all.end(), of_bits.begin(), of_bits.end());
  return all;
}

}  // namespace

TEST_CASE("interpreter: intrinsics on known values") {
  for (const Case& it : all_cases()) {
    check(it);
  }
}

TEST_CASE("interpreter: the table covers every context-free intrinsic") {
  // Not covered: derivatives and textures, checked below; mul and length_of, which become
  // operations.
  std::set<Intrinsic> covered = {
      Intrinsic::DerivativeX, Intrinsic::DerivativeY,   Intrinsic::FilterWidth,
      Intrinsic::Mul,         Intrinsic::LengthOf,      Intrinsic::Sample,
      Intrinsic::SampleLod,   Intrinsic::SampleGrad,    Intrinsic::Texel,
      Intrinsic::TextureSize, Intrinsic::SampleCompare, Intrinsic::SampleCompareLod0,
      Intrinsic::SampleBias,  Intrinsic::Gather,        Intrinsic::TextureLevels};
  for (const Case& it : all_cases()) {
    covered.insert(it.intrinsic);
  }
#define WEFT_INTRINSIC(name, spelling, alias, shape) \
  {                                                  \
    INFO(spelling);                                  \
    CHECK(covered.count(Intrinsic::name) == 1);      \
  }
#include "fragments/model/intrinsics.def"
#undef WEFT_INTRINSIC
}

TEST_CASE("interpreter: derivatives and texture reads have no value on the CPU") {
  for (Intrinsic intrinsic :
       {Intrinsic::DerivativeX, Intrinsic::DerivativeY, Intrinsic::FilterWidth}) {
    auto result = apply_intrinsic(intrinsic, float_type, {floats({1})});
    REQUIRE_FALSE(result);
    CHECK(result.error() == "a derivative has no value on the CPU");
  }
  Constant texture{DataType::texture(TextureShape::Texture2d), {0}};
  auto result = apply_intrinsic(Intrinsic::Sample, float4_type, {texture, floats({0, 0})});
  REQUIRE_FALSE(result);
  CHECK(result.error() == "a texture cannot be read here");
}

TEST_CASE("interpreter: NaN always has the same bits") {
  for (const Constant& result :
       {*apply_intrinsic(Intrinsic::Sqrt, float_type, {floats({-1})}),
        *apply_intrinsic(Intrinsic::Normalize, float_type, {floats({0})}),
        *apply_intrinsic(Intrinsic::Abs, float_type, {Constant{float_type, {0xffc12345U}}})}) {
    CHECK(result.bits[0] == 0x7fc00000U);
  }
  // Reinterpreting does not compute: it keeps the bits.
  Constant odd{uint_type, {0xffc12345U}};
  CHECK(apply_intrinsic(Intrinsic::BitsToFloat, float_type, {odd})->bits[0] == 0xffc12345U);
}

TEST_CASE("interpreter: transcendental functions are rounded correctly from double") {
  for (int i = -400; i <= 400; ++i) {
    float x = static_cast<float>(i) * 0.37F;
    double exact = static_cast<double>(x);
    INFO(x);
    CHECK(apply_intrinsic(Intrinsic::Sin, float_type, {floats({x})})->bits[0] ==
          bits_of(static_cast<float>(std::sin(exact))));
    CHECK(apply_intrinsic(Intrinsic::Exp2, float_type, {floats({x})})->bits[0] ==
          bits_of(static_cast<float>(std::exp2(exact))));
  }
}

}  // namespace weft::testing::interpreter_intrinsics_test
