#pragma once

#include <bit>
#include <cstddef>
#include <cstdint>
#include <optional>
#include <string>
#include <string_view>
#include <unordered_map>
#include <utility>
#include <vector>

#include "fragments/types/lattice.h"
#include "support/interner.h"
#include "support/shared_list.h"
#include "support/source.h"

namespace weft {

enum class Scalar : std::uint8_t { Bool, Int, Uint, Float };

enum class TextureShape : std::uint8_t {
  Texture2d,
  Texture3d,
  TextureCube,
  Texture2dArray,
  TextureCubeArray,
  // Of depths that the sampler compares with a reference.
  Texture2dShadow,
  Texture2dArrayShadow,
  TextureCubeShadow
};
inline constexpr std::size_t texture_shape_count = 8;
/// Whether the sampler compares.
constexpr bool is_shadow(TextureShape shape) { return shape >= TextureShape::Texture2dShadow; }

/// The kinds of data types. Void is the type of erroneous expressions and of expressions without a
/// value. Parameter is an open type parameter: it appears only in templates (BodyInstance), whose
/// bodies are checked before any call binds it. Length is not a type: it is the type argument of a
/// length parameter (`N: int`). LengthParameter is an open length, again only in templates.
enum class DataKind : std::uint8_t {
  Void,
  Scalar,
  Vector,
  Matrix,
  Texture,
  Sampler,
  Struct,
  Array,
  Parameter,
  Length,
  LengthParameter
};

/// A concrete data type as a small value: `float3`, `float4x4`, `texture2d`, a struct, an array.
/// Structs and arrays are indices into the DataTypeTable of one library; all other types are
/// independent of a library. Matrices have `rows` × `columns` and column vectors: float3x4 has 3
/// rows and 4 columns (GLSL mat4x3).
class DataType {
 public:
  constexpr DataType() = default;
  static constexpr DataType scalar(Scalar s) { return {DataKind::Scalar, s, 1, 1, 0}; }
  /// `size` 1 gives the scalar.
  static constexpr DataType vector(Scalar s, int size) {
    return size == 1 ? scalar(s)
                     : DataType{DataKind::Vector, s, static_cast<std::uint8_t>(size), 1, 0};
  }
  static constexpr DataType matrix(int rows, int columns) {
    return {DataKind::Matrix, Scalar::Float, static_cast<std::uint8_t>(rows),
            static_cast<std::uint8_t>(columns), 0};
  }
  static constexpr DataType texture(TextureShape shape) {
    return {DataKind::Texture, Scalar::Float, 1, 1, static_cast<std::uint32_t>(shape)};
  }
  static constexpr DataType sampler() { return {DataKind::Sampler, Scalar::Float, 1, 1, 0}; }
  static constexpr DataType structure(std::uint32_t index) {
    return {DataKind::Struct, Scalar::Float, 1, 1, index};
  }
  static constexpr DataType array(std::uint32_t index) {
    return {DataKind::Array, Scalar::Float, 1, 1, index};
  }
  /// An open type parameter, identified by its name.
  static DataType parameter(NameId name) {
    return {DataKind::Parameter, Scalar::Float, 1, 1, static_cast<std::uint32_t>(name.index())};
  }

  /// A number of array elements.
  static constexpr DataType length(std::uint32_t count) {
    return {DataKind::Length, Scalar::Int, 1, 1, count};
  }
  /// An open length parameter, identified by its name.
  static DataType length_parameter(NameId name) {
    return {DataKind::LengthParameter, Scalar::Int, 1, 1, static_cast<std::uint32_t>(name.index())};
  }

