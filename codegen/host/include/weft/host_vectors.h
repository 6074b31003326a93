// Scalars and vectors of the headers that Weft generates: operators, conversions and the intrinsics
// of the language. C99 that C++17 reads; it needs only the standard headers. Like generated
// headers, it is yours without conditions.
//
// Results match Weft's interpreter bit for bit. Compilers may fuse a multiplication with an
// addition, which rounds once instead of twice; GCC does by default in C++ (-ffp-contract=fast). So
// each product and quotient passes through weft_rounded(), which keeps it apart from the addition
// that uses it.
//
// C has no overloading, so functions are named TYPE_NAME after their argument type:
// weft_float3_min. Scalar operands are splatted first: weft_float3_splat. A constructor from parts
// spells the component count of each part: weft_float4_make_31.
#ifndef WEFT_HOST_VECTORS_1
#define WEFT_HOST_VECTORS_1

#include <weft/host_types.h>

#if defined(__GNUC__) && defined(__cplusplus)
#pragma GCC diagnostic push
#pragma GCC diagnostic ignored "-Wold-style-cast"
#endif

// `x`, rounded to a float. The empty assembly reads and writes the register, so the optimizer does
// not see the operation that computed `x`. Other compilers store `x`.
WEFT_FUNCTION float weft_rounded(float x) {
#if defined(__GNUC__) && defined(__SSE_MATH__)
  __asm__("" : "+x"(x));
  return x;
#elif defined(__GNUC__) && defined(__aarch64__)
  __asm__("" : "+w"(x));
  return x;
#elif defined(__GNUC__)
  __asm__("" : "+m"(x));
  return x;
#else
  const volatile float stored = x;
  return stored;
#endif
}

// Vectors from one component, from parts, and from some components of another vector.
#define WEFT_VECTOR(T, N)                                                       \
  WEFT_FUNCTION T##N T##N##_splat(T x) {                                        \
    T##N r;                                                                     \
    for (int i = 0; i < N; ++i) {                                               \
      r.v[i] = x;                                                               \
    }                                                                           \
    return r;                                                                   \
  }                                                                             \
  WEFT_FUNCTION T T##N##_at(T##N a, int64_t i) { return a.v[i]; }               \
  WEFT_FUNCTION T##2 T##N##_swizzle2(T##N a, int x, int y) {                    \
    T##2 r;                                                                     \
    r.v[0] = a.v[x];                                                            \
    r.v[1] = a.v[y];                                                            \
    return r;                                                                   \
  }                                                                             \
  WEFT_FUNCTION T##3 T##N##_swizzle3(T##N a, int x, int y, int z) {             \
    T##3 r;                                                                     \
    r.v[0] = a.v[x];                                                            \
    r.v[1] = a.v[y];                                                            \
    r.v[2] = a.v[z];                                                            \
    return r;                                                                   \
  }                                                                             \
  WEFT_FUNCTION T##4 T##N##_swizzle4(T##N a, int x, int y, int z, int w) {      \
    T##4 r;                                                                     \
    r.v[0] = a.v[x];                                                            \
    r.v[1] = a.v[y];                                                            \
    r.v[2] = a.v[z];                                                            \
    r.v[3] = a.v[w];                                                            \
    return r;                                                                   \
  }                                                                             \
  WEFT_FUNCTION T##N T##N##_with2(T##N a, T##2 b, int x, int y) {               \
    a.v[x] = b.v[0];                                                            \
    a.v[y] = b.v[1];                                                            \
    return a;                                                                   \
  }                                                                             \
  WEFT_FUNCTION T##N T##N##_with3(T##N a, T##3 b, int x, int y, int z) {        \
    a.v[x] = b.v[0];                                                            \
    a.v[y] = b.v[1];                                                            \
    a.v[z] = b.v[2];                                                            \
    return a;                                                                   \
  }                                                                             \
  WEFT_FUNCTION T##N T##N##_with4(T##N a, T##4 b, int x, int y, int z, int w) { \
    a.v[x] = b.v[0];                                                            \
    a.v[y] = b.v[1];                                                            \
    a.v[z] = b.v[2];                                                            \
    a.v[w] = b.v[3];                                                            \
    return a;                                                                   \
  }                                                                             \
  WEFT_FUNCTION bool T##N##_is_equal(T##N a, T##N b) {                          \
    bool r = true;                                                              \
    for (int i = 0; i < N; ++i) {                                               \
      r = r && a.v[i] == b.v[i];                                                \
    }                                                                           \
    return r;                                                                   \
  }
