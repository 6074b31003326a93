#pragma once

#include <cstdint>

namespace weft {

/// How exactly a float has to be computed: as 32 bits, or with at least the range and the digits of
/// 16 bits (ten bits of mantissa, up to 65504).
enum class Precision : std::uint8_t { Full, Medium };

}  // namespace weft