  constexpr DataKind kind() const { return kind_; }
  constexpr bool is_void() const { return kind_ == DataKind::Void; }
  constexpr bool is_scalar() const { return kind_ == DataKind::Scalar; }
  constexpr bool is_vector() const { return kind_ == DataKind::Vector; }
  constexpr bool is_matrix() const { return kind_ == DataKind::Matrix; }
  constexpr bool is_texture() const { return kind_ == DataKind::Texture; }
  constexpr bool is_shadow_texture() const { return is_texture() && is_shadow(texture_shape()); }
  constexpr bool is_struct() const { return kind_ == DataKind::Struct; }
  constexpr bool is_array() const { return kind_ == DataKind::Array; }
  constexpr bool is_parameter() const { return kind_ == DataKind::Parameter; }
  constexpr bool is_length() const {
    return kind_ == DataKind::Length || kind_ == DataKind::LengthParameter;
  }
  /// Whether it is an unbound parameter of a template, which each call binds.
  constexpr bool is_open() const {
    return kind_ == DataKind::Parameter || kind_ == DataKind::LengthParameter;
  }
  constexpr bool is_scalar_or_vector() const { return is_scalar() || is_vector(); }
  /// Scalars, vectors and matrices, bool included.
  constexpr bool is_plain() const { return is_scalar() || is_vector() || is_matrix(); }
  constexpr bool is_float_based() const { return is_plain() && scalar_ == Scalar::Float; }
  constexpr bool is_integral() const {
    return is_scalar_or_vector() && (scalar_ == Scalar::Int || scalar_ == Scalar::Uint);
  }
  constexpr bool is_bool() const { return is_scalar() && scalar_ == Scalar::Bool; }

  /// The component kind of scalars, vectors and matrices.
  constexpr Scalar scalar_kind() const { return scalar_; }
  /// Components of a vector (1 for scalars); rows of a matrix.
  constexpr int rows() const { return rows_; }
  /// Columns of a matrix; 1 for everything else.
  constexpr int columns() const { return columns_; }
  constexpr int component_count() const { return is_plain() ? rows_ * columns_ : 0; }
  constexpr TextureShape texture_shape() const { return static_cast<TextureShape>(index_); }
  /// Index into the table of structs or arrays, the NameId of a parameter, or the value of a
  /// length.
  constexpr std::uint32_t index() const { return index_; }

  friend constexpr auto operator<=>(const DataType&, const DataType&) = default;
  /// Compares the eight bytes at once; equality is asked for most.
  friend constexpr bool operator==(const DataType& a, const DataType& b) {
    return std::bit_cast<std::uint64_t>(a) == std::bit_cast<std::uint64_t>(b);
  }

 private:
  constexpr DataType(DataKind kind, Scalar s, std::uint8_t rows, std::uint8_t columns,
                     std::uint32_t index)
      : kind_(kind), scalar_(s), rows_(rows), columns_(columns), index_(index) {}

  DataKind kind_ = DataKind::Void;
  Scalar scalar_ = Scalar::Float;
  std::uint8_t rows_ = 1;
  std::uint8_t columns_ = 1;
  std::uint32_t index_ = 0;
};

inline constexpr DataType float_type = DataType::scalar(Scalar::Float);
inline constexpr DataType float2_type = DataType::vector(Scalar::Float, 2);
inline constexpr DataType float3_type = DataType::vector(Scalar::Float, 3);
inline constexpr DataType float4_type = DataType::vector(Scalar::Float, 4);
inline constexpr DataType int_type = DataType::scalar(Scalar::Int);
inline constexpr DataType uint_type = DataType::scalar(Scalar::Uint);
inline constexpr DataType bool_type = DataType::scalar(Scalar::Bool);

struct StructMember {
  NameId name;
  DataType type;
  /// The traits of a value read from this member, which a value stored to it has to satisfy. Sorted
  /// by trait.
  std::vector<TraitEntry> traits = {};
  Span span = {};
  /// Whether the declaration states traits, if only defaults, which `traits` leaves out. A member
  /// without takes numbers of any meaning.
  bool states_traits = false;
};

struct StructType {
  NameId name;
  std::vector<StructMember> members;
  Span span = {};
  std::string doc = {};
};

/// Limit for the scalars of a struct, and of a variable in a body: as many as 65,536 matrices have.
inline constexpr std::uint64_t most_scalars = std::uint64_t{16} * 65536;

/// `size` 0: the length is either unspecified (an array feature then uses the profile's capacity)
/// or, in templates, given by a length parameter.
struct ArrayType {
  DataType element;
  std::uint32_t size = 0;
  DataType open_length = {};  ///< the length parameter; void if there is none

  /// The length as a type argument.
  DataType length() const { return open_length.is_void() ? DataType::length(size) : open_length; }