#define WEFT_VECTORS(T)                                                                          \
  WEFT_VECTOR(T, 2)                                                                              \
  WEFT_VECTOR(T, 3)                                                                              \
  WEFT_VECTOR(T, 4)                                                                              \
  WEFT_FUNCTION bool T##_is_equal(T a, T b) { return a == b; }                                   \
  WEFT_FUNCTION T##3 T##3_make_12(T a, T##2 b) { return T##3_make(a, b.v[0], b.v[1]); }          \
  WEFT_FUNCTION T##3 T##3_make_21(T##2 a, T b) { return T##3_make(a.v[0], a.v[1], b); }          \
  WEFT_FUNCTION T##4 T##4_make_112(T a, T b, T##2 c) { return T##4_make(a, b, c.v[0], c.v[1]); } \
  WEFT_FUNCTION T##4 T##4_make_121(T a, T##2 b, T c) { return T##4_make(a, b.v[0], b.v[1], c); } \
  WEFT_FUNCTION T##4 T##4_make_211(T##2 a, T b, T c) { return T##4_make(a.v[0], a.v[1], b, c); } \
  WEFT_FUNCTION T##4 T##4_make_22(T##2 a, T##2 b) {                                              \
    return T##4_make(a.v[0], a.v[1], b.v[0], b.v[1]);                                            \
  }                                                                                              \
  WEFT_FUNCTION T##4 T##4_make_13(T a, T##3 b) { return T##4_make(a, b.v[0], b.v[1], b.v[2]); }  \
  WEFT_FUNCTION T##4 T##4_make_31(T##3 a, T b) { return T##4_make(a.v[0], a.v[1], a.v[2], b); }
WEFT_VECTORS(weft_float)
WEFT_VECTORS(weft_int)
WEFT_VECTORS(weft_uint)
WEFT_VECTORS(weft_bool)
#undef WEFT_VECTOR
#undef WEFT_VECTORS

// Functions of one, two and three scalars, and the same by component of vectors.
#define WEFT_ONE(R, T, name, value)                 \
  WEFT_FUNCTION R T##_##name(T x) { return value; } \
  WEFT_FUNCTION R##2 T##2_##name(T##2 a) {          \
    R##2 r;                                         \
    for (int i = 0; i < 2; ++i) {                   \
      r.v[i] = T##_##name(a.v[i]);                  \
    }                                               \
    return r;                                       \
  }                                                 \
  WEFT_FUNCTION R##3 T##3_##name(T##3 a) {          \
    R##3 r;                                         \
    for (int i = 0; i < 3; ++i) {                   \
      r.v[i] = T##_##name(a.v[i]);                  \
    }                                               \
    return r;                                       \
  }                                                 \
  WEFT_FUNCTION R##4 T##4_##name(T##4 a) {          \
    R##4 r;                                         \
    for (int i = 0; i < 4; ++i) {                   \
      r.v[i] = T##_##name(a.v[i]);                  \
    }                                               \
    return r;                                       \
  }
#define WEFT_TWO(R, T, U, name, value)                   \
  WEFT_FUNCTION R T##_##name(T x, U y) { return value; } \
  WEFT_FUNCTION R##2 T##2_##name(T##2 a, U##2 b) {       \
    R##2 r;                                              \
    for (int i = 0; i < 2; ++i) {                        \
      r.v[i] = T##_##name(a.v[i], b.v[i]);               \
    }                                                    \
    return r;                                            \
  }                                                      \
  WEFT_FUNCTION R##3 T##3_##name(T##3 a, U##3 b) {       \
    R##3 r;                                              \
    for (int i = 0; i < 3; ++i) {                        \
      r.v[i] = T##_##name(a.v[i], b.v[i]);               \
    }                                                    \
    return r;                                            \
  }                                                      \
  WEFT_FUNCTION R##4 T##4_##name(T##4 a, U##4 b) {       \
    R##4 r;                                              \
    for (int i = 0; i < 4; ++i) {                        \
      r.v[i] = T##_##name(a.v[i], b.v[i]);               \
    }                                                    \
    return r;                                            \
  }
