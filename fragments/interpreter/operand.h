#pragma once

#include <cstdint>
#include <optional>
#include <span>
#include <string_view>

#include "fragments/interpreter/scalar_values.h"
#include "fragments/interpreter/value_layout.h"
#include "fragments/model/body.h"
#include "fragments/model/intrinsics.h"

namespace weft::interpreter {

/// A value that lies somewhere else.
struct Operand {
  DataType type;
  const Word* words = nullptr;
  std::uint32_t count = 0;

  /// One word stands for any number of components.
  Word spread(std::uint32_t position) const { return words[count == 1 ? 0 : position]; }
  float number(std::uint32_t position) const { return as_float(spread(position)); }
};

/// apply_operation on values in place: `out` has the words of `type` and overlaps no operand.
void compute_operation(ValueLayout& layout, Operation op, std::uint32_t payload, DataType type,
                       std::span<const Operand> arguments, std::span<Word> out);

/// apply_intrinsic on values in place. Says why not, if there is no answer.
std::optional<std::string_view> compute_intrinsic(Intrinsic intrinsic, DataType type,
                                                  std::span<const Operand> arguments,
                                                  std::span<Word> out);

/// The part of an array, vector or matrix that an index selects, clamped into range. The object has
/// at least one element.
Operand select_element(ValueLayout& layout, const Operand& object, const Operand& index);
Operand select_member(ValueLayout& layout, const Operand& object, std::uint32_t member);

}  // namespace weft::interpreter
