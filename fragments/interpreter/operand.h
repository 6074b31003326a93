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

/// A view of a value in storage owned elsewhere: a frame, an input or a constant.
struct Operand {
  DataType type;
  const Word* words = nullptr;
  std::uint32_t count = 0;

  /// A scalar is read as every component.
  Word spread(std::uint32_t position) const { return words[count == 1 ? 0 : position]; }
  float number(std::uint32_t position) const { return as_float(spread(position)); }
};

/// apply_operation on views: `out` has the words of `type` and overlaps no operand.
void compute_operation(ValueLayout& layout, Operation op, std::uint32_t payload, DataType type,
                       std::span<const Operand> arguments, std::span<Word> out);

/// apply_intrinsic on views. Returns the reason if there is no result.
std::optional<std::string_view> compute_intrinsic(Intrinsic intrinsic, DataType type,
                                                  std::span<const Operand> arguments,
                                                  std::span<Word> out);

/// Returns the part of an array, vector or matrix that an index selects, clamped into range. The
/// object must not be empty.
Operand select_element(ValueLayout& layout, const Operand& object, const Operand& index);
Operand select_member(ValueLayout& layout, const Operand& object, std::uint32_t member);

}  // namespace weft::interpreter
