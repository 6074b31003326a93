// The functions that generated headers call: those of scalars and vectors, and here those of
// matrices; operators for C++. C99 that C++17 reads; it needs only the standard headers. Like
// generated headers, it is yours without conditions.
//
// A matrix product names both operand types: weft_product_float3x3_float3.
#ifndef WEFT_HOST_MATH_1
#define WEFT_HOST_MATH_1

#include <weft/host_vectors.h>

// Matrices from one number everywhere, from one on the diagonal, from columns; operators by
// component.
#define WEFT_BY_COLUMN(R, C, name)                                                        \
  WEFT_FUNCTION weft_float##R##x##C weft_float##R##x##C##_##name(weft_float##R##x##C a,   \
                                                                 weft_float##R##x##C b) { \
    for (int c = 0; c < C; ++c) {                                                         \
      a.columns[c] = weft_float##R##_##name(a.columns[c], b.columns[c]);                  \
    }                                                                                     \
    return a;                                                                             \
  }
#define WEFT_MATRIX(R, C)                                                                     \
  WEFT_FUNCTION weft_float##R##x##C weft_float##R##x##C##_splat(float x) {                    \
    weft_float##R##x##C r;                                                                    \
    for (int c = 0; c < C; ++c) {                                                             \
      r.columns[c] = weft_float##R##_splat(x);                                                \
    }                                                                                         \
    return r;                                                                                 \
  }                                                                                           \
  WEFT_FUNCTION weft_float##R##x##C weft_float##R##x##C##_diagonal(float x) {                 \
    weft_float##R##x##C r;                                                                    \
    for (int c = 0; c < C; ++c)                                                               \
      for (int k = 0; k < R; ++k) {                                                           \
        r.columns[c].v[k] = k == c ? x : 0.0f;                                                \
      }                                                                                       \
    return r;                                                                                 \
  }                                                                                           \
  WEFT_FUNCTION weft_float##R weft_float##R##x##C##_at(weft_float##R##x##C a, int64_t i) {    \
    return a.columns[i];                                                                      \
  }                                                                                           \
  WEFT_FUNCTION weft_float##R##x##C weft_float##R##x##C##_negate(weft_float##R##x##C a) {     \
    for (int c = 0; c < C; ++c) {                                                             \
      a.columns[c] = weft_float##R##_negate(a.columns[c]);                                    \
    }                                                                                         \
    return a;                                                                                 \
  }                                                                                           \
  WEFT_FUNCTION bool weft_float##R##x##C##_is_equal(weft_float##R##x##C a,                    \
                                                    weft_float##R##x##C b) {                  \
    bool r = true;                                                                            \
    for (int c = 0; c < C; ++c) {                                                             \
      r = r && weft_float##R##_is_equal(a.columns[c], b.columns[c]);                          \
    }                                                                                         \
    return r;                                                                                 \
  }                                                                                           \
  WEFT_FUNCTION weft_float##C##x##R weft_float##R##x##C##_transpose(weft_float##R##x##C a) {  \
    weft_float##C##x##R r;                                                                    \
    for (int c = 0; c < C; ++c)                                                               \
      for (int k = 0; k < R; ++k) {                                                           \
        r.columns[k].v[c] = a.columns[c].v[k];                                                \
      }                                                                                       \
    return r;                                                                                 \
  }                                                                                           \
  WEFT_FUNCTION weft_float##R##x##C weft_float##R##_outerProduct##C(weft_float##R a,          \
                                                                    weft_float##C b) {        \
    weft_float##R##x##C r;                                                                    \
    for (int c = 0; c < C; ++c)                                                               \
      for (int k = 0; k < R; ++k) {                                                           \
        r.columns[c].v[k] = weft_rounded(a.v[k] * b.v[c]);                                    \
      }                                                                                       \
    return r;                                                                                 \
  }                                                                                           \
  WEFT_FUNCTION weft_float##R weft_product_float##R##x##C##_float##C(weft_float##R##x##C a,   \
                                                                     weft_float##C b) {       \
    weft_float##R r;                                                                          \
    for (int k = 0; k < R; ++k) {                                                             \
      float sum = weft_rounded(a.columns[0].v[k] * b.v[0]);                                   \
      for (int c = 1; c < C; ++c) {                                                           \
        sum += weft_rounded(a.columns[c].v[k] * b.v[c]);                                      \
      }                                                                                       \
      r.v[k] = sum;                                                                           \
    }                                                                                         \
    return r;                                                                                 \
  }                                                                                           \
  WEFT_FUNCTION weft_float##C weft_product_float##R##_float##R##x##C(weft_float##R a,         \
                                                                     weft_float##R##x##C b) { \
    weft_float##C r;                                                                          \
    for (int c = 0; c < C; ++c) {                                                             \
      r.v[c] = weft_float##R##_dot(a, b.columns[c]);                                          \
    }                                                                                         \
    return r;                                                                                 \
  }                                                                                           \
  WEFT_BY_COLUMN(R, C, add)                                                                   \
  WEFT_BY_COLUMN(R, C, subtract)                                                              \
  WEFT_BY_COLUMN(R, C, multiply)                                                              \
  WEFT_BY_COLUMN(R, C, divide)
