// The types of headers that Weft generates: vectors, matrices, the rows of tables. C99 that C++17
// reads; it needs only the standard headers. Like generated headers, it is yours without
// conditions.
//
// A vector is a struct of its components, a matrix a struct of its columns, so C can pass, return
// and assign them. C++ adds constructors and `[]` to the same structs; sizes and offsets do not
// change.
#ifndef WEFT_HOST_TYPES_1
#define WEFT_HOST_TYPES_1

#include <math.h>
#include <stdbool.h>
#include <stddef.h>
#include <stdint.h>
#include <string.h>
#ifdef __cplusplus
#include <cstdint>
#include <cstring>
#endif

// WEFT_FUNCTION and WEFT_CONSTANT begin the definitions of functions and constants in a header: one
// copy per program in C++, one per file in C.
#ifdef __cplusplus
#define WEFT_FUNCTION inline
#define WEFT_CONSTANT inline constexpr
#else
#define WEFT_FUNCTION static inline
#define WEFT_CONSTANT static const
#endif

// Members that only C++ reads.
#ifdef __cplusplus
#define WEFT_SUBSCRIPT(T, elements)                          \
  constexpr T& operator[](int64_t i) { return elements[i]; } \
  constexpr const T& operator[](int64_t i) const { return elements[i]; }
#define WEFT_MEMBERS_2(V, T)                \
  V##2() = default;                         \
  explicit constexpr V##2(T x) : v{x, x} {} \
  constexpr V##2(T x, T y) : v{x, y} {}     \
  WEFT_SUBSCRIPT(T, v)
#define WEFT_MEMBERS_3(V, T)                                    \
  V##3() = default;                                             \
  explicit constexpr V##3(T x) : v{x, x, x} {}                  \
  constexpr V##3(T x, T y, T z) : v{x, y, z} {}                 \
  constexpr V##3(const V##2 & a, T z) : v{a.v[0], a.v[1], z} {} \
  WEFT_SUBSCRIPT(T, v)
#define WEFT_MEMBERS_4(V, T)                                            \
  V##4() = default;                                                     \
  explicit constexpr V##4(T x) : v{x, x, x, x} {}                       \
  constexpr V##4(T x, T y, T z, T w) : v{x, y, z, w} {}                 \
  constexpr V##4(const V##3 & a, T w) : v{a.v[0], a.v[1], a.v[2], w} {} \
  WEFT_SUBSCRIPT(T, v)
#define WEFT_TABLE(Row, rows)                                         \
  constexpr const Row* begin() const { return rows; }                 \
  constexpr const Row* end() const { return rows + count; }           \
  constexpr const Row* data() const { return rows; }                  \
  constexpr size_t size() const { return count; }                     \
  constexpr size_t size_bytes() const { return count * sizeof(Row); } \
  constexpr const Row& operator[](size_t i) const { return rows[i]; }
#else
#define WEFT_SUBSCRIPT(T, elements)
#define WEFT_MEMBERS_2(V, T)
#define WEFT_MEMBERS_3(V, T)
#define WEFT_MEMBERS_4(V, T)
#define WEFT_TABLE(Row, rows)
#endif

typedef float weft_float;
typedef int32_t weft_int;
typedef uint32_t weft_uint;
typedef bool weft_bool;
typedef struct weft_float2 {
  float v[2];
  WEFT_MEMBERS_2(weft_float, float)
} weft_float2;
typedef struct weft_float3 {
  float v[3];
  WEFT_MEMBERS_3(weft_float, float)
} weft_float3;
typedef struct weft_float4 {
  float v[4];
  WEFT_MEMBERS_4(weft_float, float)
} weft_float4;
typedef struct weft_int2 {
  int32_t v[2];
  WEFT_MEMBERS_2(weft_int, int32_t)
} weft_int2;
typedef struct weft_int3 {
  int32_t v[3];
  WEFT_MEMBERS_3(weft_int, int32_t)
} weft_int3;
typedef struct weft_int4 {
  int32_t v[4];
  WEFT_MEMBERS_4(weft_int, int32_t)
} weft_int4;
typedef struct weft_uint2 {
  uint32_t v[2];
  WEFT_MEMBERS_2(weft_uint, uint32_t)
} weft_uint2;
typedef struct weft_uint3 {
  uint32_t v[3];
  WEFT_MEMBERS_3(weft_uint, uint32_t)
} weft_uint3;
typedef struct weft_uint4 {
  uint32_t v[4];
  WEFT_MEMBERS_4(weft_uint, uint32_t)
} weft_uint4;
typedef struct weft_bool2 {
  bool v[2];
  WEFT_MEMBERS_2(weft_bool, bool)
} weft_bool2;
typedef struct weft_bool3 {
  bool v[3];
  WEFT_MEMBERS_3(weft_bool, bool)
} weft_bool3;
typedef struct weft_bool4 {
  bool v[4];
  WEFT_MEMBERS_4(weft_bool, bool)
} weft_bool4;
#undef WEFT_MEMBERS_2
#undef WEFT_MEMBERS_3
#undef WEFT_MEMBERS_4

