#pragma once

#include <cstdint>
#include <vector>

#include "fragments/types/data_type.h"

namespace weft::interpreter {

/// How many 32-bit words values of each type take in a Constant, and where their parts are.
/// Textures and samplers take one word, their handle. Remembers what it worked out; the table must
/// outlive it and may grow. Not for use from several threads at once.
class ValueLayout {
 public:
  explicit ValueLayout(const DataTypeTable& types) : types_(types) {}

  /// Sizes stop here: such a value cannot be evaluated.
  static constexpr std::uint32_t too_large = 1U << 24U;

  /// At most too_large; 0 for void and for arrays without a stated size.
  std::uint32_t words(DataType type);
  /// Of an array's element, a matrix's column, a vector's component.
  std::uint32_t element_words(DataType type);
  /// The type of those.
  DataType element_type(DataType type) const;
  /// Where the member of a struct begins.
  std::uint32_t member_offset(DataType structure, std::uint32_t member);
  DataType member_type(DataType structure, std::uint32_t member) const;
  /// The kind of every word, in order; textures and samplers count as uint. O(words).
  std::vector<Scalar> scalar_kinds(DataType type) const;

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