#define WEFT_MATRICES(R)                                                                     \
  WEFT_MATRIX(R, 2)                                                                          \
  WEFT_MATRIX(R, 3)                                                                          \
  WEFT_MATRIX(R, 4)                                                                          \
  WEFT_FUNCTION weft_float##R##x2 weft_float##R##x2_make(weft_float##R a, weft_float##R b) { \
    weft_float##R##x2 r;                                                                     \
    r.columns[0] = a;                                                                        \
    r.columns[1] = b;                                                                        \
    return r;                                                                                \
  }                                                                                          \
  WEFT_FUNCTION weft_float##R##x3 weft_float##R##x3_make(weft_float##R a, weft_float##R b,   \
                                                         weft_float##R c) {                  \
    weft_float##R##x3 r;                                                                     \
    r.columns[0] = a;                                                                        \
    r.columns[1] = b;                                                                        \
    r.columns[2] = c;                                                                        \
    return r;                                                                                \
  }                                                                                          \
  WEFT_FUNCTION weft_float##R##x4 weft_float##R##x4_make(weft_float##R a, weft_float##R b,   \
                                                         weft_float##R c, weft_float##R d) { \
    weft_float##R##x4 r;                                                                     \
    r.columns[0] = a;                                                                        \
    r.columns[1] = b;                                                                        \
    r.columns[2] = c;                                                                        \
    r.columns[3] = d;                                                                        \
    return r;                                                                                \
  }
WEFT_MATRICES(2)
WEFT_MATRICES(3)
WEFT_MATRICES(4)
#undef WEFT_MATRICES
#undef WEFT_MATRIX
#undef WEFT_BY_COLUMN
#define WEFT_PRODUCT(R, K, C)                                                     \
  WEFT_FUNCTION weft_float##R##x##C weft_product_float##R##x##K##_float##K##x##C( \
      weft_float##R##x##K a, weft_float##K##x##C b) {                             \
    weft_float##R##x##C r;                                                        \
    for (int c = 0; c < C; ++c) {                                                 \
      r.columns[c] = weft_product_float##R##x##K##_float##K(a, b.columns[c]);     \
    }                                                                             \
    return r;                                                                     \
  }
// Matrix conversions keep the upper left part; missing elements are the identity's.
#define WEFT_PART(R, C, R2, C2)                                                  \
  WEFT_FUNCTION weft_float##R##x##C weft_float##R##x##C##_from_float##R2##x##C2( \
      weft_float##R2##x##C2 a) {                                                 \
    weft_float##R##x##C r = weft_float##R##x##C##_diagonal(1.0f);                \
    for (int c = 0; c < C && c < C2; ++c)                                        \
      for (int k = 0; k < R && k < R2; ++k) {                                    \
        r.columns[c].v[k] = a.columns[c].v[k];                                   \
      }                                                                          \
    return r;                                                                    \
  }
#define WEFT_PARTS(R, C) \
  WEFT_PRODUCT(R, 2, C)  \
  WEFT_PRODUCT(R, 3, C)  \
  WEFT_PRODUCT(R, 4, C)  \
  WEFT_PART(R, C, 2, 2)  \
  WEFT_PART(R, C, 2, 3)  \
  WEFT_PART(R, C, 2, 4)  \
  WEFT_PART(R, C, 3, 2)  \
  WEFT_PART(R, C, 3, 3)  \
  WEFT_PART(R, C, 3, 4) WEFT_PART(R, C, 4, 2) WEFT_PART(R, C, 4, 3) WEFT_PART(R, C, 4, 4)
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