  friend bool operator==(const ArrayType&, const ArrayType&) = default;
};
struct ArrayTypeHash {
  std::size_t operator()(const ArrayType& type) const;
};

/// The abstract data types that bound generics: `numeric > floating > {float, vector > {float2,
/// float3, float4}}` and so on. Numeric covers types whose arithmetic is componentwise, so it
/// excludes matrices.
enum class TypeBound : std::uint8_t {
  Any,
  Plain,
  Numeric,
  Floating,
  Vector,
  Integral,
  Boolean,
  Matrix,
  Texture
};

/// A named set of data types declared in a library: `bound color_like: float3, float4;`.
struct DeclaredBound {
  NameId name;
  /// As written, without duplicates. Empty if every listed type was rejected; the bound then allows
  /// all types, so that its uses cause no follow-up errors.
  std::vector<DataType> types;
  Span span = {};
  std::string doc = {};
};
using BoundId = Id<DeclaredBound>;

/// The bound of a type parameter: an abstract data type or a declared bound.
struct Bound {
  TypeBound type = TypeBound::Any;  ///< meaningless if `declared` is set
  std::optional<BoundId> declared = {};

  friend bool operator==(const Bound&, const Bound&) = default;
};

/// The structs, arrays and declared bounds of one library. Array types are structural: equal ones
/// share an index. Structs are nominal: each declaration has its own index. Array types are created
/// on demand, also by threads that share a library, so the index of an array varies between runs;
/// nothing may be ordered by it.
class DataTypeTable {
 public:
  /// The name must be new.
  DataType add_struct(StructType type);
  DataType array_of(DataType element, std::uint32_t size) const;
  /// An array type whose length is a type argument.
  DataType array_of(DataType element, DataType length) const;
  /// The array type, if it already exists.
  std::optional<DataType> find_array(DataType element, DataType length) const;
  std::optional<DataType> find_array(DataType element, std::uint32_t size) const {
    return find_array(element, DataType::length(size));
  }
  /// O(1) expected.
  std::optional<DataType> find_struct(NameId name) const;
  std::size_t struct_count() const { return structs_.size(); }
  const StructType& structure(DataType type) const { return structs_[type.index()]; }
  const ArrayType& array(DataType type) const { return arrays_[type.index()]; }
  /// The element type below all dimensions of an array; any other type unchanged.
  DataType innermost(DataType type) const;
  /// The number of scalars in a value, at most `many_scalars`; 0 for types without values and
  /// arrays without a length. O(dimensions).
  std::uint64_t scalar_count(DataType type) const;
  static constexpr std::uint64_t many_scalars = std::uint64_t{1} << 31U;
  /// How deep structs nest in a type: 1 for a struct of scalars, 0 without structs. O(dimensions).
  std::uint32_t struct_nesting(DataType type) const;

  /// The name must be new.
  BoundId add_bound(DeclaredBound bound);
  std::optional<BoundId> find_bound(NameId name) const;
  const DeclaredBound& bound(BoundId id) const { return bounds_[id.index()]; }
  /// In order of declaration.
  const std::vector<DeclaredBound>& bounds() const { return bounds_; }
  bool is_within(DataType type, const Bound& bound) const;
  /// Example results: `floating`, `color_like`.
  std::string_view bound_name(const Bound& bound, const Interner& names) const;

  /// The spelling in Weft source: `float3`, `Weights`, `float3[16]`, `int[]`, `T[N]`; for a length,
  /// the number.
  std::string text(DataType type, const Interner& names) const;

 private:
  struct StructSize {
    std::uint64_t scalars = 0;
    std::uint32_t nesting = 1;
  };

  std::vector<StructType> structs_;
  std::vector<StructSize> struct_sizes_;
  std::unordered_map<NameId, DataType> struct_types_;  // lookups only
  mutable SharedList<ArrayType, ArrayTypeHash> arrays_;
  std::vector<DeclaredBound> bounds_;
};

/// The plain data type, texture or sampler with that spelling. Accepts GLSL's type names (`vec3`,
/// `mat4x3`), but not its combined samplers (`sampler2D`).
std::optional<DataType> find_data_type(std::string_view spelling);
/// The HLSL-like spelling of any type but structs and arrays.
std::string_view data_type_name(DataType type);

std::optional<TypeBound> find_type_bound(std::string_view spelling);
std::string_view type_bound_name(TypeBound bound);
bool is_within(DataType type, TypeBound bound);
/// Every concrete type within a bound, in a fixed order. Excludes structs and arrays; Any gives the
/// same as Plain.
std::vector<DataType> members_of(TypeBound bound);

}  // namespace weft