#define WEFT_THREE(T, name, value)                            \
  WEFT_FUNCTION T T##_##name(T x, T y, T z) { return value; } \
  WEFT_FUNCTION T##2 T##2_##name(T##2 a, T##2 b, T##2 c) {    \
    for (int i = 0; i < 2; ++i) {                             \
      a.v[i] = T##_##name(a.v[i], b.v[i], c.v[i]);            \
    }                                                         \
    return a;                                                 \
  }                                                           \
  WEFT_FUNCTION T##3 T##3_##name(T##3 a, T##3 b, T##3 c) {    \
    for (int i = 0; i < 3; ++i) {                             \
      a.v[i] = T##_##name(a.v[i], b.v[i], c.v[i]);            \
    }                                                         \
    return a;                                                 \
  }                                                           \
  WEFT_FUNCTION T##4 T##4_##name(T##4 a, T##4 b, T##4 c) {    \
    for (int i = 0; i < 4; ++i) {                             \
      a.v[i] = T##_##name(a.v[i], b.v[i], c.v[i]);            \
    }                                                         \
    return a;                                                 \
  }
#define WEFT_FROM(To, From, kind, value)                      \
  WEFT_FUNCTION To To##_from_##kind(From x) { return value; } \
  WEFT_FUNCTION To##2 To##2_from_##kind##2(From##2 a) {       \
    To##2 r;                                                  \
    for (int i = 0; i < 2; ++i) {                             \
      r.v[i] = To##_from_##kind(a.v[i]);                      \
    }                                                         \
    return r;                                                 \
  }                                                           \
  WEFT_FUNCTION To##3 To##3_from_##kind##3(From##3 a) {       \
    To##3 r;                                                  \
    for (int i = 0; i < 3; ++i) {                             \
      r.v[i] = To##_from_##kind(a.v[i]);                      \
    }                                                         \
    return r;                                                 \
  }                                                           \
  WEFT_FUNCTION To##4 To##4_from_##kind##4(From##4 a) {       \
    To##4 r;                                                  \
    for (int i = 0; i < 4; ++i) {                             \
      r.v[i] = To##_from_##kind(a.v[i]);                      \
    }                                                         \
    return r;                                                 \
  }

// Floats convert to integers toward zero and saturate; NaN becomes 0.
WEFT_FROM(weft_float, weft_int, int, (float)x)
WEFT_FROM(weft_float, weft_uint, uint, (float)x)
WEFT_FROM(weft_float, weft_bool, bool, x ? 1.0f : 0.0f)
WEFT_FROM(weft_int, weft_float, float,
          x != x                ? 0
          : x >= 2147483648.0f  ? 2147483647
          : x <= -2147483648.0f ? -2147483647 - 1
                                : (int32_t)x)
WEFT_FROM(weft_int, weft_uint, uint, (int32_t)x)
WEFT_FROM(weft_int, weft_bool, bool, x ? 1 : 0)
WEFT_FROM(weft_uint, weft_float, float,
          !(x > 0.0f)          ? 0u
          : x >= 4294967296.0f ? 4294967295u
                               : (uint32_t)x)
WEFT_FROM(weft_uint, weft_int, int, (uint32_t)x)
WEFT_FROM(weft_uint, weft_bool, bool, x ? 1u : 0u)
WEFT_FROM(weft_bool, weft_float, float, x != 0.0f)
WEFT_FROM(weft_bool, weft_int, int, x != 0)
WEFT_FROM(weft_bool, weft_uint, uint, x != 0u)
#undef WEFT_FROM

// Integers wrap; a quotient or remainder by zero is 0.
WEFT_TWO(weft_float, weft_float, weft_float, add, x + y)
WEFT_TWO(weft_float, weft_float, weft_float, subtract, x - y)
WEFT_TWO(weft_float, weft_float, weft_float, multiply, weft_rounded(x* y))
WEFT_TWO(weft_float, weft_float, weft_float, divide, weft_rounded(x / y))
WEFT_ONE(weft_float, weft_float, negate, -x)
WEFT_TWO(weft_int, weft_int, weft_int, add, (int32_t)((uint32_t)x + (uint32_t)y))
WEFT_TWO(weft_int, weft_int, weft_int, subtract, (int32_t)((uint32_t)x - (uint32_t)y))
WEFT_TWO(weft_int, weft_int, weft_int, multiply, (int32_t)((uint32_t)x*(uint32_t)y))
WEFT_TWO(weft_int, weft_int, weft_int, divide,
         y == 0    ? 0
         : y == -1 ? (int32_t)(0u - (uint32_t)x)
                   : x / y)
