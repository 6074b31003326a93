#pragma once

#include <cstdint>
#include <cstring>

namespace weft {

/// The bit pattern of a float: std::bit_cast, which Emscripten's libc++ 13 lacks.
inline std::uint32_t float_bits(float value) {
  std::uint32_t bits = 0;
  static_assert(sizeof bits == sizeof value);
  std::memcpy(&bits, &value, sizeof bits);
  return bits;
}

/// The float of a bit pattern.
inline float float_of_bits(std::uint32_t bits) {
  float value = 0.0F;
  std::memcpy(&value, &bits, sizeof value);
  return value;
}

}  // namespace weft
