#include "fragments/types/type_set.h"

#include <array>
#include <vector>

namespace weft {
namespace {

constexpr int first_matrix = 16;
constexpr int first_texture = 25;
constexpr int sampler_at = first_texture + static_cast<int>(texture_shape_count);
constexpr int atom_count = TypeSet::atom_count;

constexpr DataType make_type(int bit) {
  if (bit < first_matrix) {
    return DataType::vector(static_cast<Scalar>(bit / 4), bit % 4 + 1);
  }
  if (bit < first_texture) {
    return DataType::matrix((bit - first_matrix) / 3 + 2, (bit - first_matrix) % 3 + 2);
  }
  return bit < sampler_at ? DataType::texture(static_cast<TextureShape>(bit - first_texture))
                          : DataType::sampler();
}

constexpr std::array<DataType, atom_count> make_types() {
  std::array<DataType, atom_count> types;
  for (int bit = 0; bit < atom_count; ++bit) {
    types[static_cast<std::size_t>(bit)] = make_type(bit);
  }
  return types;
}

constexpr std::array<DataType, atom_count> types_by_bit = make_types();

constexpr std::uint64_t all_atoms = (std::uint64_t{1} << atom_count) - 1;

constexpr std::size_t bound_count = static_cast<std::size_t>(TypeBound::Texture) + 1;

std::array<TypeSet, bound_count> make_bounds() {
  std::array<TypeSet, bound_count> sets;
  for (int bound = 0; bound <= static_cast<int>(TypeBound::Texture); ++bound) {
    TypeSet& set = sets[static_cast<std::size_t>(bound)];
    for (DataType type : types_by_bit) {
      if (is_within(type, static_cast<TypeBound>(bound))) {
        set = set | TypeSet::of(type);
      }
    }
  }
  sets[static_cast<std::size_t>(TypeBound::Any)] = TypeSet::all();
  return sets;
}

}  // namespace

int TypeSet::bit_of(DataType type) {
  switch (type.kind()) {
    case DataKind::Scalar:
    case DataKind::Vector:
      return static_cast<int>(type.scalar_kind()) * 4 + type.rows() - 1;
    case DataKind::Matrix:
      return first_matrix + (type.rows() - 2) * 3 + type.columns() - 2;
    case DataKind::Texture:
      return first_texture + static_cast<int>(type.texture_shape());
    case DataKind::Sampler:
      return sampler_at;
    case DataKind::Struct:
    case DataKind::Parameter:
      return struct_bit;
    case DataKind::Array:
      return array_bit;
    case DataKind::Length:
    case DataKind::LengthParameter:
      return length_bit;
    case DataKind::Void:
      break;
  }
  return -1;
}

DataType TypeSet::type_at(int bit) { return types_by_bit[static_cast<std::size_t>(bit)]; }

TypeSet TypeSet::values() { return within(TypeBound::Plain) | structs() | arrays(); }

TypeSet TypeSet::all() { return {all_atoms | bit(struct_bit) | bit(array_bit), any, any, any}; }

TypeSet TypeSet::of(DataType type) {
  if (type.is_void()) {
    return {};
  }
  const std::uint32_t structure = type.is_struct()      ? type.index()
                                  : type.is_parameter() ? type.index() | parameters
                                                        : any;
  const bool is_open = type.kind() == DataKind::LengthParameter;
  const std::uint32_t length = type.index() | (is_open ? parameters : 0);
  return {bit(bit_of(type)), structure, type.is_array() ? type.index() : any,
          type.is_length() ? length : any};
}

TypeSet TypeSet::within(TypeBound bound) {
  static const std::array<TypeSet, bound_count> bounds = make_bounds();
  return bounds[static_cast<std::size_t>(bound)];
}

TypeSet TypeSet::within(const Bound& bound, const DataTypeTable& types) {
  if (!bound.declared) {
    return within(bound.type);
  }
  const std::vector<DataType>& listed = types.bound(*bound.declared).types;
  TypeSet set = listed.empty() ? all() : TypeSet();
  for (const DataType type : listed) {
    set = set | of(type);
  }
  return set;
}

bool TypeSet::is_exact(const Bound& bound, const DataTypeTable& types) {
  const TypeSet set = within(bound, types);
  return !bound.declared || (!set.has_any_struct() && !set.has_any_array());
}

TypeSet TypeSet::of_kind(Scalar kind) {
  constexpr std::uint64_t matrices = bit(first_texture) - bit(first_matrix);
  return {
      std::uint64_t{15} << (4 * static_cast<int>(kind)) | (kind == Scalar::Float ? matrices : 0),
      any, any, any};
}

std::optional<DataType> TypeSet::one_struct() const {
  const bool is_one = (mask_ & bit(struct_bit)) != 0 && struct_ != any;
  if (!is_one) {
    return std::nullopt;
  }
  return (struct_ & parameters) != 0 ? DataType::parameter(NameId(struct_ & ~parameters))
                                     : DataType::structure(struct_);
}

std::optional<DataType> TypeSet::one_array() const {
  const bool is_one = (mask_ & bit(array_bit)) != 0 && array_ != any;
  return is_one ? std::optional(DataType::array(array_)) : std::nullopt;
}

std::optional<DataType> TypeSet::one_length() const {
  const bool is_one = (mask_ & bit(length_bit)) != 0 && length_ != any;
  if (!is_one) {
    return std::nullopt;
  }
  return (length_ & parameters) != 0 ? DataType::length_parameter(NameId(length_ & ~parameters))
                                     : DataType::length(length_);
}

std::optional<DataType> TypeSet::only() const {
  return std::has_single_bit(mask_) ? first() : std::nullopt;
}

std::optional<DataType> TypeSet::first() const {
  if (mask() != 0) {
    return type_at(std::countr_zero(mask()));
  }
  if ((mask_ & bit(struct_bit)) != 0) {
    return one_struct();
  }
  return (mask_ & bit(array_bit)) != 0 ? one_array() : one_length();
}

TypeSet operator&(const TypeSet& a, const TypeSet& b) {
  TypeSet both{a.mask_ & b.mask_, TypeSet::any, TypeSet::any, TypeSet::any};
  if ((both.mask_ >> TypeSet::struct_bit) == 0) {
    return both;
  }
  const auto meet = [&both](int at, std::uint32_t x, std::uint32_t y) {
    if ((both.mask_ & TypeSet::bit(at)) == 0) {
      return TypeSet::any;
    }
    if (x == TypeSet::any || y == TypeSet::any || x == y) {
      return x == TypeSet::any ? y : x;
    }
    both.mask_ &= ~TypeSet::bit(at);
    return TypeSet::any;
  };
  both.struct_ = meet(TypeSet::struct_bit, a.struct_, b.struct_);
  both.array_ = meet(TypeSet::array_bit, a.array_, b.array_);
  both.length_ = meet(TypeSet::length_bit, a.length_, b.length_);
  return both;
}

TypeSet operator|(const TypeSet& a, const TypeSet& b) {
  const auto join = [](int at, const TypeSet& left, const TypeSet& right, std::uint32_t x,
                       std::uint32_t y) {
    const bool in_left = (left.mask_ & TypeSet::bit(at)) != 0;
    const bool in_right = (right.mask_ & TypeSet::bit(at)) != 0;
    if (in_left && in_right) {
      return x == y ? x : TypeSet::any;
    }
    return in_left ? x : y;
  };
  return {a.mask_ | b.mask_, join(TypeSet::struct_bit, a, b, a.struct_, b.struct_),
          join(TypeSet::array_bit, a, b, a.array_, b.array_),
          join(TypeSet::length_bit, a, b, a.length_, b.length_)};
}

std::string TypeSet::text(const DataTypeTable& types, const Interner& names) const {
  constexpr std::size_t most_listed = 4;
  if (*this == all()) {
    return "any data type";
  }
  if (*this == values()) {
    return "any value type";
  }
  for (int bound = static_cast<int>(TypeBound::Plain);
       bound <= static_cast<int>(TypeBound::Texture); ++bound) {
    if (*this == within(static_cast<TypeBound>(bound))) {
      return "any " + std::string(type_bound_name(static_cast<TypeBound>(bound))) + " type";
    }
  }
  std::vector<std::string> parts;
  for_each_type(*this, [&](DataType type) { parts.push_back(types.text(type, names)); });
  if (mask_ & bit(struct_bit)) {
    parts.push_back(one_struct() ? types.text(*one_struct(), names) : "a struct");
  }
  if (mask_ & bit(array_bit)) {
    parts.push_back(one_array() ? types.text(*one_array(), names) : "an array");
  }
  if (mask_ & bit(length_bit)) {
    parts.push_back(one_length() ? types.text(*one_length(), names) : "any length");
  }
  if (parts.empty()) {
    return "nothing";
  }
  if (parts.size() > most_listed) {
    return "one of " + std::to_string(parts.size()) + " data types";
  }
  std::string text = parts.front();
  for (std::size_t i = 1; i < parts.size(); ++i) {
    text += (i + 1 == parts.size() ? " or " : ", ") + parts[i];
  }
  return text;
}

}  // namespace weft