WEFT_TWO(weft_int, weft_int, weft_int, remainder, y == 0 || y == -1 ? 0 : x % y)
WEFT_ONE(weft_int, weft_int, negate, (int32_t)(0u - (uint32_t)x))
WEFT_TWO(weft_uint, weft_uint, weft_uint, add, x + y)
WEFT_TWO(weft_uint, weft_uint, weft_uint, subtract, x - y)
WEFT_TWO(weft_uint, weft_uint, weft_uint, multiply, x* y)
WEFT_TWO(weft_uint, weft_uint, weft_uint, divide, y == 0u ? 0u : x / y)
WEFT_TWO(weft_uint, weft_uint, weft_uint, remainder, y == 0u ? 0u : x % y)
WEFT_ONE(weft_uint, weft_uint, negate, 0u - x)
WEFT_TWO(weft_int, weft_int, weft_int, bit_and, x& y)
WEFT_TWO(weft_int, weft_int, weft_int, bit_or, x | y)
WEFT_TWO(weft_int, weft_int, weft_int, bit_xor, x ^ y)
WEFT_ONE(weft_int, weft_int, bit_not, ~x)
WEFT_TWO(weft_uint, weft_uint, weft_uint, bit_and, x& y)
WEFT_TWO(weft_uint, weft_uint, weft_uint, bit_or, x | y)
WEFT_TWO(weft_uint, weft_uint, weft_uint, bit_xor, x ^ y)
WEFT_ONE(weft_uint, weft_uint, bit_not, ~x)
WEFT_TWO(weft_bool, weft_bool, weft_bool, bit_and, x&& y)
WEFT_TWO(weft_bool, weft_bool, weft_bool, bit_or, x || y)
WEFT_TWO(weft_bool, weft_bool, weft_bool, bit_xor, x != y)
WEFT_ONE(weft_bool, weft_bool, logical_not, !x)
WEFT_TWO(weft_int, weft_int, weft_uint, shift_left, (int32_t)((uint32_t)x << (y & 31u)))
WEFT_TWO(weft_uint, weft_uint, weft_uint, shift_left, x << (y & 31u))
WEFT_TWO(weft_int, weft_int, weft_uint, shift_right,
         (int32_t)(((uint32_t)x >> (y & 31u)) |
                   (x < 0 && (y & 31u) != 0u ? ~(0xffffffffu >> (y & 31u)) : 0u)))
WEFT_TWO(weft_uint, weft_uint, weft_uint, shift_right, x >> (y & 31u))

