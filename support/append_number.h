#pragma once

#include <charconv>
#include <cstdint>
#include <string>

namespace weft {

/// Appends a number in decimal, without the temporary string of std::to_string.
inline void append_number(std::string& out, std::uint64_t number) {
  char digits[20];  // of the greatest number
  const auto [end, error] = std::to_chars(digits, digits + sizeof digits, number);
  out.append(digits, end);
}

}  // namespace weft