// Matrices of rows x columns.
typedef struct weft_float2x2 {
  weft_float2 columns[2];
  WEFT_SUBSCRIPT(weft_float2, columns)
} weft_float2x2;
typedef struct weft_float2x3 {
  weft_float2 columns[3];
  WEFT_SUBSCRIPT(weft_float2, columns)
} weft_float2x3;
typedef struct weft_float2x4 {
  weft_float2 columns[4];
  WEFT_SUBSCRIPT(weft_float2, columns)
} weft_float2x4;
typedef struct weft_float3x2 {
  weft_float3 columns[2];
  WEFT_SUBSCRIPT(weft_float3, columns)
} weft_float3x2;
typedef struct weft_float3x3 {
  weft_float3 columns[3];
  WEFT_SUBSCRIPT(weft_float3, columns)
} weft_float3x3;
typedef struct weft_float3x4 {
  weft_float3 columns[4];
  WEFT_SUBSCRIPT(weft_float3, columns)
} weft_float3x4;
typedef struct weft_float4x2 {
  weft_float4 columns[2];
  WEFT_SUBSCRIPT(weft_float4, columns)
} weft_float4x2;
typedef struct weft_float4x3 {
  weft_float4 columns[3];
  WEFT_SUBSCRIPT(weft_float4, columns)
} weft_float4x3;
typedef struct weft_float4x4 {
  weft_float4 columns[4];
  WEFT_SUBSCRIPT(weft_float4, columns)
} weft_float4x4;

// A matrix in a uniform block: each column takes 16 bytes.
typedef struct weft_columns2x2 {
  float v[2][4];
} weft_columns2x2;
typedef struct weft_columns2x3 {
  float v[3][4];
} weft_columns2x3;
typedef struct weft_columns2x4 {
  float v[4][4];
} weft_columns2x4;
typedef struct weft_columns3x2 {
  float v[2][4];
} weft_columns3x2;
typedef struct weft_columns3x3 {
  float v[3][4];
} weft_columns3x3;
typedef struct weft_columns3x4 {
  float v[4][4];
} weft_columns3x4;

// Vectors from their components.
#define WEFT_MAKE(T)                                 \
  WEFT_FUNCTION T##2 T##2_make(T x, T y) {           \
    T##2 r;                                          \
    r.v[0] = x;                                      \
    r.v[1] = y;                                      \
    return r;                                        \
  }                                                  \
  WEFT_FUNCTION T##3 T##3_make(T x, T y, T z) {      \
    T##3 r;                                          \
    r.v[0] = x;                                      \
    r.v[1] = y;                                      \
    r.v[2] = z;                                      \
    return r;                                        \
  }                                                  \
  WEFT_FUNCTION T##4 T##4_make(T x, T y, T z, T w) { \
    T##4 r;                                          \
    r.v[0] = x;                                      \
    r.v[1] = y;                                      \
    r.v[2] = z;                                      \
    r.v[3] = w;                                      \
    return r;                                        \
  }
WEFT_MAKE(weft_float)
WEFT_MAKE(weft_int)
WEFT_MAKE(weft_uint)
WEFT_MAKE(weft_bool)
#undef WEFT_MAKE