#define WEFT_IN_DOUBLE(name) WEFT_ONE(weft_float, weft_float, name, (float)name((double)x))
WEFT_ONE(weft_float, weft_float, radians, weft_rounded(x * 0.017453292519943295f))
WEFT_ONE(weft_float, weft_float, degrees, weft_rounded(x * 57.295779513082321f))
WEFT_IN_DOUBLE(sin)
WEFT_IN_DOUBLE(cos)
WEFT_IN_DOUBLE(tan)
WEFT_IN_DOUBLE(asin)
WEFT_IN_DOUBLE(acos)
WEFT_IN_DOUBLE(atan)
WEFT_IN_DOUBLE(sinh)
WEFT_IN_DOUBLE(cosh)
WEFT_IN_DOUBLE(tanh)
WEFT_IN_DOUBLE(exp)
WEFT_IN_DOUBLE(log)
WEFT_IN_DOUBLE(exp2)
WEFT_IN_DOUBLE(log2)
WEFT_IN_DOUBLE(log10)
#undef WEFT_IN_DOUBLE
WEFT_ONE(weft_float, weft_float, sqrt, sqrtf(x))
WEFT_ONE(weft_float, weft_float, inversesqrt, (float)(1.0 / sqrt((double)x)))
WEFT_ONE(weft_float, weft_float, floor, floorf(x))
WEFT_ONE(weft_float, weft_float, ceil, ceilf(x))
WEFT_ONE(weft_float, weft_float, trunc, truncf(x))
WEFT_FUNCTION float weft_round_half_even(float x) {
  const float below = floorf(x);
  const float rest = x - below;
  if (rest != 0.5f) return rest < 0.5f ? below : ceilf(x);
  return below * 0.5f == floorf(below * 0.5f) ? below : ceilf(x);
}
WEFT_ONE(weft_float, weft_float, round, weft_round_half_even(x))
WEFT_ONE(weft_float, weft_float, fract, x - floorf(x))
WEFT_TWO(weft_float, weft_float, weft_float, min, x != x ? y : y < x ? y : x)
WEFT_TWO(weft_int, weft_int, weft_int, min, y < x ? y : x)
WEFT_TWO(weft_uint, weft_uint, weft_uint, min, y < x ? y : x)
WEFT_TWO(weft_float, weft_float, weft_float, max, x != x ? y : x < y ? y : x)
WEFT_TWO(weft_int, weft_int, weft_int, max, x < y ? y : x)
WEFT_TWO(weft_uint, weft_uint, weft_uint, max, x < y ? y : x)
WEFT_THREE(weft_float, clamp, weft_float_min(weft_float_max(x, y), z))
WEFT_THREE(weft_int, clamp, weft_int_min(weft_int_max(x, y), z))
WEFT_THREE(weft_uint, clamp, weft_uint_min(weft_uint_max(x, y), z))
WEFT_ONE(weft_float, weft_float, saturate, weft_float_clamp(x, 0.0f, 1.0f))
WEFT_ONE(weft_float, weft_float, abs, fabsf(x))
WEFT_ONE(weft_int, weft_int, abs, x < 0 ? weft_int_negate(x) : x)
WEFT_ONE(weft_float, weft_float, sign, x > 0.0f ? 1.0f : x < 0.0f ? -1.0f : 0.0f)
WEFT_ONE(weft_int, weft_int, sign, x > 0 ? 1 : x < 0 ? -1 : 0)
WEFT_TWO(weft_float, weft_float, weft_float, atan2, (float)atan2((double)x, (double)y))
WEFT_TWO(weft_float, weft_float, weft_float, pow,
         x < 0.0f ? nanf("") : (float)pow(fabs((double)x), (double)y))
WEFT_TWO(weft_float, weft_float, weft_float, step, y < x ? 0.0f : 1.0f)
WEFT_TWO(weft_float, weft_float, weft_float, mod, x - weft_rounded(y * floorf(x / y)))
WEFT_TWO(weft_float, weft_float, weft_float, fmod, x - weft_rounded(y * truncf(x / y)))
WEFT_THREE(weft_float, mix, weft_rounded(x*(1.0f - z)) + weft_rounded(y * z))
WEFT_FUNCTION float weft_smooth(float t) { return weft_rounded(t * t * (3.0f - 2.0f * t)); }
WEFT_THREE(weft_float, smoothstep, weft_smooth(weft_float_saturate((z - x) / (y - x))))
WEFT_THREE(weft_float, fma, weft_rounded(x* y) + z)
#define WEFT_COMPARISONS(T)                           \
  WEFT_TWO(weft_bool, T, T, lessThan, x < y)          \
  WEFT_TWO(weft_bool, T, T, lessThanEqual, x <= y)    \
  WEFT_TWO(weft_bool, T, T, greaterThan, x > y)       \
  WEFT_TWO(weft_bool, T, T, greaterThanEqual, x >= y) \
  WEFT_TWO(weft_bool, T, T, equal, x == y)            \
  WEFT_TWO(weft_bool, T, T, notEqual, x != y)
WEFT_COMPARISONS(weft_float)
WEFT_COMPARISONS(weft_int)
WEFT_COMPARISONS(weft_uint)
#undef WEFT_COMPARISONS
WEFT_TWO(weft_bool, weft_bool, weft_bool, equal, x == y)
WEFT_TWO(weft_bool, weft_bool, weft_bool, notEqual, x != y)
WEFT_ONE(weft_bool, weft_float, is_nan, x != x)
WEFT_ONE(weft_bool, weft_float, is_inf, fabsf(x) > 3.402823466e38f)
WEFT_FUNCTION float weft_float_of_bits(uint32_t x) {
  float y;
  memcpy(&y, &x, sizeof y);
  return y;
}
WEFT_FUNCTION uint32_t weft_bits_of_float(float x) {
  uint32_t y;
  memcpy(&y, &x, sizeof y);
  return y;
}
WEFT_ONE(weft_int, weft_float, floatBitsToInt, (int32_t)weft_bits_of_float(x))
WEFT_ONE(weft_uint, weft_float, floatBitsToUint, weft_bits_of_float(x))
WEFT_ONE(weft_float, weft_int, bitsToFloat, weft_float_of_bits((uint32_t)x))
WEFT_ONE(weft_float, weft_uint, bitsToFloat, weft_float_of_bits(x))

