#pragma once

#include <cstdint>

namespace weft::live {

/// How literals of a type are written: `0.5`, `3`, `3000000000u`, `true`.
enum class NumberForm : std::uint8_t { Float, Int, Uint, Bool };

}  // namespace weft::live