WEFT_FUNCTION float weft_float2x2_determinant(weft_float2x2 m) {
  return weft_minor(m.columns[0].v[0], m.columns[1].v[0], m.columns[0].v[1], m.columns[1].v[1]);
}
WEFT_FUNCTION float weft_float3x3_determinant(weft_float3x3 m) {
  return weft_float3_dot(m.columns[0], weft_float3_cross(m.columns[1], m.columns[2]));
}
// The 2x2 determinants of the first and the last two columns: D. Eberly, The Laplace Expansion
// Theorem.
typedef struct weft_laplace_pairs {
  float left[6], right[6];
} weft_laplace_pairs;
WEFT_FUNCTION weft_laplace_pairs weft_laplace_pairs_of(weft_float4x4 m) {
  weft_laplace_pairs p;
  int k = 0;
  for (int i = 0; i < 4; ++i) {
    for (int j = i + 1; j < 4; ++j, ++k) {
      p.left[k] =
          weft_minor(m.columns[0].v[i], m.columns[1].v[i], m.columns[0].v[j], m.columns[1].v[j]);
      p.right[k] =
          weft_minor(m.columns[2].v[i], m.columns[3].v[i], m.columns[2].v[j], m.columns[3].v[j]);
    }
  }
  return p;
}
WEFT_FUNCTION float weft_laplace_determinant(weft_laplace_pairs p) {
  return weft_rounded(p.left[0] * p.right[5]) - weft_rounded(p.left[1] * p.right[4]) +
         weft_rounded(p.left[2] * p.right[3]) + weft_rounded(p.left[3] * p.right[2]) -
         weft_rounded(p.left[4] * p.right[1]) + weft_rounded(p.left[5] * p.right[0]);
}
WEFT_FUNCTION float weft_float4x4_determinant(weft_float4x4 m) {
  return weft_laplace_determinant(weft_laplace_pairs_of(m));
}
WEFT_FUNCTION weft_float2x2 weft_float2x2_inverse(weft_float2x2 m) {
  const float d = weft_float2x2_determinant(m);
  return weft_float2x2_make(weft_float2_make(m.columns[1].v[1] / d, -m.columns[0].v[1] / d),
                            weft_float2_make(-m.columns[1].v[0] / d, m.columns[0].v[0] / d));
}
WEFT_FUNCTION weft_float3x3 weft_float3x3_inverse(weft_float3x3 m) {
  const weft_float3 d = weft_float3_splat(weft_float3x3_determinant(m));
  return weft_float3x3_transpose(
      weft_float3x3_make(weft_float3_divide(weft_float3_cross(m.columns[1], m.columns[2]), d),
                         weft_float3_divide(weft_float3_cross(m.columns[2], m.columns[0]), d),
                         weft_float3_divide(weft_float3_cross(m.columns[0], m.columns[1]), d)));
}
WEFT_FUNCTION weft_float4x4 weft_float4x4_inverse(weft_float4x4 m) {
  static const int others[4][3] = {{1, 2, 3}, {0, 2, 3}, {0, 1, 3}, {0, 1, 2}};
  static const int remaining[4][3] = {{5, 4, 3}, {5, 2, 1}, {4, 2, 0}, {3, 1, 0}};
  const weft_laplace_pairs pairs = weft_laplace_pairs_of(m);
  const float d = weft_laplace_determinant(pairs);
  weft_float4x4 r;
  for (int row = 0; row < 4; ++row) {
    const weft_float4 column = m.columns[row ^ 1];
    const float* half = row < 2 ? pairs.right : pairs.left;
    for (int i = 0; i < 4; ++i) {
      const float cofactor = weft_rounded(column.v[others[i][0]] * half[remaining[i][0]]) -
                             weft_rounded(column.v[others[i][1]] * half[remaining[i][1]]) +
                             weft_rounded(column.v[others[i][2]] * half[remaining[i][2]]);
      r.columns[i].v[row] = ((row + i) % 2 == 0 ? cofactor : -cofactor) / d;
    }
  }
  return r;
}