// Floats in the bits of a uint, the first in the lowest bits; to the nearest, ties to even.
WEFT_FUNCTION uint32_t weft_rounded_bits(uint32_t x, uint32_t dropped) {
  const uint32_t kept = x >> dropped;
  const uint32_t rest = x & ((1u << dropped) - 1u);
  const uint32_t middle = 1u << (dropped - 1u);
  return kept + (rest > middle || (rest == middle && (kept & 1u) != 0u) ? 1u : 0u);
}
WEFT_FUNCTION uint32_t weft_half_of(float x) {
  const uint32_t bits = weft_bits_of_float(x);
  const uint32_t sign = bits >> 16 & 0x8000u;
  const uint32_t size = bits & 0x7fffffffu;
  if (size > 0x7f800000u) return sign | 0x7e00u;
  if (size >= 0x47800000u) return sign | 0x7c00u;
  if (size >= 0x38800000u) return sign | weft_rounded_bits(size - 0x38000000u, 13u);
  if (size < 0x33000000u) return sign;
  return sign | weft_rounded_bits((size & 0x7fffffu) | 0x800000u, 126u - (size >> 23));
}
WEFT_FUNCTION float weft_float_of_half(uint32_t x) {
  const uint32_t sign = (x & 0x8000u) << 16;
  const uint32_t exponent = x >> 10 & 31u;
  const uint32_t mantissa = x & 0x3ffu;
  if (exponent == 31u) {
    return weft_float_of_bits(sign | 0x7f800000u | (mantissa != 0u ? 0x400000u : 0u));
  }
  if (exponent != 0u) {
    return weft_float_of_bits(sign | (exponent + 112u) << 23 | mantissa << 13);
  }
  return ((sign != 0u) ? -1.0f : 1.0f) * ((float)mantissa * 5.9604644775390625e-8f);
}
WEFT_FUNCTION uint32_t weft_unorm_bits(float x, float greatest) {
  return (uint32_t)weft_round_half_even(weft_rounded(weft_float_clamp(x, 0.0f, 1.0f) * greatest));
}
WEFT_FUNCTION uint32_t weft_snorm_bits(float x, float greatest) {
  return (uint32_t)(int32_t)weft_round_half_even(
      weft_rounded(weft_float_clamp(x, -1.0f, 1.0f) * greatest));
}
WEFT_FUNCTION float weft_of_snorm(uint32_t x, uint32_t sign, float greatest) {
  return weft_float_max((float)((int32_t)(x ^ sign) - (int32_t)sign) / greatest, -1.0f);
}
#define WEFT_PACK(name, N, bits, mask, packed, unpacked)               \
  WEFT_FUNCTION uint32_t weft_float##N##_pack##name(weft_float##N a) { \
    uint32_t r = 0u;                                                   \
    for (int i = 0; i < N; ++i) {                                      \
      const float x = a.v[i];                                          \
      r |= (packed & mask) << (bits * i);                              \
    }                                                                  \
    return r;                                                          \
  }                                                                    \
  WEFT_FUNCTION weft_float##N weft_uint_unpack##name(uint32_t a) {     \
    weft_float##N r;                                                   \
    for (int i = 0; i < N; ++i) {                                      \
      const uint32_t x = a >> (bits * i) & mask;                       \
      r.v[i] = unpacked;                                               \
    }                                                                  \
    return r;                                                          \
  }
WEFT_PACK(Half2x16, 2, 16, 0xffffu, weft_half_of(x), weft_float_of_half(x))
WEFT_PACK(Unorm2x16, 2, 16, 0xffffu, weft_unorm_bits(x, 65535.0f), (float)x / 65535.0f)
WEFT_PACK(Unorm4x8, 4, 8, 0xffu, weft_unorm_bits(x, 255.0f), (float)x / 255.0f)
WEFT_PACK(Snorm2x16, 2, 16, 0xffffu, weft_snorm_bits(x, 32767.0f),
          weft_of_snorm(x, 0x8000u, 32767.0f))
