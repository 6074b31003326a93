#include "fragments/types/data_type.h"

#include <algorithm>
#include <array>
#include <cstddef>
#include <cstdint>
#include <optional>
#include <string_view>

#include "support/check.h"
#include "support/hash.h"

namespace weft {
namespace {

struct Spelling {
  std::string_view name;
  std::string_view glsl_alias;
  DataType type;
  std::string_view long_alias = {};  ///< of square matrices, `mat3x3`
};

constexpr DataType vec(Scalar s, int n) { return DataType::vector(s, n); }

/// Every spelling of a type; the canonical one comes first. GLSL names a matrix by columns × rows.
constexpr std::array spellings = {
    Spelling{"void", "", DataType()},
    Spelling{"bool", "", bool_type},
    Spelling{"bool2", "bvec2", vec(Scalar::Bool, 2)},
    Spelling{"bool3", "bvec3", vec(Scalar::Bool, 3)},
    Spelling{"bool4", "bvec4", vec(Scalar::Bool, 4)},
    Spelling{"int", "", int_type},
    Spelling{"int2", "ivec2", vec(Scalar::Int, 2)},
    Spelling{"int3", "ivec3", vec(Scalar::Int, 3)},
    Spelling{"int4", "ivec4", vec(Scalar::Int, 4)},
    Spelling{"uint", "", uint_type},
    Spelling{"uint2", "uvec2", vec(Scalar::Uint, 2)},
    Spelling{"uint3", "uvec3", vec(Scalar::Uint, 3)},
    Spelling{"uint4", "uvec4", vec(Scalar::Uint, 4)},
    Spelling{"float", "", float_type},
    Spelling{"float2", "vec2", float2_type},
    Spelling{"float3", "vec3", float3_type},
    Spelling{"float4", "vec4", float4_type},
    Spelling{"float2x2", "mat2", DataType::matrix(2, 2), "mat2x2"},
    Spelling{"float2x3", "mat3x2", DataType::matrix(2, 3)},
    Spelling{"float2x4", "mat4x2", DataType::matrix(2, 4)},
    Spelling{"float3x2", "mat2x3", DataType::matrix(3, 2)},
    Spelling{"float3x3", "mat3", DataType::matrix(3, 3), "mat3x3"},
    Spelling{"float3x4", "mat4x3", DataType::matrix(3, 4)},
    Spelling{"float4x2", "mat2x4", DataType::matrix(4, 2)},
    Spelling{"float4x3", "mat3x4", DataType::matrix(4, 3)},
    Spelling{"float4x4", "mat4", DataType::matrix(4, 4), "mat4x4"},
    Spelling{"texture2d", "", DataType::texture(TextureShape::Texture2d)},
    Spelling{"texture3d", "", DataType::texture(TextureShape::Texture3d)},
    Spelling{"texturecube", "", DataType::texture(TextureShape::TextureCube)},
    Spelling{"texture2d_array", "", DataType::texture(TextureShape::Texture2dArray)},
    Spelling{"texturecube_array", "", DataType::texture(TextureShape::TextureCubeArray)},
    Spelling{"texture2d_shadow", "", DataType::texture(TextureShape::Texture2dShadow)},
    Spelling{"texture2d_array_shadow", "", DataType::texture(TextureShape::Texture2dArrayShadow)},
    Spelling{"texturecube_shadow", "", DataType::texture(TextureShape::TextureCubeShadow)},
    Spelling{"sampler", "", DataType::sampler()},
};

/// A table of all spellings by a hash of their length and ends; a slot has the number of an entry
/// plus 1. Sources name types so often that going through the list shows.
constexpr std::size_t spelling_slots = 128;

constexpr std::size_t spelling_hash(std::string_view text) {
  const std::size_t first = static_cast<unsigned char>(text.front());
  const std::size_t last = static_cast<unsigned char>(text.back());
  return text.size() * 29 + first * 7 + last * 3;
}

constexpr auto spelling_table = [] {
  std::array<std::uint8_t, spelling_slots> table{};
  for (std::size_t i = 0; i < spellings.size(); ++i) {
    for (const std::string_view text :
         {spellings[i].name, spellings[i].glsl_alias, spellings[i].long_alias}) {
      if (!text.empty()) {
        std::size_t at = spelling_hash(text) % spelling_slots;
        while (table[at] != 0) {
          at = (at + 1) % spelling_slots;
        }
        table[at] = static_cast<std::uint8_t>(i + 1);
      }
    }
  }
  return table;
}();

struct BoundSpelling {
  std::string_view name;
  TypeBound bound;
};

constexpr std::array bound_spellings = {
    BoundSpelling{"any", TypeBound::Any},         BoundSpelling{"plain", TypeBound::Plain},
    BoundSpelling{"numeric", TypeBound::Numeric}, BoundSpelling{"floating", TypeBound::Floating},
    BoundSpelling{"vector", TypeBound::Vector},   BoundSpelling{"integral", TypeBound::Integral},
    BoundSpelling{"boolean", TypeBound::Boolean}, BoundSpelling{"matrix", TypeBound::Matrix},
    BoundSpelling{"texture", TypeBound::Texture},
};

ArrayType array_with(DataType element, DataType length) {
  return length.kind() == DataKind::Length ? ArrayType{element, length.index(), {}}
                                           : ArrayType{element, 0, length};
}

}  // namespace

DataType DataTypeTable::add_struct(StructType type) {
  DataType made = DataType::structure(static_cast<std::uint32_t>(structs_.size()));
  bool is_new = struct_types_.emplace(type.name, made).second;
  WEFT_CHECK(is_new, "a struct was added twice");
  StructSize size;
  for (const StructMember& member : type.members) {
    size.scalars = std::min(size.scalars + scalar_count(member.type), many_scalars);
    size.nesting = std::max(size.nesting, 1 + struct_nesting(member.type));
  }
  struct_sizes_.push_back(size);
  structs_.push_back(std::move(type));
  return made;
}

std::optional<DataType> DataTypeTable::find_struct(NameId name) const {
  auto at = struct_types_.find(name);
  return at != struct_types_.end() ? std::optional<DataType>(at->second) : std::nullopt;
}

std::size_t ArrayTypeHash::operator()(const ArrayType& type) const {
  const DataType element = type.element;
  auto hash = static_cast<std::size_t>(element.kind());
  for (const std::size_t part :
       {static_cast<std::size_t>(element.scalar_kind()), static_cast<std::size_t>(element.rows()),
        static_cast<std::size_t>(element.columns()), static_cast<std::size_t>(element.index()),
        static_cast<std::size_t>(type.size), static_cast<std::size_t>(type.open_length.index())}) {
    hash = static_cast<std::size_t>(mix_hash(hash, part));
  }
  return hash;
}

DataType DataTypeTable::array_of(DataType element, std::uint32_t size) const {
  return DataType::array(arrays_.add({element, size, {}}));
}

DataType DataTypeTable::array_of(DataType element, DataType length) const {
  return DataType::array(arrays_.add(array_with(element, length)));
}

DataType DataTypeTable::innermost(DataType type) const {
  while (type.is_array()) {
    type = array(type).element;
  }
  return type;
}

std::uint64_t DataTypeTable::scalar_count(DataType type) const {
  std::uint64_t count = 1;
  for (; type.is_array(); type = array(type).element) {
    count = std::min(count * array(type).size, many_scalars);
  }
  const std::uint64_t innermost_count = type.is_struct()
                                            ? struct_sizes_[type.index()].scalars
                                            : static_cast<std::uint64_t>(type.component_count());
  return std::min(count * innermost_count, many_scalars);
}

std::uint32_t DataTypeTable::struct_nesting(DataType type) const {
  type = innermost(type);
  return type.is_struct() ? struct_sizes_[type.index()].nesting : 0;
}

std::optional<DataType> DataTypeTable::find_array(DataType element, DataType length) const {
  const auto number = arrays_.find(array_with(element, length));
  return number ? std::optional(DataType::array(*number)) : std::nullopt;
}

BoundId DataTypeTable::add_bound(DeclaredBound bound) {
  WEFT_CHECK(!find_bound(bound.name), "a bound was added twice");
  bounds_.push_back(std::move(bound));
  return BoundId(bounds_.size() - 1);
}

std::optional<BoundId> DataTypeTable::find_bound(NameId name) const {
  for (std::size_t i = 0; i < bounds_.size(); ++i) {
    if (bounds_[i].name == name) {
      return BoundId(i);
    }
  }
  return std::nullopt;
}

bool DataTypeTable::is_within(DataType type, const Bound& of) const {
  if (!of.declared) {
    return weft::is_within(type, of.type);
  }
  const std::vector<DataType>& types = bound(*of.declared).types;
  return types.empty() || std::find(types.begin(), types.end(), type) != types.end();
}

std::string_view DataTypeTable::bound_name(const Bound& of, const Interner& names) const {
  return of.declared ? names.text(bound(*of.declared).name) : type_bound_name(of.type);
}

std::string DataTypeTable::text(DataType type, const Interner& names) const {
  if (type.kind() == DataKind::Length) {
    return std::to_string(type.index());
  }
  std::string suffix;
  while (type.is_array()) {
    const ArrayType& array_type = array(type);
    const bool is_open = !array_type.open_length.is_void();
    suffix += is_open                ? "[" + text(array_type.open_length, names) + "]"
              : array_type.size == 0 ? "[]"
                                     : "[" + std::to_string(array_type.size) + "]";
    type = array_type.element;
  }
  std::string head(type.is_struct() ? names.text(structure(type).name)
                   : type.is_open() ? names.text(NameId(type.index()))
                                    : data_type_name(type));
  return head + suffix;
}

std::optional<DataType> find_data_type(std::string_view spelling) {
  if (spelling.empty()) {
    return std::nullopt;
  }
  for (std::size_t at = spelling_hash(spelling) % spelling_slots; spelling_table[at] != 0;
       at = (at + 1) % spelling_slots) {
    const Spelling& entry = spellings[spelling_table[at] - 1U];
    if (spelling == entry.name || spelling == entry.glsl_alias || spelling == entry.long_alias) {
      return entry.type.is_void() ? std::nullopt : std::optional<DataType>(entry.type);
    }
  }
  return std::nullopt;
}

std::string_view data_type_name(DataType type) {
  for (const Spelling& entry : spellings) {
    if (entry.type == type) {
      return entry.name;
    }
  }
  return type.is_struct() ? "struct" : "array";
}

std::optional<TypeBound> find_type_bound(std::string_view spelling) {
  for (const BoundSpelling& entry : bound_spellings) {
    if (entry.name == spelling) {
      return entry.bound;
    }
  }
  return std::nullopt;
}

std::string_view type_bound_name(TypeBound bound) {
  for (const BoundSpelling& entry : bound_spellings) {
    if (entry.bound == bound) {
      return entry.name;
    }
  }
  return "any";
}

bool is_within(DataType type, TypeBound bound) {
  switch (bound) {
    case TypeBound::Any:
      return !type.is_void();
    case TypeBound::Plain:
      return type.is_plain();
    case TypeBound::Numeric:
      return type.is_scalar_or_vector() && type.scalar_kind() != Scalar::Bool;
    case TypeBound::Floating:
      return type.is_scalar_or_vector() && type.scalar_kind() == Scalar::Float;
    case TypeBound::Vector:
      return type.is_vector() && type.scalar_kind() == Scalar::Float;
    case TypeBound::Integral:
      return type.is_integral();
    case TypeBound::Boolean:
      return type.is_scalar_or_vector() && type.scalar_kind() == Scalar::Bool;
    case TypeBound::Matrix:
      return type.is_matrix();
    case TypeBound::Texture:
      return type.is_texture();
  }
  return false;
}

std::vector<DataType> members_of(TypeBound bound) {
  std::vector<DataType> members;
  for (const Spelling& entry : spellings) {
    bool listed = bound == TypeBound::Any ? entry.type.is_plain() : is_within(entry.type, bound);
    if (listed) {
      members.push_back(entry.type);
    }
  }
  return members;
}

}  // namespace weft