// Matrices as uniform blocks store them.
#define WEFT_STORED(R, C)                                                          \
  WEFT_FUNCTION weft_columns##R##x##C weft_columns##R##x##C##_from_float##R##x##C( \
      weft_float##R##x##C a) {                                                     \
    weft_columns##R##x##C r;                                                       \
    for (int c = 0; c < C; ++c)                                                    \
      for (int k = 0; k < 4; ++k) {                                                \
        r.v[c][k] = k < R ? a.columns[c].v[k < R ? k : 0] : 0.0f;                  \
      }                                                                            \
    return r;                                                                      \
  }
WEFT_STORED(2, 2)
WEFT_STORED(2, 3)
WEFT_STORED(2, 4)
WEFT_STORED(3, 2)
WEFT_STORED(3, 3)
WEFT_STORED(3, 4)
#undef WEFT_STORED

#ifdef __cplusplus
// Operators with the meaning of the language: by component, and products of matrices.
#define WEFT_OPERATOR(T, op, name)                                           \
  inline T operator op(T a, T b) { return T##_##name(a, b); }                \
  inline T operator op(T a, float b) { return T##_##name(a, T##_splat(b)); } \
  inline T operator op(float a, T b) { return T##_##name(T##_splat(a), b); }
#define WEFT_VECTOR_OPERATORS(T) \
  WEFT_OPERATOR(T, +, add)       \
  WEFT_OPERATOR(T, -, subtract)  \
  WEFT_OPERATOR(T, *, multiply)  \
  WEFT_OPERATOR(T, /, divide)    \
  inline T operator-(T a) { return T##_negate(a); }
WEFT_VECTOR_OPERATORS(weft_float2)
WEFT_VECTOR_OPERATORS(weft_float3)
WEFT_VECTOR_OPERATORS(weft_float4)
#undef WEFT_VECTOR_OPERATORS
#undef WEFT_OPERATOR
#define WEFT_MATRIX_OPERATORS(R, C)                                                    \
  inline weft_float##R##x##C operator+(weft_float##R##x##C a, weft_float##R##x##C b) { \
    return weft_float##R##x##C##_add(a, b);                                            \
  }                                                                                    \
  inline weft_float##R##x##C operator-(weft_float##R##x##C a, weft_float##R##x##C b) { \
    return weft_float##R##x##C##_subtract(a, b);                                       \
  }                                                                                    \
  inline weft_float##R##x##C operator*(weft_float##R##x##C a, float b) {               \
    return weft_float##R##x##C##_multiply(a, weft_float##R##x##C##_splat(b));          \
  }                                                                                    \
  inline weft_float##R##x##C operator*(float a, weft_float##R##x##C b) {               \
    return weft_float##R##x##C##_multiply(weft_float##R##x##C##_splat(a), b);          \
  }                                                                                    \
  inline weft_float##R operator*(weft_float##R##x##C a, weft_float##C b) {             \
    return weft_product_float##R##x##C##_float##C(a, b);                               \
  }                                                                                    \
  inline weft_float##C operator*(weft_float##R a, weft_float##R##x##C b) {             \
    return weft_product_float##R##_float##R##x##C(a, b);                               \
  }                                                                                    \
  inline weft_float##R##x2 operator*(weft_float##R##x##C a, weft_float##C##x2 b) {     \
    return weft_product_float##R##x##C##_float##C##x2(a, b);                           \
  }                                                                                    \
  inline weft_float##R##x3 operator*(weft_float##R##x##C a, weft_float##C##x3 b) {     \
    return weft_product_float##R##x##C##_float##C##x3(a, b);                           \
  }                                                                                    \
  inline weft_float##R##x4 operator*(weft_float##R##x##C a, weft_float##C##x4 b) {     \
    return weft_product_float##R##x##C##_float##C##x4(a, b);                           \
  }
WEFT_MATRIX_OPERATORS(2, 2)
WEFT_MATRIX_OPERATORS(2, 3)
WEFT_MATRIX_OPERATORS(2, 4)
WEFT_MATRIX_OPERATORS(3, 2)
WEFT_MATRIX_OPERATORS(3, 3)
WEFT_MATRIX_OPERATORS(3, 4)
WEFT_MATRIX_OPERATORS(4, 2)
WEFT_MATRIX_OPERATORS(4, 3)
WEFT_MATRIX_OPERATORS(4, 4)
#undef WEFT_MATRIX_OPERATORS
#endif

#endif
