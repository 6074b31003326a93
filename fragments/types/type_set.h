#pragma once

#include <bit>
#include <cstdint>
#include <optional>
#include <string>

#include "fragments/types/data_type.h"

namespace weft {

/// A set of data types as a 37-bit mask: one bit per plain type, texture and sampler, one for
/// structs, one for arrays and one for lengths. Of the structs (arrays, lengths) a set holds none,
/// one, or all; the union of two different ones widens to all. A type parameter counts as a further
/// struct, a length parameter as a further length. 24 bytes, all operations O(1). Bits are in the
/// order of data_type.cpp's spellings: bool … bool4, int …, uint …, float …, matrices, textures,
/// the sampler.
class TypeSet {
 public:
  static constexpr int atom_count = 34;  ///< plain types, textures and the sampler

  /// The empty set.
  constexpr TypeSet() = default;
  /// All types that a value can have: everything but textures and samplers.
  static TypeSet values();
  /// All data types; excludes lengths, which are not types.
  static TypeSet all();
  static TypeSet of(DataType type);
  static TypeSet within(TypeBound bound);
  /// Widened to all structs (arrays) if the declared bound lists several; see is_exact().
  static TypeSet within(const Bound& bound, const DataTypeTable& types);
  /// Whether within() contains only types of the bound, that is, did not widen.
  static bool is_exact(const Bound& bound, const DataTypeTable& types);
  /// Scalars, vectors and matrices with one component kind.
  static TypeSet of_kind(Scalar kind);
  static TypeSet structs() { return {bit(struct_bit), any, any, any}; }
  static TypeSet arrays() { return {bit(array_bit), any, any, any}; }
  static TypeSet lengths() { return {bit(length_bit), any, any, any}; }
  /// The set of plain types, textures and samplers in a mask; see bit_of().
  static constexpr TypeSet of_mask(std::uint64_t mask) {
    return {mask & (bit(struct_bit) - 1), any, any, any};
  }

  bool is_empty() const { return mask_ == 0; }
  bool contains(DataType type) const { return !(*this & of(type)).is_empty(); }
  /// The only element, if the set has exactly one and its identity is known.
  std::optional<DataType> only() const;
  /// The first element in bit order; nothing if the set is empty or its first element is an
  /// arbitrary struct, array or length.
  std::optional<DataType> first() const;
  /// The bits of plain types, textures and samplers.
  std::uint64_t mask() const { return mask_ & (bit(struct_bit) - 1); }
  /// Whether it contains every struct, or every array.
  bool has_any_struct() const { return (mask_ & bit(struct_bit)) != 0 && struct_ == any; }
  bool has_any_array() const { return (mask_ & bit(array_bit)) != 0 && array_ == any; }
  std::optional<DataType> one_struct() const;
  std::optional<DataType> one_array() const;
  std::optional<DataType> one_length() const;

  friend TypeSet operator&(const TypeSet& a, const TypeSet& b);
  friend TypeSet operator|(const TypeSet& a, const TypeSet& b);
  friend bool operator==(const TypeSet&, const TypeSet&) = default;

  /// Maps a plain type, texture or sampler to its bit, and back.
  static int bit_of(DataType type);
  static DataType type_at(int bit);

  /// For messages: `float or float3`, `one of 12 data types`, `nothing`.
  std::string text(const DataTypeTable& types, const Interner& names) const;

 private:
  static constexpr int struct_bit = 34;
  static constexpr int array_bit = 35;
  static constexpr int length_bit = 36;
  static constexpr std::uint32_t any = 0xffffffff;
  static constexpr std::uint32_t parameters = 0x80000000;  ///< flag that marks a parameter's name
  static constexpr std::uint64_t bit(int at) { return std::uint64_t{1} << at; }

  constexpr TypeSet(std::uint64_t mask, std::uint32_t structure, std::uint32_t array,
                    std::uint32_t length)
      : mask_(mask), struct_(structure), array_(array), length_(length) {}

  std::uint64_t mask_ = 0;
  std::uint32_t struct_ =
      any;  // which one; `any` if its bit is clear, so that equal sets compare equal
  std::uint32_t array_ = any;
  std::uint32_t length_ = any;
};

/// Calls f(DataType) for each plain type, texture and sampler in the set, in bit order.
template <typename F>
void for_each_type(const TypeSet& set, F&& f) {
  for (std::uint64_t left = set.mask(); left != 0; left &= left - 1) {
    f(TypeSet::type_at(std::countr_zero(left)));
  }
}

}  // namespace weft
