#pragma once

#include <cstdint>

namespace weft {

/// What a header is written in: C++17, or C99, which C++17 reads too.
enum class HeaderLanguage : std::uint8_t { Cpp, C };

}  // namespace weft
