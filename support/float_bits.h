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

}  // namespace weft