WEFT_PACK(Snorm4x8, 4, 8, 0xffu, weft_snorm_bits(x, 127.0f), weft_of_snorm(x, 0x80u, 127.0f))
#undef WEFT_PACK

// Bit fields. Bits beyond the 32 of a word are ignored.
WEFT_FUNCTION int32_t weft_count_bits(uint32_t x) {
  int32_t count = 0;
  for (; x != 0u; x &= x - 1u) ++count;
  return count;
}
WEFT_FUNCTION int32_t weft_highest_bit(uint32_t x) {
  int32_t at = -1;
  for (; x != 0u; x >>= 1) ++at;
  return at;
}
WEFT_FUNCTION uint32_t weft_reversed_bits(uint32_t x) {
  uint32_t r = 0u;
  for (int i = 0; i < 32; ++i) r = r << 1 | (x >> i & 1u);
  return r;
}
WEFT_FUNCTION uint32_t weft_field_mask(int32_t offset, int32_t bits) {
  const int32_t first = weft_int_clamp(offset, 0, 32);
  const int32_t count = weft_int_clamp(bits, 0, 32 - first);
  return count == 0 ? 0u : (0xffffffffu >> (32 - count)) << first;
}
WEFT_FUNCTION uint32_t weft_uint_bitfieldExtract(uint32_t x, int32_t offset, int32_t bits) {
  const uint32_t mask = weft_field_mask(offset, bits);
  return mask == 0u ? 0u : (x & mask) >> (offset < 0 ? 0 : offset);
}
WEFT_FUNCTION int32_t weft_int_bitfieldExtract(int32_t x, int32_t offset, int32_t bits) {
  const uint32_t mask = weft_field_mask(offset, bits);
  if (mask == 0u) return 0;
  const int32_t shift = offset < 0 ? 0 : offset;
  const uint32_t field = ((uint32_t)x & mask) >> shift;
  const uint32_t sign = (mask >> shift >> 1) + 1u;
  return (int32_t)((field ^ sign) - sign);
}
WEFT_FUNCTION uint32_t weft_uint_bitfieldInsert(uint32_t x, uint32_t y, int32_t offset,
                                                int32_t bits) {
  const uint32_t mask = weft_field_mask(offset, bits);
  return mask == 0u ? x : (x & ~mask) | (y << (offset < 0 ? 0 : offset) & mask);
}
WEFT_FUNCTION int32_t weft_int_bitfieldInsert(int32_t x, int32_t y, int32_t offset, int32_t bits) {
  return (int32_t)weft_uint_bitfieldInsert((uint32_t)x, (uint32_t)y, offset, bits);
}
#define WEFT_FIELDS(T, N)                                                                  \
  WEFT_FUNCTION T##N T##N##_bitfieldExtract(T##N a, int32_t offset, int32_t bits) {        \
    for (int i = 0; i < N; ++i) {                                                          \
      a.v[i] = T##_bitfieldExtract(a.v[i], offset, bits);                                  \
    }                                                                                      \
    return a;                                                                              \
  }                                                                                        \
  WEFT_FUNCTION T##N T##N##_bitfieldInsert(T##N a, T##N b, int32_t offset, int32_t bits) { \
    for (int i = 0; i < N; ++i) {                                                          \
      a.v[i] = T##_bitfieldInsert(a.v[i], b.v[i], offset, bits);                           \
    }                                                                                      \
    return a;                                                                              \
  }
