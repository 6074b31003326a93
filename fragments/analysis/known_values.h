#pragma once

#include <cstdint>
#include <optional>
#include <vector>

#include "fragments/interpreter/operations.h"
#include "fragments/model/constant.h"

namespace weft {

/// What an operation comes to where some of its arguments are known; at most one is set.
struct KnownOutcome {
  std::optional<Constant> value;          ///< this, whatever the others are
  std::optional<std::uint32_t> argument;  ///< what that argument is
};

/// `known`: per argument its value, or null; `arguments`: their types. A value that is not finite
/// is no answer. Exact to the bit, but for the signs of zeros, as long as the arguments are finite
/// (decision 0023). O(components).
KnownOutcome known_outcome(const DataTypeTable& types, Operation op, std::uint32_t payload,
                           DataType type, const std::vector<const Constant*>& known,
                           const std::vector<DataType>& arguments);

/// Whether doing it twice undoes it, to the bit: `-(-x)`, transposing.
bool is_involution(Operation op, std::uint32_t payload);
/// Whether doing it twice is doing it once, to the bit: `abs`, `floor`, `saturate`. Normalising is
/// not: it rounds again.
bool is_idempotent(Operation op, std::uint32_t payload);

}  // namespace weft
