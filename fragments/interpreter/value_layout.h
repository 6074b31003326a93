#pragma once

#include <cstdint>
#include <vector>

#include "fragments/types/data_type.h"

namespace weft::interpreter {

/// The layout of values as 32-bit words in a Constant: size per type and offsets of parts. There is
/// no padding. Textures and samplers take one word, their handle. Memoized; the table must outlive
/// it and may grow. Not thread-safe.
class ValueLayout {
 public:
  explicit ValueLayout(const DataTypeTable& types) : types_(types) {}

  /// Sizes saturate here; such a value cannot be evaluated.
  static constexpr std::uint32_t too_large = 1U << 24U;

  /// The size in words, at most too_large; 0 for void and for arrays of unspecified size.
  std::uint32_t words(DataType type);
  /// The size of an array's element, a matrix's column or a vector's component.
  std::uint32_t element_words(DataType type);
  /// Its type.
  DataType element_type(DataType type) const;
  /// The elements of an array, of unspecified size too, whose value has `words` words.
  std::uint32_t element_count(DataType array, std::uint32_t words);
  /// The offset of a struct member, in words.
  std::uint32_t member_offset(DataType structure, std::uint32_t member);
  DataType member_type(DataType structure, std::uint32_t member) const;
  /// The scalar kind of every word, in order; textures and samplers count as uint. O(words).
  std::vector<Scalar> scalar_kinds(DataType type) const;
  /// The same, at the end of `kinds`.
  void append_scalar_kinds(DataType type, std::vector<Scalar>& kinds) const;

 private:
  struct Known {
    enum class State : std::uint8_t { Unknown, InProgress, Done } state = State::Unknown;
    std::uint32_t words = 0;
    std::vector<std::uint32_t> member_offsets;  ///< structs only
  };

  Known& entry(DataType type);
  void work_out(DataType type);
  bool is_known(DataType type);
  std::vector<DataType> parts(DataType type) const;

  const DataTypeTable& types_;
  std::vector<Known> structs_;
  std::vector<Known> arrays_;
};

}  // namespace weft::interpreter
