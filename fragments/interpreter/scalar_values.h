#pragma once

#include <cstdint>
#include <cstring>

#include "fragments/types/data_type.h"

// Scalars as 32-bit words: reading, writing and conversion. Internal to the interpreter; other code
// uses operations.h.

namespace weft::interpreter {

using Word = std::uint32_t;

inline constexpr Word quiet_nan_word = 0x7fc00000U;

inline float as_float(Word word) {
  float value = 0.0F;
  std::memcpy(&value, &word, sizeof value);
  return value;
}

/// Canonicalizes NaN: processors differ in the sign and payload they produce, and folded constants
/// must not.
inline Word from_float(float value) {
  if (value != value) {
    return quiet_nan_word;
  }
  Word word = 0;
  std::memcpy(&word, &value, sizeof word);
  return word;
}

/// Two's complement, without implementation-defined or undefined cases.
inline std::int32_t as_int(Word word) {
  std::int32_t value = 0;
  std::memcpy(&value, &word, sizeof value);
  return value;
}
inline constexpr Word from_int(std::int32_t value) { return static_cast<Word>(value); }
inline constexpr Word from_bool(bool value) { return value ? 1U : 0U; }

/// Truncates; saturates out-of-range values, NaN becomes 0.
std::int32_t float_to_int(float value);
std::uint32_t float_to_uint(float value);

/// Converts the value to another scalar kind; see "Conversions" in operations.h.
Word convert_scalar(Scalar from, Scalar to, Word word);

}  // namespace weft::interpreter