WEFT_FIELDS(weft_int, 2)
WEFT_FIELDS(weft_int, 3)
WEFT_FIELDS(weft_int, 4)
WEFT_FIELDS(weft_uint, 2)
WEFT_FIELDS(weft_uint, 3)
WEFT_FIELDS(weft_uint, 4)
#undef WEFT_FIELDS
WEFT_ONE(weft_int, weft_int, bitfieldReverse, (int32_t)weft_reversed_bits((uint32_t)x))
WEFT_ONE(weft_uint, weft_uint, bitfieldReverse, weft_reversed_bits(x))
WEFT_ONE(weft_int, weft_int, bitCount, weft_count_bits((uint32_t)x))
WEFT_ONE(weft_int, weft_uint, bitCount, weft_count_bits(x))
WEFT_ONE(weft_int, weft_int, findLSB, weft_highest_bit((uint32_t)x&(0u - (uint32_t)x)))
WEFT_ONE(weft_int, weft_uint, findLSB, weft_highest_bit(x&(0u - x)))
WEFT_ONE(weft_int, weft_int, findMSB, weft_highest_bit(x < 0 ? ~(uint32_t)x : (uint32_t)x))
WEFT_ONE(weft_int, weft_uint, findMSB, weft_highest_bit(x))
#undef WEFT_ONE
#undef WEFT_TWO
#undef WEFT_THREE
WEFT_FUNCTION bool weft_bool2_any(weft_bool2 a) { return a.v[0] || a.v[1]; }
WEFT_FUNCTION bool weft_bool3_any(weft_bool3 a) { return a.v[0] || a.v[1] || a.v[2]; }
WEFT_FUNCTION bool weft_bool4_any(weft_bool4 a) { return a.v[0] || a.v[1] || a.v[2] || a.v[3]; }
WEFT_FUNCTION bool weft_bool2_all(weft_bool2 a) { return a.v[0] && a.v[1]; }
WEFT_FUNCTION bool weft_bool3_all(weft_bool3 a) { return a.v[0] && a.v[1] && a.v[2]; }
WEFT_FUNCTION bool weft_bool4_all(weft_bool4 a) { return a.v[0] && a.v[1] && a.v[2] && a.v[3]; }

// Functions of whole vectors; a scalar is a vector of one component.
WEFT_FUNCTION float weft_float_dot(float a, float b) { return weft_rounded(a * b); }
WEFT_FUNCTION float weft_float_length(float a) { return fabsf(a); }
WEFT_FUNCTION float weft_float_splat(float a) { return a; }
#define WEFT_DOT(T, N)                         \
  WEFT_FUNCTION float T##_dot(T a, T b) {      \
    float sum = weft_rounded(a.v[0] * b.v[0]); \
    for (int i = 1; i < N; ++i) {              \
      sum += weft_rounded(a.v[i] * b.v[i]);    \
    }                                          \
    return sum;                                \
  }                                            \
  WEFT_FUNCTION float T##_length(T a) { return sqrtf(T##_dot(a, a)); }
WEFT_DOT(weft_float2, 2)
WEFT_DOT(weft_float3, 3)
WEFT_DOT(weft_float4, 4)
#undef WEFT_DOT
#define WEFT_GEOMETRY(T)                                                                 \
  WEFT_FUNCTION float T##_distance(T a, T b) { return T##_length(T##_subtract(a, b)); }  \
  WEFT_FUNCTION T T##_normalize(T a) { return T##_divide(a, T##_splat(T##_length(a))); } \
  WEFT_FUNCTION T T##_reflect(T i, T n) {                                                \
    return T##_subtract(i, T##_multiply(T##_splat(2.0f * T##_dot(n, i)), n));            \
  }                                                                                      \
  WEFT_FUNCTION T T##_refract(T i, T n, float eta) {                                     \
    const float d = T##_dot(n, i);                                                       \
    const float k = 1.0f - weft_rounded(eta * eta * (1.0f - weft_rounded(d * d)));       \
    if (k < 0.0f) return T##_splat(0.0f);                                                \
    return T##_subtract(T##_multiply(T##_splat(eta), i),                                 \
                        T##_multiply(T##_splat(weft_rounded(eta * d) + sqrtf(k)), n));   \
  }                                                                                      \
  WEFT_FUNCTION T T##_faceforward(T n, T i, T r) {                                       \
    return T##_dot(r, i) < 0.0f ? n : T##_negate(n);                                     \
  }
WEFT_GEOMETRY(weft_float)
WEFT_GEOMETRY(weft_float2)
WEFT_GEOMETRY(weft_float3)
WEFT_GEOMETRY(weft_float4)
#undef WEFT_GEOMETRY
// a * d - b * c
WEFT_FUNCTION float weft_minor(float a, float b, float c, float d) {
  return weft_rounded(a * d) - weft_rounded(b * c);
}
WEFT_FUNCTION weft_float3 weft_float3_cross(weft_float3 a, weft_float3 b) {
  return weft_float3_make(weft_minor(a.v[1], b.v[1], a.v[2], b.v[2]),
                          weft_minor(a.v[2], b.v[2], a.v[0], b.v[0]),
                          weft_minor(a.v[0], b.v[0], a.v[1], b.v[1]));
}

#if defined(__GNUC__) && defined(__cplusplus)
#pragma GCC diagnostic pop
#endif
#endif