// Layouts are checked by the compiler.
#if defined(__cplusplus)
#define WEFT_ASSERT(name, condition) static_assert(condition, #name)
#elif defined(__STDC_VERSION__) && __STDC_VERSION__ >= 201112L
#define WEFT_ASSERT(name, condition) _Static_assert(condition, #name)
#else
#define WEFT_ASSERT(name, condition) typedef char name[(condition) ? 1 : -1]
#endif
#define WEFT_ASSERT_OFFSET(type, member, offset) \
  WEFT_ASSERT(type##_##member##_is_at_##offset, offsetof(type, member) == offset)
#define WEFT_ASSERT_SIZE(type, size) WEFT_ASSERT(type##_has_bytes_##size, sizeof(type) == size)

// `function()` returns a `type` whose bytes are 0.
#define WEFT_ZERO(type, function)     \
  WEFT_FUNCTION type function(void) { \
    type r;                           \
    memset(&r, 0, sizeof r);          \
    return r;                         \
  }

// In C++, the struct `name` is the C struct `type` with the initial values that `defaults()`
// returns.
#ifdef __cplusplus
#define WEFT_BLOCK(name, type, defaults)   \
  struct name : type {                     \
    name() : type(defaults()) {}           \
    name(const type& from) : type(from) {} \
  };                                       \
  static_assert(sizeof(name) == sizeof(type), #name " has the layout of " #type)

// In C++, the tables of a material and of a profile, by the names that a namespace gives them.
#define WEFT_PROFILE_TABLES(stem)                        \
  inline constexpr auto& blocks = stem##_blocks;         \
  inline constexpr auto& attributes = stem##_attributes; \
  inline constexpr auto& targets = stem##_targets
// Of materials that are composed for threads.
#define WEFT_THREAD_TABLES(stem)                   \
  inline constexpr auto& storage = stem##_storage; \
  inline constexpr auto& states = stem##_states;   \
  inline constexpr auto& threads = stem##_threads
#define WEFT_MATERIAL_TABLES(stem)                           \
  inline constexpr auto& generator = stem##_generator;       \
  inline constexpr auto& content_hash = stem##_content_hash; \
  WEFT_PROFILE_TABLES(stem);                                 \
  inline constexpr auto& textures = stem##_textures;         \
  inline constexpr auto& samplers = stem##_samplers;         \
  inline constexpr auto& parameters = stem##_parameters
#endif

// The rows of tables. Sets, bindings and locations are Vulkan's.

// Bits as in VkShaderStageFlags.
enum { weft_stage_vertex = 0x1, weft_stage_fragment = 0x10 };

typedef enum weft_block_kind {
  weft_block_uniform,
  weft_block_push,
  weft_block_storage
} weft_block_kind;

typedef struct weft_table_block {
  const char* name;  // of the struct, without the prefix of its header's names
  weft_block_kind kind;
  uint32_t set;      // 0 for push constants
  uint32_t binding;  // 0 for push constants
  uint32_t size;     // bytes
  uint32_t stages;
} weft_table_block;

typedef struct weft_table_texture {
  const char* name;
  const char* parameter;  // of the material, or null
  const char* feature;    // of the host, or null
  const char* type;       // "texture2d"
  const char* traits;     // "encoding: srgb"
  const char* sampler;    // how it is filtered: in the table of samplers
  uint32_t set;
  uint32_t binding;
  bool srgb_view;  // the view decodes
  uint32_t stages;
  bool is_combined;  // in GLSL, it and its sampler are one at this binding
} weft_table_texture;

typedef enum weft_filter { weft_filter_linear, weft_filter_nearest } weft_filter;
typedef enum weft_wrap {
  weft_wrap_repeat,
  weft_wrap_clamp,
  weft_wrap_mirror,
  weft_wrap_border
} weft_wrap;
typedef enum weft_border {
  weft_border_transparent,
  weft_border_black,
  weft_border_white
} weft_border;
// When the reference compared with a texel, `reference OP texel`, counts as 1.
typedef enum weft_compare {
  weft_compare_none,  // the sampler does not compare
  weft_compare_never,
  weft_compare_less,
  weft_compare_equal,
  weft_compare_less_equal,
  weft_compare_greater,
  weft_compare_not_equal,
  weft_compare_greater_equal,
  weft_compare_always
} weft_compare;

typedef struct weft_table_sampler {
  const char* name;
  weft_filter magnify_and_minify;
  weft_filter between_mips;
  weft_wrap addressing;  // along u
  uint32_t set;
  uint32_t binding;  // in GLSL, none if textures are combined with their samplers
  uint32_t stages;
  weft_wrap addressing_v;
  weft_wrap addressing_w;
  weft_border border;
  uint32_t anisotropy;  // the most samples along the longer axis of a footprint: 1 to 16
  weft_compare compare;
} weft_table_sampler;

typedef struct weft_table_attribute {
  const char* feature;  // "surface.normal"
  const char* name;
  const char* semantic;  // "TEXCOORD1"
  uint32_t location;     // the first one
  uint32_t locations;    // one per column of a matrix
  uint32_t format;       // VkFormat of each: 106 is VK_FORMAT_R32G32B32_SFLOAT
  uint32_t size;         // bytes of each
  bool per_instance;
} weft_table_attribute;

typedef struct weft_table_target {
  const char* name;
  const char* type;
  const char* traits;
  uint32_t location;
  bool srgb_view;  // the target encodes
} weft_table_target;

// What threads write: an image of as many dimensions as they have, or a buffer.
typedef struct weft_table_storage {
  const char* name;  // of the profile's demand, or of the state
  const char* type;  // of the value
  const char* traits;
  const char* format;  // of an image: "rgba16f"; null: a buffer
  uint32_t vk_format;  // of an image: VkFormat; 0: a buffer
  uint32_t stride;     // bytes of a texel or an element
  uint32_t set;
  uint32_t binding;
  int32_t state;  // row of the table of states; -1: none
} weft_table_storage;

// A state of a simulation. A step reads it at one binding and writes it at the other; bind the two
// images or buffers the other way around in the next step.
typedef struct weft_table_state {
  const char* name;
  const char* type;
  const char* traits;
  const char* format;  // as in weft_table_storage; images are read as sampled ones
  uint32_t vk_format;
  uint32_t stride;
  uint32_t set;
  uint32_t read_binding;
  uint32_t written_binding;
  bool is_read;  // else nothing is bound at read_binding
} weft_table_state;

// How threads are arranged: dispatch ceil(size / workgroup) groups along each axis.
typedef struct weft_thread_grid {
  uint32_t dimensions;
  uint32_t workgroup_x;
  uint32_t workgroup_y;
  uint32_t workgroup_z;
} weft_thread_grid;

typedef struct weft_table_parameter {
  const char* name;
  const char* type;             // "float3"
  const char* traits;           // "use: reflectance, encoding: srgb"
  const char* kind;             // "plain", "static" or "spec"
  const char* doc;              // may have several lines
  const char* metadata;         // a JSON object: label, group, min, max, ...
  const double* default_value;  // components, matrices by column; null: no default, or not numeric
  uint32_t components;          // of the default
  int32_t offset;               // bytes, in the block that holds parameters; -1: in none
  int32_t constant_id;          // of a specialization constant, or -1
  bool used;
} weft_table_parameter;

// Tables. Their rows live as long as the program; C++ iterates over them.
typedef struct weft_blocks {
  const weft_table_block* rows;
  size_t count;
  WEFT_TABLE(weft_table_block, rows)
} weft_blocks;
typedef struct weft_textures {
  const weft_table_texture* rows;
  size_t count;
  WEFT_TABLE(weft_table_texture, rows)
} weft_textures;
typedef struct weft_samplers {
  const weft_table_sampler* rows;
  size_t count;
  WEFT_TABLE(weft_table_sampler, rows)
} weft_samplers;
typedef struct weft_attributes {
  const weft_table_attribute* rows;
  size_t count;
  WEFT_TABLE(weft_table_attribute, rows)
} weft_attributes;
typedef struct weft_targets {
  const weft_table_target* rows;
  size_t count;
  WEFT_TABLE(weft_table_target, rows)
} weft_targets;
typedef struct weft_storage {
  const weft_table_storage* rows;
  size_t count;
  WEFT_TABLE(weft_table_storage, rows)
} weft_storage;
typedef struct weft_states {
  const weft_table_state* rows;
  size_t count;
  WEFT_TABLE(weft_table_state, rows)
} weft_states;
typedef struct weft_parameters {
  const weft_table_parameter* rows;
  size_t count;
  WEFT_TABLE(weft_table_parameter, rows)
} weft_parameters;
// A SPIR-V module.
typedef struct weft_words {
  const uint32_t* words;
  size_t count;
  WEFT_TABLE(uint32_t, words)
} weft_words;
#undef WEFT_TABLE

// Where something is bound.
typedef struct weft_slot {
  uint32_t set;
  uint32_t binding;
} weft_slot;

#endif
