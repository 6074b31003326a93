#include "tests/render/edge_cases.h"

#include <cmath>

#include "support/float_bits.h"

namespace weft::testing {
namespace {

constexpr std::uint32_t nan = 0x7FC00000U;
constexpr std::uint32_t infinity = 0x7F800000U;
constexpr std::uint32_t minus_infinity = 0xFF800000U;
constexpr std::uint32_t minus_zero = 0x80000000U;
constexpr std::uint32_t least_int = 0x80000000U;
constexpr std::uint32_t greatest_float = 0x7F7FFFFFU;
constexpr std::uint32_t denormal = 0x00012345U;
constexpr auto same = EdgeGuarantee::Same;
constexpr auto ieee = EdgeGuarantee::Ieee;
constexpr auto either = EdgeGuarantee::Either;
constexpr auto open = EdgeGuarantee::Open;

std::uint32_t f(float value) { return float_bits(value); }
std::uint32_t n(int value) { return static_cast<std::uint32_t>(value); }

// The first component of an int or uint expression, and of a bool.
#define WEFT_BITS(expression) "float3(bitsToFloat(" expression "))"
#define WEFT_TRUTH(expression) "float3(float(" expression "))"

std::vector<EdgeCase> of_whole_numbers() {
  const std::string_view shifts = "`x << n`, `x >> n` with `n` below 0 or above 31";
  const std::string_view overflow = "`+`, `-`, `*` of ints and uints beyond 32 bits";
  const std::string_view index = "an index out of range, reading and writing";
  return {
      {shifts, same, WEFT_BITS("i.x << j.x"), {5, 33}, 10},
      {shifts, same, WEFT_BITS("i.x << j.x"), {1, n(-1)}, least_int},
      {shifts, same, WEFT_BITS("p.x >> q.x"), {256, 36}, 16},
      {shifts, same, WEFT_BITS("p.x << 33u"), {5}, 10},
      {"`x >> n` of a negative int", same, WEFT_BITS("i.x >> j.x"), {n(-8), 1}, n(-4)},
      {"`x / 0`, `x % 0` of ints and uints", same, WEFT_BITS("i.x / j.x"), {7, 0}, 0},
      {"`x / 0`, `x % 0` of ints and uints", same, WEFT_BITS("i.x % j.x"), {7, 0}, 0},
      {"`x / 0`, `x % 0` of ints and uints", same, WEFT_BITS("p.x / q.x"), {7, 0}, 0},
      {"`x / 0`, `x % 0` of ints and uints", same, WEFT_BITS("p.x % q.x"), {7, 0}, 0},
      {"the least int divided by -1", same, WEFT_BITS("i.x / j.x"), {least_int, n(-1)}, least_int},
      {"the least int divided by -1", same, WEFT_BITS("i.x % j.x"), {least_int, n(-1)}, 0},
      {"`x % y` with a negative operand", same, WEFT_BITS("i.x % j.x"), {n(-7), 3}, n(-1)},
      {"`x % y` with a negative operand", same, WEFT_BITS("i.x % j.x"), {7, n(-3)}, 1},
      {"`x % y` with a negative operand", same, WEFT_BITS("i.x / j.x"), {n(-7), 3}, n(-2)},
      {overflow, same, WEFT_BITS("i.x + j.x"), {0x7FFFFFFFU, 1}, least_int},
      {overflow, same, WEFT_BITS("i.x * j.x"), {65537, 65537}, 131073},
      {overflow, same, WEFT_BITS("p.x - q.x"), {0, 1}, 0xFFFFFFFFU},
      {"`-x`, `abs(x)` of the least int", same, WEFT_BITS("abs(i.x)"), {least_int}, least_int},
      {"`-x`, `abs(x)` of the least int", same, WEFT_BITS("-i.x"), {least_int}, least_int},
      {"`int(u)`, `uint(i)`", same, WEFT_BITS("uint(i.x)"), {n(-2)}, n(-2)},
      {index, same, "float3(float[3](1.0, 2.0, 4.0)[i.x])", {3}, f(4.0F)},
      {index, same, "float3(m[i.x].x)", {n(-1), f(4.0F), f(5.0F)}, n(-1)},
      {index, same, "float3(m[i.x].x)", {9, f(4.0F), f(5.0F)}, f(5.0F)},
      {index, same, "float3(float3(1.0, 2.0, 3.0)[i.x])", {3}, f(3.0F)},
      {index, same, "float3(float3(1.0, 2.0, 3.0)[i.x])", {n(-7)}, f(1.0F)},
      {index, same, "float3(written(i.x))", {5}, f(12.0F)},
      {index, same, "float3(written(i.x))", {least_int}, f(10.0F)},
  };
}

std::vector<EdgeCase> of_conversions() {
  const std::string_view range = "`int(x)`, `uint(x)` of a NaN or of what does not fit";
  return {
      {"`int(x)`, `uint(x)` of what fits", same, WEFT_BITS("int(a.x)"), {f(-1.75F)}, n(-1)},
      {"`int(x)`, `uint(x)` of what fits", same, WEFT_BITS("uint(a.x)"), {f(3.99F)}, 3},
      {range, open, WEFT_BITS("int(a.x)"), {f(3e9F)}, 0x7FFFFFFFU},
      {range, open, WEFT_BITS("int(a.x)"), {nan}, 0},
      {range, open, WEFT_BITS("uint(a.x)"), {f(-1.0F)}, 0},
      {"`float(i)` of ints above 2^24",
       either,
       "float3(i)",
       {16777217},
       f(16777216.0F),
       {f(16777218.0F)}},
      {"`bool(x)` of a NaN", ieee, WEFT_TRUTH("bool(a.x)"), {nan}, f(1.0F)},
      {"`floatBitsToInt` and its kin",
       same,
       WEFT_BITS("floatBitsToUint(a.x)"),
       {0xFFC12345U},
       0xFFC12345U},
      {"`floatBitsToInt` and its kin",
       same,
       WEFT_BITS("floatBitsToInt(a.x)"),
       {denormal},
       denormal},
      {"`floatBitsToInt` and its kin",
       same,
       WEFT_BITS("floatBitsToUint(a.x)"),
       {minus_zero},
       minus_zero},
  };
}

std::vector<EdgeCase> of_arithmetic() {
  const std::string_view by_zero = "`x / 0.0` of anything but 0";
  const std::string_view undefined = "`0.0 / 0.0`, `inf - inf`, `0.0 * inf`";
  const std::string_view comparison = "comparisons with a NaN";
  const std::string_view tests = "`isnan(x)`, `isinf(x)`";
  const std::string_view mod = "`mod(x, y)` with a negative operand";
  return {
      {by_zero, ieee, "a / b", {f(1.0F), 0}, infinity},
      {by_zero, ieee, "a / b", {f(1.0F), minus_zero}, minus_infinity},
      {undefined, ieee, "a / b", {0, 0}, nan},
      {undefined, ieee, "a - b", {infinity, infinity}, nan},
      {undefined, ieee, "a * b", {0, infinity}, nan},
      {comparison, ieee, WEFT_TRUTH("a.x < b.x"), {nan, f(1.0F)}, 0},
      {comparison, ieee, WEFT_TRUTH("a.x >= b.x"), {nan, f(1.0F)}, 0},
      {comparison, ieee, WEFT_TRUTH("a.x == b.x"), {nan, nan}, 0},
      {comparison, ieee, WEFT_TRUTH("a.x != b.x"), {nan, nan}, f(1.0F)},
      {"comparisons with an infinity",
       ieee,
       WEFT_TRUTH("a.x > b.x"),
       {infinity, greatest_float},
       f(1.0F)},
      {"`-0.0 == 0.0`", same, WEFT_TRUTH("a.x == b.x"), {minus_zero, 0}, f(1.0F)},
      {"`-0.0 == 0.0`", same, WEFT_TRUTH("a.x < b.x"), {minus_zero, 0}, 0},
      {"the sign of a zero that is computed", ieee, "-a", {0}, minus_zero},
      {"the sign of a zero that is computed", ieee, "a * b", {minus_zero, f(2.0F)}, minus_zero},
      {tests, same, WEFT_TRUTH("isnan(a.x)"), {nan}, f(1.0F)},
      {tests, same, WEFT_TRUTH("isnan(a.x)"), {0xFF812345U}, f(1.0F)},
      {tests, same, WEFT_TRUTH("isnan(a).x"), {infinity}, 0},
      {tests, same, WEFT_TRUTH("isnan(a).x"), {nan}, f(1.0F)},
      {tests, same, WEFT_TRUTH("isinf(a).x"), {minus_infinity}, f(1.0F)},
      {tests, same, WEFT_TRUTH("isinf(a.x)"), {infinity}, f(1.0F)},
      {tests, same, WEFT_TRUTH("isinf(a.x)"), {nan}, 0},
      {tests, same, WEFT_TRUTH("isinf(a.x)"), {greatest_float}, 0},
      {"sums and products beyond the greatest float",
       either,
       "a + b",
       {greatest_float, greatest_float},
       infinity,
       {greatest_float}},
      {"sums and products beyond the greatest float",
       either,
       "a * b",
       {f(-1e30F), f(1e30F)},
       minus_infinity,
       {greatest_float | 0x80000000U}},
      {"denormals", either, "a * b", {f(1e-20F), f(1e-20F)}, f(1e-20F * 1e-20F), {0}},
      {"denormals", either, "a + b", {denormal, 0}, denormal, {0}},
      {mod, same, "mod(a, b)", {f(-1.0F), f(3.0F)}, f(2.0F)},
      {mod, same, "mod(a, b)", {f(1.0F), f(-3.0F)}, f(-2.0F)},
      {mod, same, "mod(a, b)", {f(-4.0F), f(-3.0F)}, f(-1.0F)},
      {mod, same, "fmod(a, b)", {f(-4.0F), f(3.0F)}, f(-1.0F)},
      {mod, same, "fmod(a, b)", {f(4.0F), f(-3.0F)}, f(1.0F)},
      {"`mod(x, y)` of a multiple of `y`", either, "mod(a, b)", {f(3.0F), f(3.0F)}, 0, {f(3.0F)}},
      {"`mod(x, 0.0)`, `fmod(x, 0.0)`", open, "mod(a, b)", {f(1.0F), 0}, nan},
  };
}

std::vector<EdgeCase> of_choices() {
  const std::string_view number = "`min`, `max` of a NaN and a number";
  const std::string_view zeros = "`min`, `max` of 0.0 and -0.0";
  const std::string_view swapped = "`clamp(x, low, high)` with `low > high`";
  const std::string_view clamped = "`clamp`, `saturate` of a NaN";
  const std::string_view fract = "`fract(x)` of tiny negative numbers";
  const std::string_view sign = "`sign(x)` of a zero";
  return {
      {number, either, "min(a, b)", {nan, f(2.0F)}, f(2.0F), {nan}},
      {number, either, "max(a, b)", {f(2.0F), nan}, f(2.0F), {nan}},
      {zeros, either, "min(a, b)", {0, minus_zero}, 0, {minus_zero}},
      {zeros, either, "max(a, b)", {minus_zero, 0}, minus_zero, {0}},
      {swapped, same, "clamp(a, b, c)", {f(5.0F), f(9.0F), f(1.0F)}, f(1.0F)},
      {swapped, same, "clamp(a, b, c)", {f(20.0F), f(9.0F), f(1.0F)}, f(1.0F)},
      {swapped, same, "clamp(a, 9.0, 1.0)", {f(5.0F)}, f(1.0F)},
      {swapped, same, WEFT_BITS("clamp(i.x, j.x, k.x)"), {5, 9, n(-1)}, n(-1)},
      {clamped, either, "clamp(a, b, c)", {nan, f(1.0F), f(2.0F)}, f(1.0F), {f(2.0F), nan}},
      {clamped, either, "saturate(a)", {nan}, 0, {f(1.0F), nan}},
      {"`step(edge, edge)`", same, "step(a, b)", {f(0.5F), f(0.5F)}, f(1.0F)},
      {"`fract(x)` of negative numbers", same, "fract(a)", {f(-0.25F)}, f(0.75F)},
      {fract, either, "fract(a)", {f(-1e-9F)}, f(1.0F), {f(std::nextafterf(1.0F, 0.0F))}},
      {"`round(x)` of halves", same, "round(a)", {f(2.5F)}, f(2.0F)},
      {"`round(x)` of halves", same, "round(a)", {f(-1.5F)}, f(-2.0F)},
      {sign, either, "sign(a)", {minus_zero}, 0, {minus_zero}},
      {"`sign(x)` of a NaN", open, "sign(a)", {nan}, 0},
      {"`mix(x, y, a)` with `a` outside of 0 … 1",
       same,
       "mix(a, b, c)",
       {f(1.0F), f(2.0F), f(3.0F)},
       f(4.0F)},
  };
}

std::vector<EdgeCase> of_functions() {
  const std::string_view roots = "`sqrt(x)`, `inversesqrt(x)`, `log(x)` of negative numbers";
  const std::string_view arcs = "`asin(x)`, `acos(x)` outside of -1 … 1";
  const std::string_view falling_edges = "`smoothstep(high, low, x)`, both numbers";
  const std::string_view equal_edges = "`smoothstep(edge, edge, x)`";
  return {
      {"`sqrt(0.0)`, `length` of zeros", same, "sqrt(a)", {0}, 0},
      {"`sqrt(0.0)`, `length` of zeros", same, "float3(length(a - a))", {f(3.0F)}, 0},
      {roots, open, "sqrt(a)", {f(-1.0F)}, nan},
      {roots, open, "inversesqrt(a)", {f(-1.0F)}, nan},
      {roots, open, "log2(a)", {f(-1.0F)}, nan},
      {"`inversesqrt(0.0)`, `log(0.0)`", open, "inversesqrt(a)", {0}, infinity},
      {"`inversesqrt(0.0)`, `log(0.0)`", open, "log(a)", {0}, minus_infinity},
      {"`pow(0.0, y)` with `y > 0`", same, "pow(a, b)", {0, f(2.5F)}, 0},
      {"`pow(x, y)` with `x < 0`, whatever `y` is", open, "pow(a, b)", {f(-2.0F), f(2.0F)}, nan},
      {"`pow(0.0, y)` with `y <= 0`", open, "pow(a, b)", {0, 0}, f(1.0F)},
      {"`pow(0.0, y)` with `y <= 0`", open, "pow(a, b)", {0, f(-1.0F)}, infinity},
      {arcs, open, "asin(a)", {f(1.5F)}, nan},
      {arcs, open, "acos(a)", {f(-1.5F)}, nan},
      {"`atan2(0.0, 0.0)`", open, "atan2(a, b)", {0, 0}, 0},
      {falling_edges, same, "smoothstep(0.75, 0.25, a)", {f(0.375F)}, f(0.84375F)},
      {falling_edges, same, "smoothstep(0.75, 0.25, a)", {f(0.125F)}, f(1.0F)},
      {falling_edges, same, "smoothstep(0.75, 0.25, a)", {f(1.0F)}, 0},
      {"`smoothstep(a, b, x)` with computed `a > b`",
       open,
       "smoothstep(a, b, c)",
       {f(0.75F), f(0.25F), f(0.375F)},
       f(0.84375F)},
      {equal_edges, open, "smoothstep(a, b, c)", {f(0.5F), f(0.5F), f(0.25F)}, 0},
      {equal_edges, open, "smoothstep(a, b, c)", {f(0.5F), f(0.5F), f(0.5F)}, 0},
      {equal_edges, open, "smoothstep(a, b, c)", {f(0.5F), f(0.5F), f(0.75F)}, f(1.0F)},
      {"`normalize` of zeros", open, "normalize(a * 0.0)", {f(1.0F)}, nan},
      {"`refract` of total reflection",
       same,
       "refract(float3(0.8, -0.6, 0.0), float3(0.0, 1.0, 0.0), a.x)",
       {f(2.0F)},
       0},
      {"`faceforward(n, i, r)` with `dot(r, i)` 0",
       same,
       "faceforward(a, float3(1.0, 0.0, 0.0), float3(0.0, b.x, 0.0))",
       {f(2.0F), f(1.0F)},
       f(-2.0F)},
      {"`inverse(m)` of a singular matrix",
       open,
       "inverse(float3x3(a.x) * b.x)[0]",
       {f(1.0F), 0},
       nan},
  };
}

#undef WEFT_BITS
#undef WEFT_TRUTH

}  // namespace

const std::vector<EdgeCase>& edge_cases() {
  static const std::vector<EdgeCase> all = [] {
    std::vector<EdgeCase> cases;
    for (const auto& part :
         {of_whole_numbers(), of_conversions(), of_arithmetic(), of_choices(), of_functions()}) {
      cases.insert(cases.end(), part.begin(), part.end());
    }
    return cases;
  }();
  return all;
}

std::string_view name_of(EdgeGuarantee guarantee) {
  switch (guarantee) {
    case EdgeGuarantee::Same:
      return "the same";
    case EdgeGuarantee::Ieee:
      return "IEEE 754";
    case EdgeGuarantee::Either:
      return "either";
    case EdgeGuarantee::Open:
      return "open";
  }
  return "";
}

}  // namespace weft::testing
