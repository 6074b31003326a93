#include "codegen/host/c_mathematics.h"

namespace weft {

std::string_view c_mathematics() {
  return R"text(#include <math.h>
#include <stdbool.h>
#include <stddef.h>
#include <stdint.h>
#include <string.h>

#ifndef WEFT_HOST_C_1
#define WEFT_HOST_C_1
// Vectors, matrices and functions with the meaning that Weft's language gives them.

typedef float weft_float;
typedef int32_t weft_int;
typedef uint32_t weft_uint;
typedef bool weft_bool;
typedef struct weft_float2 { float v[2]; } weft_float2;
typedef struct weft_float3 { float v[3]; } weft_float3;
typedef struct weft_float4 { float v[4]; } weft_float4;
typedef struct weft_int2 { int32_t v[2]; } weft_int2;
typedef struct weft_int3 { int32_t v[3]; } weft_int3;
typedef struct weft_int4 { int32_t v[4]; } weft_int4;
typedef struct weft_uint2 { uint32_t v[2]; } weft_uint2;
typedef struct weft_uint3 { uint32_t v[3]; } weft_uint3;
typedef struct weft_uint4 { uint32_t v[4]; } weft_uint4;
typedef struct weft_bool2 { bool v[2]; } weft_bool2;
typedef struct weft_bool3 { bool v[3]; } weft_bool3;
typedef struct weft_bool4 { bool v[4]; } weft_bool4;

// Rows x columns, column by column.
typedef struct weft_float2x2 { weft_float2 columns[2]; } weft_float2x2;
typedef struct weft_float2x3 { weft_float2 columns[3]; } weft_float2x3;
typedef struct weft_float2x4 { weft_float2 columns[4]; } weft_float2x4;
typedef struct weft_float3x2 { weft_float3 columns[2]; } weft_float3x2;
typedef struct weft_float3x3 { weft_float3 columns[3]; } weft_float3x3;
typedef struct weft_float3x4 { weft_float3 columns[4]; } weft_float3x4;
typedef struct weft_float4x2 { weft_float4 columns[2]; } weft_float4x2;
typedef struct weft_float4x3 { weft_float4 columns[3]; } weft_float4x3;
typedef struct weft_float4x4 { weft_float4 columns[4]; } weft_float4x4;

// A matrix as it lies in a block: 16 bytes per column.
typedef struct weft_columns2x2 { float v[2][4]; } weft_columns2x2;
typedef struct weft_columns2x3 { float v[3][4]; } weft_columns2x3;
typedef struct weft_columns2x4 { float v[4][4]; } weft_columns2x4;
typedef struct weft_columns3x2 { float v[2][4]; } weft_columns3x2;
typedef struct weft_columns3x3 { float v[3][4]; } weft_columns3x3;
typedef struct weft_columns3x4 { float v[4][4]; } weft_columns3x4;

// Checked when compiled.
#if defined(__cplusplus)
#define WEFT_ASSERT(name, condition) static_assert(condition, #name)
#elif defined(__STDC_VERSION__) && __STDC_VERSION__ >= 201112L
#define WEFT_ASSERT(name, condition) _Static_assert(condition, #name)
#else
#define WEFT_ASSERT(name, condition) typedef char name[(condition) ? 1 : -1]
#endif
#define WEFT_ASSERT_OFFSET(type, member, offset) WEFT_ASSERT(type##_##member##_is_at_##offset, offsetof(type, member) == offset)
#define WEFT_ASSERT_SIZE(type, size) WEFT_ASSERT(type##_has_bytes_##size, sizeof(type) == size)

// Vectors of one component, of parts, and of some components of another.
#define WEFT_VECTOR(T, N) \
  static inline T##N T##N##_splat(T x) { T##N r; for (int i = 0; i < N; ++i) { r.v[i] = x; } return r; } \
  static inline T T##N##_at(T##N a, int64_t i) { return a.v[i]; } \
  static inline T##2 T##N##_swizzle2(T##N a, int x, int y) { T##2 r; r.v[0] = a.v[x]; r.v[1] = a.v[y]; return r; } \
  static inline T##3 T##N##_swizzle3(T##N a, int x, int y, int z) { \
    T##3 r; r.v[0] = a.v[x]; r.v[1] = a.v[y]; r.v[2] = a.v[z]; return r; } \
  static inline T##4 T##N##_swizzle4(T##N a, int x, int y, int z, int w) { \
    T##4 r; r.v[0] = a.v[x]; r.v[1] = a.v[y]; r.v[2] = a.v[z]; r.v[3] = a.v[w]; return r; } \
  static inline T##N T##N##_with2(T##N a, T##2 b, int x, int y) { a.v[x] = b.v[0]; a.v[y] = b.v[1]; return a; } \
  static inline T##N T##N##_with3(T##N a, T##3 b, int x, int y, int z) { \
    a.v[x] = b.v[0]; a.v[y] = b.v[1]; a.v[z] = b.v[2]; return a; } \
  static inline T##N T##N##_with4(T##N a, T##4 b, int x, int y, int z, int w) { \
    a.v[x] = b.v[0]; a.v[y] = b.v[1]; a.v[z] = b.v[2]; a.v[w] = b.v[3]; return a; } \
  static inline bool T##N##_is_equal(T##N a, T##N b) { \
    bool r = true; for (int i = 0; i < N; ++i) { r = r && a.v[i] == b.v[i]; } return r; }
