#pragma once

#include <cstdint>
#include <optional>
#include <vector>

#include "fragments/interpreter/operations.h"
#include "fragments/model/constant.h"

namespace weft {

/// The outcome of an operation whose arguments are partly known; at most one is set.
struct KnownOutcome {
  std::optional<Constant> value;          ///< a constant, whatever the others are
  std::optional<std::uint32_t> argument;  ///< a copy of that argument
};

/// `known`: per argument its value, or null; `arguments`: their types. A non-finite value is never
/// returned. Exact to the bit, except for the signs of zeros, as long as the arguments are finite
/// (docs/decisions/0023). O(components).
KnownOutcome known_outcome(const DataTypeTable& types, Operation op, std::uint32_t payload,
                           DataType type, const std::vector<const Constant*>& known,
                           const std::vector<DataType>& arguments);

/// The outcome of an operation whose operands are one value: of two operands, or of the sides of a
/// Select. `argument`: their type. Exact to the bit, whatever the value is: `x - x` and `x == x`
/// are not known of floats, which may be infinite or no numbers. O(components).
KnownOutcome outcome_of_equals(const DataTypeTable& types, Operation op, std::uint32_t payload,
                               DataType type, DataType argument);

/// Whether no component is infinite or not a number.
bool is_finite(const Constant& value);

/// Whether applying it twice gives back the operand, bit for bit: `-(-x)`, transposing.
bool is_involution(Operation op, std::uint32_t payload);
/// Whether applying it twice equals applying it once, bit for bit: `abs`, `floor`, `saturate`.
/// Normalizing does not: it rounds again.
bool is_idempotent(Operation op, std::uint32_t payload);

}  // namespace weft
