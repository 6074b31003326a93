#include "codegen/host/cpp_mathematics.h"

namespace weft {

std::string_view cpp_mathematics() {
  return R"text(#include <cmath>
#include <cstddef>
#include <cstdint>
#include <cstring>
#include <type_traits>

#ifndef WEFT_HOST_1
#define WEFT_HOST_1
// Vectors, matrices and functions with the meaning that Weft's language gives them.
namespace weft_host_1 {

using uint = std::uint32_t;

template <class T, int N>
struct vector;

template <class T>
struct is_vector : std::false_type {};
template <class T, int N>
struct is_vector<vector<T, N>> : std::true_type {};

// Floats become integers towards zero, the nearest end where they do not fit, 0 if they are no numbers.
template <class To, class From>
To convert(From x) {
  if constexpr (std::is_same_v<To, bool>) {
    return x != From(0);
  } else if constexpr (std::is_same_v<From, float> && std::is_same_v<To, int>) {
    return x != x ? 0 : x >= 2147483648.0f ? 2147483647 : x <= -2147483648.0f ? -2147483647 - 1 : static_cast<int>(x);
  } else if constexpr (std::is_same_v<From, float> && std::is_same_v<To, uint>) {
    return !(x > 0.0f) ? 0u : x >= 4294967296.0f ? 4294967295u : static_cast<uint>(x);
  } else {
    return static_cast<To>(x);
  }
}

template <class T, int N>
struct vector {
  T v[N];
  vector() = default;
  template <class Part>
  explicit vector(const Part& part) {
    if constexpr (is_vector<Part>::value) {
      int at = 0;
      append(at, part);
    } else {
      for (T& one : v) one = convert<T>(part);
    }
  }
  template <class First, class Second, class... Rest>
  vector(const First& first, const Second& second, const Rest&... rest) {
    int at = 0;
    append(at, first);
    append(at, second);
    (append(at, rest), ...);
  }
  T& operator[](std::int64_t i) { return v[i]; }
  const T& operator[](std::int64_t i) const { return v[i]; }

 private:
  template <class Part>
  void append(int& at, const Part& part) {
    if constexpr (is_vector<Part>::value) {
      for (const auto& one : part.v) {
        if (at < N) v[at++] = convert<T>(one);
      }
    } else {
      if (at < N) v[at++] = convert<T>(part);
    }
  }
};

using float2 = vector<float, 2>;
using float3 = vector<float, 3>;
using float4 = vector<float, 4>;
using int2 = vector<int, 2>;
using int3 = vector<int, 3>;
using int4 = vector<int, 4>;
using uint2 = vector<uint, 2>;
using uint3 = vector<uint, 3>;
using uint4 = vector<uint, 4>;
using bool2 = vector<bool, 2>;
using bool3 = vector<bool, 3>;
using bool4 = vector<bool, 4>;

// Column by column.
template <int R, int C>
struct matrix {
  vector<float, R> columns[C];
  matrix() = default;
  explicit matrix(float diagonal) {
    for (int c = 0; c < C; ++c) {
      for (int r = 0; r < R; ++r) columns[c][r] = r == c ? diagonal : 0.0f;
    }
  }
  template <int R2, int C2>
  explicit matrix(const matrix<R2, C2>& from) {
    for (int c = 0; c < C; ++c) {
      for (int r = 0; r < R; ++r) columns[c][r] = r < R2 && c < C2 ? from.columns[c][r] : r == c ? 1.0f : 0.0f;
    }
  }
  template <class First, class Second, class... Rest>
  matrix(const First& first, const Second& second, const Rest&... rest) {
    int at = 0;
    append(at, first);
    append(at, second);
    (append(at, rest), ...);
  }
  vector<float, R>& operator[](std::int64_t i) { return columns[i]; }
  const vector<float, R>& operator[](std::int64_t i) const { return columns[i]; }

 private:
  template <class Part>
  void append(int& at, const Part& part) {
    if constexpr (is_vector<Part>::value) {
      for (const auto& one : part.v) append(at, one);
    } else {
      if (at < R * C) columns[at / R][at % R] = convert<float>(part);
      ++at;
    }
  }
};

using float2x2 = matrix<2, 2>;
using float2x3 = matrix<2, 3>;
using float2x4 = matrix<2, 4>;
using float3x2 = matrix<3, 2>;
using float3x3 = matrix<3, 3>;
using float3x4 = matrix<3, 4>;
using float4x2 = matrix<4, 2>;
using float4x3 = matrix<4, 3>;
using float4x4 = matrix<4, 4>;

// A matrix as it lies in a block: 16 bytes per column.
template <int R, int C>
struct columns {
  float v[C][4];
};

template <class T, std::size_t N>
struct array {
  T v[N];
  T& operator[](std::int64_t i) { return v[i]; }
  const T& operator[](std::int64_t i) const { return v[i]; }
};

// Applies a function of scalars to each component; scalars stand for vectors.
template <class T, int N>
T element_of(const vector<T, N>& a, int i) { return a.v[i]; }
template <class T, std::enable_if_t<std::is_arithmetic_v<T>, int> = 0>
T element_of(T a, int) { return a; }
template <int N, class F, class... Arguments>
auto each(F f, const Arguments&... a) {
  vector<decltype(f(element_of(a, 0)...)), N> result;
  for (int i = 0; i < N; ++i) result.v[i] = f(element_of(a, i)...);
  return result;
}

template <int... I, class T, int N>
auto swizzle(const vector<T, N>& a) {
  if constexpr (sizeof...(I) == 1) {
    return a.v[(I, ...)];
  } else {
    return vector<T, static_cast<int>(sizeof...(I))>(a.v[I]...);
  }
}
template <int... I, class T, std::enable_if_t<std::is_arithmetic_v<T>, int> = 0>
vector<T, static_cast<int>(sizeof...(I))> swizzle(T a) { return vector<T, static_cast<int>(sizeof...(I))>(a); }

// `a` with some components replaced by those of `b`, or by one number.
template <int... I, class T, int N, class Part>
vector<T, N> replaced(vector<T, N> a, const Part& b) {
  int at = 0;
  ((a.v[I] = element_of(b, at++)), ...);
  return a;
}

#define WEFT_OPERATOR(op) \
  template <int N> vector<float, N> operator op(const vector<float, N>& a, const vector<float, N>& b) { \
    return each<N>([](float x, float y) { return x op y; }, a, b); \
  } \
  template <int N> vector<float, N> operator op(const vector<float, N>& a, float b) { \
    return each<N>([](float x, float y) { return x op y; }, a, b); \
  } \
  template <int N> vector<float, N> operator op(float a, const vector<float, N>& b) { \
    return each<N>([](float x, float y) { return x op y; }, a, b); \
  } \
  template <int R, int C> matrix<R, C> operator op(matrix<R, C> a, const matrix<R, C>& b) { \
    for (int c = 0; c < C; ++c) a.columns[c] = a.columns[c] op b.columns[c]; \
    return a; \
  } \
  template <int R, int C> matrix<R, C> operator op(matrix<R, C> a, float b) { \
    for (int c = 0; c < C; ++c) a.columns[c] = a.columns[c] op b; \
    return a; \
  } \
  template <int R, int C> matrix<R, C> operator op(float a, matrix<R, C> b) { \
    for (int c = 0; c < C; ++c) b.columns[c] = a op b.columns[c]; \
    return b; \
  }
WEFT_OPERATOR(+)
WEFT_OPERATOR(-)
WEFT_OPERATOR(*)
WEFT_OPERATOR(/)
#undef WEFT_OPERATOR

// Functions of one, two and three scalars, and the same for each component of vectors.
#define WEFT_ONE(T, name, value) \
  inline auto name(T x) { return value; } \
  template <int N> auto name(const vector<T, N>& a) { return each<N>([](T x) { return name(x); }, a); }
#define WEFT_TWO(T, name, value) \
  inline auto name(T x, T y) { return value; } \
  template <int N> auto name(const vector<T, N>& a, const vector<T, N>& b) { \
    return each<N>([](T x, T y) { return name(x, y); }, a, b); \
  } \
  template <int N> auto name(const vector<T, N>& a, T b) { return each<N>([](T x, T y) { return name(x, y); }, a, b); } \
  template <int N> auto name(T a, const vector<T, N>& b) { return each<N>([](T x, T y) { return name(x, y); }, a, b); }
#define WEFT_THREE(T, name, value) \
  inline auto name(T x, T y, T z) { return value; } \
  template <int N, class B, class D> auto name(const vector<T, N>& a, const B& b, const D& d) { \
    return each<N>([](T x, T y, T z) { return name(x, y, z); }, a, b, d); \
  } \
  template <int N, class D> auto name(T a, const vector<T, N>& b, const D& d) { \
    return each<N>([](T x, T y, T z) { return name(x, y, z); }, a, b, d); \
  } \
  template <int N> auto name(T a, T b, const vector<T, N>& d) { \
    return each<N>([](T x, T y, T z) { return name(x, y, z); }, a, b, d); \
  }
#define WEFT_IN_DOUBLE(name) WEFT_ONE(float, name, static_cast<float>(std::name(static_cast<double>(x))))

WEFT_ONE(float, negate, -x)
WEFT_ONE(int, negate, static_cast<int>(0u - static_cast<uint>(x)))
WEFT_ONE(uint, negate, 0u - x)
#define WEFT_WRAPPING(name, op) \
  WEFT_TWO(int, name, static_cast<int>(static_cast<uint>(x) op static_cast<uint>(y))) \
  WEFT_TWO(uint, name, x op y)
WEFT_WRAPPING(add, +)
WEFT_WRAPPING(subtract, -)
WEFT_WRAPPING(multiply, *)
WEFT_WRAPPING(bit_and, &)
WEFT_WRAPPING(bit_or, |)
WEFT_WRAPPING(bit_xor, ^)
#undef WEFT_WRAPPING
WEFT_TWO(bool, bit_and, x && y)
WEFT_TWO(bool, bit_or, x || y)
WEFT_TWO(bool, bit_xor, x != y)
WEFT_ONE(int, bit_not, ~x)
WEFT_ONE(uint, bit_not, ~x)
WEFT_ONE(bool, logical_not, !x)
WEFT_TWO(int, divide_int, y == 0 ? 0 : y == -1 ? static_cast<int>(0u - static_cast<uint>(x)) : x / y)
WEFT_TWO(uint, divide_int, y == 0u ? 0u : x / y)
WEFT_TWO(int, remainder_int, y == 0 || y == -1 ? 0 : x % y)
WEFT_TWO(uint, remainder_int, y == 0u ? 0u : x % y)
template <class T> T shift_left_scalar(T x, uint by) { return static_cast<T>(static_cast<uint>(x) << (by & 31u)); }
inline uint shift_right_scalar(uint x, uint by) { return x >> (by & 31u); }
inline int shift_right_scalar(int x, uint by) {
  const uint n = by & 31u;
  return static_cast<int>((static_cast<uint>(x) >> n) | (x < 0 && n != 0u ? ~(0xffffffffu >> n) : 0u));
}
template <class A, class B> auto shift_left(const A& a, const B& b) {
  if constexpr (is_vector<A>::value) {
    return each<static_cast<int>(sizeof(a.v) / sizeof(a.v[0]))>([](auto x, auto y) { return shift_left_scalar(x, static_cast<uint>(y)); }, a, b);
  } else {
    return shift_left_scalar(a, static_cast<uint>(b));
  }
}
template <class A, class B> auto shift_right(const A& a, const B& b) {
  if constexpr (is_vector<A>::value) {
    return each<static_cast<int>(sizeof(a.v) / sizeof(a.v[0]))>([](auto x, auto y) { return shift_right_scalar(x, static_cast<uint>(y)); }, a, b);
  } else {
    return shift_right_scalar(a, static_cast<uint>(b));
  }
}

WEFT_ONE(float, radians, x * 0.017453292519943295f)
WEFT_ONE(float, degrees, x * 57.295779513082321f)
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
WEFT_ONE(float, sqrt, std::sqrt(x))
WEFT_ONE(float, inversesqrt, static_cast<float>(1.0 / std::sqrt(static_cast<double>(x))))
WEFT_ONE(float, floor, std::floor(x))
WEFT_ONE(float, ceil, std::ceil(x))
WEFT_ONE(float, trunc, std::trunc(x))
inline float round_half_even(float x) {
  const float below = std::floor(x);
  const float rest = x - below;
  if (rest != 0.5f) return rest < 0.5f ? below : std::ceil(x);
  return below * 0.5f == std::floor(below * 0.5f) ? below : std::ceil(x);
}
WEFT_ONE(float, round, round_half_even(x))
WEFT_ONE(float, fract, x - std::floor(x))
WEFT_TWO(float, min, x != x ? y : y < x ? y : x)
WEFT_TWO(int, min, y < x ? y : x)
WEFT_TWO(uint, min, y < x ? y : x)
WEFT_TWO(float, max, x != x ? y : x < y ? y : x)
WEFT_TWO(int, max, x < y ? y : x)
WEFT_TWO(uint, max, x < y ? y : x)
WEFT_THREE(float, clamp, min(max(x, y), z))
WEFT_THREE(int, clamp, min(max(x, y), z))
WEFT_THREE(uint, clamp, min(max(x, y), z))
WEFT_ONE(float, saturate, clamp(x, 0.0f, 1.0f))
WEFT_ONE(float, abs, std::fabs(x))
WEFT_ONE(int, abs, x < 0 ? negate(x) : x)
WEFT_ONE(uint, abs, x)
WEFT_ONE(float, sign, x > 0.0f ? 1.0f : x < 0.0f ? -1.0f : 0.0f)
WEFT_ONE(int, sign, x > 0 ? 1 : x < 0 ? -1 : 0)
WEFT_ONE(uint, sign, x != 0u ? 1u : 0u)
WEFT_TWO(float, atan2, static_cast<float>(std::atan2(static_cast<double>(x), static_cast<double>(y))))
WEFT_TWO(float, pow, x < 0.0f ? std::nanf("") : static_cast<float>(std::pow(std::fabs(static_cast<double>(x)), static_cast<double>(y))))
WEFT_TWO(float, step, y < x ? 0.0f : 1.0f)
WEFT_TWO(float, mod, x - y * std::floor(x / y))
WEFT_TWO(float, fmod, x - y * std::trunc(x / y))
WEFT_THREE(float, mix, x * (1.0f - z) + y * z)
inline float smooth(float t) { return t * t * (3.0f - 2.0f * t); }
WEFT_THREE(float, smoothstep, smooth(saturate((z - x) / (y - x))))
WEFT_THREE(float, fma, x * y + z)
#define WEFT_COMPARISON(name, op) \
  WEFT_TWO(float, name, x op y) \
  WEFT_TWO(int, name, x op y) \
  WEFT_TWO(uint, name, x op y)
WEFT_COMPARISON(lessThan, <)
WEFT_COMPARISON(lessThanEqual, <=)
WEFT_COMPARISON(greaterThan, >)
WEFT_COMPARISON(greaterThanEqual, >=)
WEFT_COMPARISON(equal, ==)
WEFT_COMPARISON(notEqual, !=)
#undef WEFT_COMPARISON
WEFT_TWO(bool, equal, x == y)
WEFT_TWO(bool, notEqual, x != y)
WEFT_ONE(float, isnan, x != x)
WEFT_ONE(float, isinf, std::fabs(x) > 3.402823466e38f)
template <class To, class From>
To bits_as(From x) {
  To y;
  std::memcpy(&y, &x, sizeof y);
  return y;
}
WEFT_ONE(float, floatBitsToInt, bits_as<int>(x))
WEFT_ONE(float, floatBitsToUint, bits_as<uint>(x))
WEFT_ONE(int, bitsToFloat, bits_as<float>(x))
WEFT_ONE(uint, bitsToFloat, bits_as<float>(x))
#undef WEFT_IN_DOUBLE
#undef WEFT_ONE
#undef WEFT_TWO
#undef WEFT_THREE

inline bool any(bool a) { return a; }
inline bool all(bool a) { return a; }
template <int N>
bool any(const vector<bool, N>& a) {
  bool result = false;
  for (const bool one : a.v) result = result || one;
  return result;
}
template <int N>
bool all(const vector<bool, N>& a) {
  bool result = true;
  for (const bool one : a.v) result = result && one;
  return result;
}
template <class T, std::enable_if_t<std::is_arithmetic_v<T>, int> = 0>
bool is_equal(T a, T b) { return a == b; }
template <class T, int N>
bool is_equal(const vector<T, N>& a, const vector<T, N>& b) {
  bool result = true;
  for (int i = 0; i < N; ++i) result = result && a.v[i] == b.v[i];
  return result;
}
template <int R, int C>
bool is_equal(const matrix<R, C>& a, const matrix<R, C>& b) {
  bool result = true;
  for (int c = 0; c < C; ++c) result = result && is_equal(a.columns[c], b.columns[c]);
  return result;
}

template <class T, std::size_t N>
bool is_equal(const array<T, N>& a, const array<T, N>& b) {
  bool result = true;
  for (std::size_t i = 0; i < N; ++i) result = result && is_equal(a.v[i], b.v[i]);
  return result;
}

inline float dot(float a, float b) { return a * b; }
template <int N>
float dot(const vector<float, N>& a, const vector<float, N>& b) {
  float sum = a.v[0] * b.v[0];
  for (int i = 1; i < N; ++i) sum += a.v[i] * b.v[i];
  return sum;
}
inline float length(float a) { return std::fabs(a); }
template <int N>
float length(const vector<float, N>& a) { return std::sqrt(dot(a, a)); }
template <class T>
float distance(const T& a, const T& b) { return length(a - b); }
template <class T>
T normalize(const T& a) { return a / length(a); }
inline float3 cross(const float3& a, const float3& b) {
  return float3(a.v[1] * b.v[2] - b.v[1] * a.v[2], a.v[2] * b.v[0] - b.v[2] * a.v[0], a.v[0] * b.v[1] - b.v[0] * a.v[1]);
}
template <class T>
T reflect(const T& i, const T& n) { return i - (2.0f * dot(n, i)) * n; }
template <class T>
T refract(const T& i, const T& n, float eta) {
  const float d = dot(n, i);
  const float k = 1.0f - eta * eta * (1.0f - d * d);
  return k < 0.0f ? T{} : eta * i - (eta * d + std::sqrt(k)) * n;
}
template <class T>
T faceforward(const T& n, const T& i, const T& r) { return dot(r, i) < 0.0f ? n : negate(n); }

template <int R, int C>
matrix<C, R> transpose(const matrix<R, C>& a) {
  matrix<C, R> result;
  for (int c = 0; c < C; ++c) {
    for (int r = 0; r < R; ++r) result.columns[r][c] = a.columns[c][r];
  }
  return result;
}
template <int R, int C>
matrix<R, C> negate(matrix<R, C> a) {
  for (auto& column : a.columns) column = negate(column);
  return a;
}
template <int R, int C>
vector<float, R> product(const matrix<R, C>& a, const vector<float, C>& b) {
  vector<float, R> result;
  for (int r = 0; r < R; ++r) {
    float sum = a.columns[0][r] * b.v[0];
    for (int k = 1; k < C; ++k) sum += a.columns[k][r] * b.v[k];
    result.v[r] = sum;
  }
  return result;
}
template <int R, int C>
vector<float, C> product(const vector<float, R>& a, const matrix<R, C>& b) {
  vector<float, C> result;
  for (int c = 0; c < C; ++c) result.v[c] = dot(a, b.columns[c]);
  return result;
}
template <int R, int K, int C>
matrix<R, C> product(const matrix<R, K>& a, const matrix<K, C>& b) {
  matrix<R, C> result;
  for (int c = 0; c < C; ++c) result.columns[c] = product(a, b.columns[c]);
  return result;
}
inline float determinant(const float2x2& m) { return m[0][0] * m[1][1] - m[1][0] * m[0][1]; }
inline float determinant(const float3x3& m) { return dot(m[0], cross(m[1], m[2])); }
// The 2x2 determinants of the first and the last two columns: D. Eberly, The Laplace Expansion Theorem.
struct laplace_pairs {
  float left[6], right[6];
  explicit laplace_pairs(const float4x4& m) {
    int k = 0;
    for (int i = 0; i < 4; ++i) {
      for (int j = i + 1; j < 4; ++j, ++k) {
        left[k] = m[0][i] * m[1][j] - m[1][i] * m[0][j];
        right[k] = m[2][i] * m[3][j] - m[3][i] * m[2][j];
      }
    }
  }
  float determinant() const {
    return left[0] * right[5] - left[1] * right[4] + left[2] * right[3] + left[3] * right[2] - left[4] * right[1] +
           left[5] * right[0];
  }
};
inline float determinant(const float4x4& m) { return laplace_pairs(m).determinant(); }
inline float2x2 inverse(const float2x2& m) {
  const float d = determinant(m);
  return float2x2(m[1][1] / d, -m[0][1] / d, -m[1][0] / d, m[0][0] / d);
}
inline float3x3 inverse(const float3x3& m) {
  const float d = determinant(m);
  return transpose(float3x3(cross(m[1], m[2]) / d, cross(m[2], m[0]) / d, cross(m[0], m[1]) / d));
}
inline float4x4 inverse(const float4x4& m) {
  constexpr int others[4][3] = {{1, 2, 3}, {0, 2, 3}, {0, 1, 3}, {0, 1, 2}};
  constexpr int remaining[4][3] = {{5, 4, 3}, {5, 2, 1}, {4, 2, 0}, {3, 1, 0}};
  const laplace_pairs pairs(m);
  const float d = pairs.determinant();
  float4x4 result;
  for (int r = 0; r < 4; ++r) {
    const auto& column = m[r ^ 1];
    const float(&half)[6] = r < 2 ? pairs.right : pairs.left;
    for (int i = 0; i < 4; ++i) {
      const float cofactor = column[others[i][0]] * half[remaining[i][0]] - column[others[i][1]] * half[remaining[i][1]] +
                             column[others[i][2]] * half[remaining[i][2]];
      result[i][r] = ((r + i) % 2 == 0 ? cofactor : -cofactor) / d;
    }
  }
  return result;
}

// Writes a value as it lies in a block: bools as uints, elements of arrays padded to 16 bytes.
template <class T, std::enable_if_t<std::is_arithmetic_v<T>, int> = 0>
void store(T& to, T from) { to = from; }
inline void store(uint& to, bool from) { to = from ? 1u : 0u; }
template <class T, class U, int N>
void store(vector<T, N>& to, const vector<U, N>& from) {
  for (int i = 0; i < N; ++i) store(to.v[i], from.v[i]);
}
template <class T, int N, class U, std::enable_if_t<std::is_arithmetic_v<U>, int> = 0>
void store(vector<T, N>& to, U from) { store(to.v[0], from); }
template <class T, class U, int N, std::enable_if_t<(N < 4), int> = 0>
void store(vector<T, 4>& to, const vector<U, N>& from) {
  for (int i = 0; i < N; ++i) store(to.v[i], from.v[i]);
}
template <int R, int C>
void store(columns<R, C>& to, const matrix<R, C>& from) {
  for (int c = 0; c < C; ++c) {
    for (int r = 0; r < R; ++r) to.v[c][r] = from.columns[c][r];
  }
}
template <int R, int C>
void store(matrix<4, C>& to, const matrix<R, C>& from) {
  for (int c = 0; c < C; ++c) store(to.columns[c], from.columns[c]);
}
template <int C>
void store(matrix<4, C>& to, const matrix<4, C>& from) { to = from; }
template <class T, class U, std::size_t N>
void store(array<T, N>& to, const array<U, N>& from) {
  for (std::size_t i = 0; i < N; ++i) store(to.v[i], from.v[i]);
}

}  // namespace weft_host_1
#endif
)text";
}

}  // namespace weft