#define WEFT_VECTORS(T) \
  WEFT_VECTOR(T, 2) \
  WEFT_VECTOR(T, 3) \
  WEFT_VECTOR(T, 4) \
  static inline bool T##_is_equal(T a, T b) { return a == b; } \
  static inline T##2 T##2_make(T x, T y) { T##2 r; r.v[0] = x; r.v[1] = y; return r; } \
  static inline T##3 T##3_make(T x, T y, T z) { T##3 r; r.v[0] = x; r.v[1] = y; r.v[2] = z; return r; } \
  static inline T##3 T##3_make_12(T a, T##2 b) { return T##3_make(a, b.v[0], b.v[1]); } \
  static inline T##3 T##3_make_21(T##2 a, T b) { return T##3_make(a.v[0], a.v[1], b); } \
  static inline T##4 T##4_make(T x, T y, T z, T w) { \
    T##4 r; r.v[0] = x; r.v[1] = y; r.v[2] = z; r.v[3] = w; return r; } \
  static inline T##4 T##4_make_112(T a, T b, T##2 c) { return T##4_make(a, b, c.v[0], c.v[1]); } \
  static inline T##4 T##4_make_121(T a, T##2 b, T c) { return T##4_make(a, b.v[0], b.v[1], c); } \
  static inline T##4 T##4_make_211(T##2 a, T b, T c) { return T##4_make(a.v[0], a.v[1], b, c); } \
  static inline T##4 T##4_make_22(T##2 a, T##2 b) { return T##4_make(a.v[0], a.v[1], b.v[0], b.v[1]); } \
  static inline T##4 T##4_make_13(T a, T##3 b) { return T##4_make(a, b.v[0], b.v[1], b.v[2]); } \
  static inline T##4 T##4_make_31(T##3 a, T b) { return T##4_make(a.v[0], a.v[1], a.v[2], b); }
WEFT_VECTORS(weft_float)
WEFT_VECTORS(weft_int)
WEFT_VECTORS(weft_uint)
WEFT_VECTORS(weft_bool)
#undef WEFT_VECTOR
#undef WEFT_VECTORS

// Functions of one, two and three scalars, and the same for each component of vectors.
#define WEFT_ONE(R, T, name, value) \
  static inline R T##_##name(T x) { return value; } \
  static inline R##2 T##2_##name(T##2 a) { R##2 r; for (int i = 0; i < 2; ++i) { r.v[i] = T##_##name(a.v[i]); } return r; } \
  static inline R##3 T##3_##name(T##3 a) { R##3 r; for (int i = 0; i < 3; ++i) { r.v[i] = T##_##name(a.v[i]); } return r; } \
  static inline R##4 T##4_##name(T##4 a) { R##4 r; for (int i = 0; i < 4; ++i) { r.v[i] = T##_##name(a.v[i]); } return r; }
