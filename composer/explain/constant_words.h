#pragma once

#include <cstdint>
#include <vector>

#include "fragments/model/constant.h"
#include "fragments/model/library.h"

namespace weft {

/// Bounds the nesting of printed structs; deeper ones are written `…`.
constexpr int deepest_shown = 64;

/// Reads the words of a constant, part by part, from its front. Both must outlive the object.
class ConstantWords {
 public:
  ConstantWords(const Constant& value, const Library& library);

  /// The next word.
  std::uint32_t next() { return value_.bits[at_++]; }
  /// Skips a value of that type.
  void skip(DataType type) { at_ += words_of(type); }

  /// The element of an array, the component of a vector or matrix.
  DataType element_of(DataType type) const;
  /// The number of elements; for an array without a size, as many as there are words left.
  std::size_t count_of(DataType type) const;

 private:
  std::size_t words_of(DataType type) const;

  const Constant& value_;
  const Library& library_;
  std::vector<std::size_t> struct_words_;
  std::size_t at_ = 0;
};

}  // namespace weft