#define WEFT_TWO(R, T, U, name, value) \
  static inline R T##_##name(T x, U y) { return value; } \
  static inline R##2 T##2_##name(T##2 a, U##2 b) { \
    R##2 r; for (int i = 0; i < 2; ++i) { r.v[i] = T##_##name(a.v[i], b.v[i]); } return r; } \
  static inline R##3 T##3_##name(T##3 a, U##3 b) { \
    R##3 r; for (int i = 0; i < 3; ++i) { r.v[i] = T##_##name(a.v[i], b.v[i]); } return r; } \
  static inline R##4 T##4_##name(T##4 a, U##4 b) { \
    R##4 r; for (int i = 0; i < 4; ++i) { r.v[i] = T##_##name(a.v[i], b.v[i]); } return r; }
#define WEFT_THREE(T, name, value) \
  static inline T T##_##name(T x, T y, T z) { return value; } \
  static inline T##2 T##2_##name(T##2 a, T##2 b, T##2 c) { \
    for (int i = 0; i < 2; ++i) { a.v[i] = T##_##name(a.v[i], b.v[i], c.v[i]); } return a; } \
  static inline T##3 T##3_##name(T##3 a, T##3 b, T##3 c) { \
    for (int i = 0; i < 3; ++i) { a.v[i] = T##_##name(a.v[i], b.v[i], c.v[i]); } return a; } \
  static inline T##4 T##4_##name(T##4 a, T##4 b, T##4 c) { \
    for (int i = 0; i < 4; ++i) { a.v[i] = T##_##name(a.v[i], b.v[i], c.v[i]); } return a; }
#define WEFT_FROM(To, From, kind, value) \
  static inline To To##_from_##kind(From x) { return value; } \
  static inline To##2 To##2_from_##kind##2(From##2 a) { \
    To##2 r; for (int i = 0; i < 2; ++i) { r.v[i] = To##_from_##kind(a.v[i]); } return r; } \
  static inline To##3 To##3_from_##kind##3(From##3 a) { \
    To##3 r; for (int i = 0; i < 3; ++i) { r.v[i] = To##_from_##kind(a.v[i]); } return r; } \
  static inline To##4 To##4_from_##kind##4(From##4 a) { \
    To##4 r; for (int i = 0; i < 4; ++i) { r.v[i] = To##_from_##kind(a.v[i]); } return r; }

// Floats become integers towards zero, the nearest end where they do not fit, 0 if they are no numbers.
WEFT_FROM(weft_float, weft_int, int, (float)x)
WEFT_FROM(weft_float, weft_uint, uint, (float)x)
WEFT_FROM(weft_float, weft_bool, bool, x ? 1.0f : 0.0f)
WEFT_FROM(weft_int, weft_float, float, x != x ? 0 : x >= 2147483648.0f ? 2147483647 : x <= -2147483648.0f ? -2147483647 - 1 : (int32_t)x)
WEFT_FROM(weft_int, weft_uint, uint, (int32_t)x)
WEFT_FROM(weft_int, weft_bool, bool, x ? 1 : 0)
WEFT_FROM(weft_uint, weft_float, float, !(x > 0.0f) ? 0u : x >= 4294967296.0f ? 4294967295u : (uint32_t)x)
WEFT_FROM(weft_uint, weft_int, int, (uint32_t)x)
WEFT_FROM(weft_uint, weft_bool, bool, x ? 1u : 0u)
WEFT_FROM(weft_bool, weft_float, float, x != 0.0f)
WEFT_FROM(weft_bool, weft_int, int, x != 0)
WEFT_FROM(weft_bool, weft_uint, uint, x != 0u)
#undef WEFT_FROM

// Integers wrap; what is divided by zero is 0.
WEFT_TWO(weft_float, weft_float, weft_float, add, x + y)
WEFT_TWO(weft_float, weft_float, weft_float, subtract, x - y)
WEFT_TWO(weft_float, weft_float, weft_float, multiply, x * y)
WEFT_TWO(weft_float, weft_float, weft_float, divide, x / y)
WEFT_ONE(weft_float, weft_float, negate, -x)
WEFT_TWO(weft_int, weft_int, weft_int, add, (int32_t)((uint32_t)x + (uint32_t)y))
WEFT_TWO(weft_int, weft_int, weft_int, subtract, (int32_t)((uint32_t)x - (uint32_t)y))
WEFT_TWO(weft_int, weft_int, weft_int, multiply, (int32_t)((uint32_t)x * (uint32_t)y))
WEFT_TWO(weft_int, weft_int, weft_int, divide, y == 0 ? 0 : y == -1 ? (int32_t)(0u - (uint32_t)x) : x / y)
WEFT_TWO(weft_int, weft_int, weft_int, remainder, y == 0 || y == -1 ? 0 : x % y)
WEFT_ONE(weft_int, weft_int, negate, (int32_t)(0u - (uint32_t)x))
WEFT_TWO(weft_uint, weft_uint, weft_uint, add, x + y)
WEFT_TWO(weft_uint, weft_uint, weft_uint, subtract, x - y)
WEFT_TWO(weft_uint, weft_uint, weft_uint, multiply, x * y)
WEFT_TWO(weft_uint, weft_uint, weft_uint, divide, y == 0u ? 0u : x / y)
WEFT_TWO(weft_uint, weft_uint, weft_uint, remainder, y == 0u ? 0u : x % y)
WEFT_ONE(weft_uint, weft_uint, negate, 0u - x)
WEFT_TWO(weft_int, weft_int, weft_int, bit_and, x & y)
WEFT_TWO(weft_int, weft_int, weft_int, bit_or, x | y)
WEFT_TWO(weft_int, weft_int, weft_int, bit_xor, x ^ y)
WEFT_ONE(weft_int, weft_int, bit_not, ~x)
WEFT_TWO(weft_uint, weft_uint, weft_uint, bit_and, x & y)
WEFT_TWO(weft_uint, weft_uint, weft_uint, bit_or, x | y)
WEFT_TWO(weft_uint, weft_uint, weft_uint, bit_xor, x ^ y)
WEFT_ONE(weft_uint, weft_uint, bit_not, ~x)
WEFT_TWO(weft_bool, weft_bool, weft_bool, bit_and, x && y)
WEFT_TWO(weft_bool, weft_bool, weft_bool, bit_or, x || y)
WEFT_TWO(weft_bool, weft_bool, weft_bool, bit_xor, x != y)
WEFT_ONE(weft_bool, weft_bool, logical_not, !x)
WEFT_TWO(weft_int, weft_int, weft_uint, shift_left, (int32_t)((uint32_t)x << (y & 31u)))
WEFT_TWO(weft_uint, weft_uint, weft_uint, shift_left, x << (y & 31u))
WEFT_TWO(weft_int, weft_int, weft_uint, shift_right, (int32_t)(((uint32_t)x >> (y & 31u)) | (x < 0 && (y & 31u) != 0u ? ~(0xffffffffu >> (y & 31u)) : 0u)))
WEFT_TWO(weft_uint, weft_uint, weft_uint, shift_right, x >> (y & 31u))

#define WEFT_IN_DOUBLE(name) WEFT_ONE(weft_float, weft_float, name, (float)name((double)x))
WEFT_ONE(weft_float, weft_float, radians, x * 0.017453292519943295f)
WEFT_ONE(weft_float, weft_float, degrees, x * 57.295779513082321f)
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
static inline float weft_round_half_even(float x) {
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
WEFT_TWO(weft_float, weft_float, weft_float, pow, x < 0.0f ? nanf("") : (float)pow(fabs((double)x), (double)y))
WEFT_TWO(weft_float, weft_float, weft_float, step, y < x ? 0.0f : 1.0f)
WEFT_TWO(weft_float, weft_float, weft_float, mod, x - y * floorf(x / y))
WEFT_TWO(weft_float, weft_float, weft_float, fmod, x - y * truncf(x / y))
WEFT_THREE(weft_float, mix, x * (1.0f - z) + y * z)
static inline float weft_smooth(float t) { return t * t * (3.0f - 2.0f * t); }
WEFT_THREE(weft_float, smoothstep, weft_smooth(weft_float_saturate((z - x) / (y - x))))
WEFT_THREE(weft_float, fma, x * y + z)
#define WEFT_COMPARISONS(T) \
  WEFT_TWO(weft_bool, T, T, lessThan, x < y) \
  WEFT_TWO(weft_bool, T, T, lessThanEqual, x <= y) \
  WEFT_TWO(weft_bool, T, T, greaterThan, x > y) \
  WEFT_TWO(weft_bool, T, T, greaterThanEqual, x >= y) \
  WEFT_TWO(weft_bool, T, T, equal, x == y) \
  WEFT_TWO(weft_bool, T, T, notEqual, x != y)
WEFT_COMPARISONS(weft_float)
WEFT_COMPARISONS(weft_int)
WEFT_COMPARISONS(weft_uint)
#undef WEFT_COMPARISONS
WEFT_TWO(weft_bool, weft_bool, weft_bool, equal, x == y)
WEFT_TWO(weft_bool, weft_bool, weft_bool, notEqual, x != y)
WEFT_ONE(weft_bool, weft_float, is_nan, x != x)
WEFT_ONE(weft_bool, weft_float, is_inf, fabsf(x) > 3.402823466e38f)
static inline float weft_float_of_bits(uint32_t x) { float y; memcpy(&y, &x, sizeof y); return y; }
static inline uint32_t weft_bits_of_float(float x) { uint32_t y; memcpy(&y, &x, sizeof y); return y; }
WEFT_ONE(weft_int, weft_float, floatBitsToInt, (int32_t)weft_bits_of_float(x))
WEFT_ONE(weft_uint, weft_float, floatBitsToUint, weft_bits_of_float(x))
WEFT_ONE(weft_float, weft_int, bitsToFloat, weft_float_of_bits((uint32_t)x))
WEFT_ONE(weft_float, weft_uint, bitsToFloat, weft_float_of_bits(x))
#undef WEFT_ONE
#undef WEFT_TWO
#undef WEFT_THREE
static inline bool weft_bool2_any(weft_bool2 a) { return a.v[0] || a.v[1]; }
static inline bool weft_bool3_any(weft_bool3 a) { return a.v[0] || a.v[1] || a.v[2]; }
static inline bool weft_bool4_any(weft_bool4 a) { return a.v[0] || a.v[1] || a.v[2] || a.v[3]; }
static inline bool weft_bool2_all(weft_bool2 a) { return a.v[0] && a.v[1]; }
static inline bool weft_bool3_all(weft_bool3 a) { return a.v[0] && a.v[1] && a.v[2]; }
static inline bool weft_bool4_all(weft_bool4 a) { return a.v[0] && a.v[1] && a.v[2] && a.v[3]; }

// What is asked of whole vectors; of a scalar as of a vector of one component.
static inline float weft_float_dot(float a, float b) { return a * b; }
static inline float weft_float_length(float a) { return fabsf(a); }
static inline float weft_float_splat(float a) { return a; }
#define WEFT_DOT(T, N) \
  static inline float T##_dot(T a, T b) { \
    float sum = a.v[0] * b.v[0]; for (int i = 1; i < N; ++i) { sum += a.v[i] * b.v[i]; } return sum; } \
  static inline float T##_length(T a) { return sqrtf(T##_dot(a, a)); }
WEFT_DOT(weft_float2, 2)
WEFT_DOT(weft_float3, 3)
WEFT_DOT(weft_float4, 4)
#undef WEFT_DOT
#define WEFT_GEOMETRY(T) \
  static inline float T##_distance(T a, T b) { return T##_length(T##_subtract(a, b)); } \
  static inline T T##_normalize(T a) { return T##_divide(a, T##_splat(T##_length(a))); } \
  static inline T T##_reflect(T i, T n) { return T##_subtract(i, T##_multiply(T##_splat(2.0f * T##_dot(n, i)), n)); } \
  static inline T T##_refract(T i, T n, float eta) { \
    const float d = T##_dot(n, i); \
    const float k = 1.0f - eta * eta * (1.0f - d * d); \
    if (k < 0.0f) return T##_splat(0.0f); \
    return T##_subtract(T##_multiply(T##_splat(eta), i), T##_multiply(T##_splat(eta * d + sqrtf(k)), n)); } \
  static inline T T##_faceforward(T n, T i, T r) { return T##_dot(r, i) < 0.0f ? n : T##_negate(n); }
WEFT_GEOMETRY(weft_float)
WEFT_GEOMETRY(weft_float2)
WEFT_GEOMETRY(weft_float3)
WEFT_GEOMETRY(weft_float4)
#undef WEFT_GEOMETRY
static inline weft_float3 weft_float3_cross(weft_float3 a, weft_float3 b) {
  return weft_float3_make(a.v[1] * b.v[2] - b.v[1] * a.v[2], a.v[2] * b.v[0] - b.v[2] * a.v[0],
                          a.v[0] * b.v[1] - b.v[0] * a.v[1]);
}

// Matrices: of one number in each place, of one on the diagonal, by columns, by component.
#define WEFT_BY_COLUMN(R, C, name) \
  static inline weft_float##R##x##C weft_float##R##x##C##_##name(weft_float##R##x##C a, weft_float##R##x##C b) { \
    for (int c = 0; c < C; ++c) { a.columns[c] = weft_float##R##_##name(a.columns[c], b.columns[c]); } return a; }
#define WEFT_MATRIX(R, C) \
  static inline weft_float##R##x##C weft_float##R##x##C##_splat(float x) { \
    weft_float##R##x##C r; for (int c = 0; c < C; ++c) { r.columns[c] = weft_float##R##_splat(x); } return r; } \
  static inline weft_float##R##x##C weft_float##R##x##C##_diagonal(float x) { \
    weft_float##R##x##C r; \
    for (int c = 0; c < C; ++c) for (int k = 0; k < R; ++k) { r.columns[c].v[k] = k == c ? x : 0.0f; } \
    return r; } \
  static inline weft_float##R weft_float##R##x##C##_at(weft_float##R##x##C a, int64_t i) { return a.columns[i]; } \
  static inline weft_float##R##x##C weft_float##R##x##C##_negate(weft_float##R##x##C a) { \
    for (int c = 0; c < C; ++c) { a.columns[c] = weft_float##R##_negate(a.columns[c]); } return a; } \
  static inline bool weft_float##R##x##C##_is_equal(weft_float##R##x##C a, weft_float##R##x##C b) { \
    bool r = true; for (int c = 0; c < C; ++c) { r = r && weft_float##R##_is_equal(a.columns[c], b.columns[c]); } return r; } \
  static inline weft_float##C##x##R weft_float##R##x##C##_transpose(weft_float##R##x##C a) { \
    weft_float##C##x##R r; \
    for (int c = 0; c < C; ++c) for (int k = 0; k < R; ++k) { r.columns[k].v[c] = a.columns[c].v[k]; } \
    return r; } \
  static inline weft_float##R weft_product_float##R##x##C##_float##C(weft_float##R##x##C a, weft_float##C b) { \
    weft_float##R r; \
    for (int k = 0; k < R; ++k) { \
      float sum = a.columns[0].v[k] * b.v[0]; \
      for (int c = 1; c < C; ++c) { sum += a.columns[c].v[k] * b.v[c]; } \
      r.v[k] = sum; \
    } \
    return r; } \
  static inline weft_float##C weft_product_float##R##_float##R##x##C(weft_float##R a, weft_float##R##x##C b) { \
    weft_float##C r; for (int c = 0; c < C; ++c) { r.v[c] = weft_float##R##_dot(a, b.columns[c]); } return r; } \
  WEFT_BY_COLUMN(R, C, add) \
  WEFT_BY_COLUMN(R, C, subtract) \
  WEFT_BY_COLUMN(R, C, multiply) \
  WEFT_BY_COLUMN(R, C, divide)
#define WEFT_MATRICES(R) \
  WEFT_MATRIX(R, 2) \
  WEFT_MATRIX(R, 3) \
  WEFT_MATRIX(R, 4) \
  static inline weft_float##R##x2 weft_float##R##x2_make(weft_float##R a, weft_float##R b) { \
    weft_float##R##x2 r; r.columns[0] = a; r.columns[1] = b; return r; } \
  static inline weft_float##R##x3 weft_float##R##x3_make(weft_float##R a, weft_float##R b, weft_float##R c) { \
    weft_float##R##x3 r; r.columns[0] = a; r.columns[1] = b; r.columns[2] = c; return r; } \
  static inline weft_float##R##x4 weft_float##R##x4_make(weft_float##R a, weft_float##R b, weft_float##R c, weft_float##R d) { \
    weft_float##R##x4 r; r.columns[0] = a; r.columns[1] = b; r.columns[2] = c; r.columns[3] = d; return r; }
WEFT_MATRICES(2)
WEFT_MATRICES(3)
WEFT_MATRICES(4)
#undef WEFT_MATRICES
#undef WEFT_MATRIX
#undef WEFT_BY_COLUMN
#define WEFT_PRODUCT(R, K, C) \
  static inline weft_float##R##x##C weft_product_float##R##x##K##_float##K##x##C(weft_float##R##x##K a, weft_float##K##x##C b) { \
    weft_float##R##x##C r; \
    for (int c = 0; c < C; ++c) { r.columns[c] = weft_product_float##R##x##K##_float##K(a, b.columns[c]); } \
    return r; }
// The upper left part of a larger matrix; the rest of what a smaller one lacks is the identity's.
#define WEFT_PART(R, C, R2, C2) \
  static inline weft_float##R##x##C weft_float##R##x##C##_from_float##R2##x##C2(weft_float##R2##x##C2 a) { \
    weft_float##R##x##C r = weft_float##R##x##C##_diagonal(1.0f); \
    for (int c = 0; c < C && c < C2; ++c) for (int k = 0; k < R && k < R2; ++k) { r.columns[c].v[k] = a.columns[c].v[k]; } \
    return r; }
#define WEFT_PARTS(R, C) \
  WEFT_PRODUCT(R, 2, C) WEFT_PRODUCT(R, 3, C) WEFT_PRODUCT(R, 4, C) \
  WEFT_PART(R, C, 2, 2) WEFT_PART(R, C, 2, 3) WEFT_PART(R, C, 2, 4) \
  WEFT_PART(R, C, 3, 2) WEFT_PART(R, C, 3, 3) WEFT_PART(R, C, 3, 4) \
  WEFT_PART(R, C, 4, 2) WEFT_PART(R, C, 4, 3) WEFT_PART(R, C, 4, 4)
WEFT_PARTS(2, 2)
WEFT_PARTS(2, 3)
WEFT_PARTS(2, 4)
WEFT_PARTS(3, 2)
WEFT_PARTS(3, 3)
WEFT_PARTS(3, 4)
WEFT_PARTS(4, 2)
WEFT_PARTS(4, 3)
WEFT_PARTS(4, 4)
#undef WEFT_PARTS
#undef WEFT_PART
#undef WEFT_PRODUCT

static inline float weft_float2x2_determinant(weft_float2x2 m) {
  return m.columns[0].v[0] * m.columns[1].v[1] - m.columns[1].v[0] * m.columns[0].v[1];
}
static inline float weft_float3x3_determinant(weft_float3x3 m) {
  return weft_float3_dot(m.columns[0], weft_float3_cross(m.columns[1], m.columns[2]));
}
// The 2x2 determinants of the first and the last two columns: D. Eberly, The Laplace Expansion Theorem.
typedef struct weft_laplace_pairs { float left[6], right[6]; } weft_laplace_pairs;
static inline weft_laplace_pairs weft_laplace_pairs_of(weft_float4x4 m) {
  weft_laplace_pairs p;
  int k = 0;
  for (int i = 0; i < 4; ++i) {
    for (int j = i + 1; j < 4; ++j, ++k) {
      p.left[k] = m.columns[0].v[i] * m.columns[1].v[j] - m.columns[1].v[i] * m.columns[0].v[j];
      p.right[k] = m.columns[2].v[i] * m.columns[3].v[j] - m.columns[3].v[i] * m.columns[2].v[j];
    }
  }
  return p;
}
static inline float weft_laplace_determinant(weft_laplace_pairs p) {
  return p.left[0] * p.right[5] - p.left[1] * p.right[4] + p.left[2] * p.right[3] + p.left[3] * p.right[2] -
         p.left[4] * p.right[1] + p.left[5] * p.right[0];
}
static inline float weft_float4x4_determinant(weft_float4x4 m) { return weft_laplace_determinant(weft_laplace_pairs_of(m)); }
static inline weft_float2x2 weft_float2x2_inverse(weft_float2x2 m) {
  const float d = weft_float2x2_determinant(m);
  return weft_float2x2_make(weft_float2_make(m.columns[1].v[1] / d, -m.columns[0].v[1] / d),
                            weft_float2_make(-m.columns[1].v[0] / d, m.columns[0].v[0] / d));
}
static inline weft_float3x3 weft_float3x3_inverse(weft_float3x3 m) {
  const weft_float3 d = weft_float3_splat(weft_float3x3_determinant(m));
  return weft_float3x3_transpose(
      weft_float3x3_make(weft_float3_divide(weft_float3_cross(m.columns[1], m.columns[2]), d),
                         weft_float3_divide(weft_float3_cross(m.columns[2], m.columns[0]), d),
                         weft_float3_divide(weft_float3_cross(m.columns[0], m.columns[1]), d)));
}
static inline weft_float4x4 weft_float4x4_inverse(weft_float4x4 m) {
  static const int others[4][3] = {{1, 2, 3}, {0, 2, 3}, {0, 1, 3}, {0, 1, 2}};
  static const int remaining[4][3] = {{5, 4, 3}, {5, 2, 1}, {4, 2, 0}, {3, 1, 0}};
  const weft_laplace_pairs pairs = weft_laplace_pairs_of(m);
  const float d = weft_laplace_determinant(pairs);
  weft_float4x4 r;
  for (int row = 0; row < 4; ++row) {
    const weft_float4 column = m.columns[row ^ 1];
    const float* const half = row < 2 ? pairs.right : pairs.left;
    for (int i = 0; i < 4; ++i) {
      const float cofactor = column.v[others[i][0]] * half[remaining[i][0]] - column.v[others[i][1]] * half[remaining[i][1]] +
                             column.v[others[i][2]] * half[remaining[i][2]];
      r.columns[i].v[row] = ((row + i) % 2 == 0 ? cofactor : -cofactor) / d;
    }
  }
  return r;
}

// Matrices as they lie in blocks.
#define WEFT_STORED(R, C) \
  static inline weft_columns##R##x##C weft_columns##R##x##C##_from_float##R##x##C(weft_float##R##x##C a) { \
    weft_columns##R##x##C r; \
    for (int c = 0; c < C; ++c) for (int k = 0; k < 4; ++k) { r.v[c][k] = k < R ? a.columns[c].v[k < R ? k : 0] : 0.0f; } \
    return r; }
WEFT_STORED(2, 2)
WEFT_STORED(2, 3)
WEFT_STORED(2, 4)
WEFT_STORED(3, 2)
WEFT_STORED(3, 3)
WEFT_STORED(3, 4)
#undef WEFT_STORED
#endif
)text";
}

}  // namespace weft
