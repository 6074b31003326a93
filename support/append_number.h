#pragma once

#include <charconv>
#include <concepts>
#include <string>

namespace weft {

/// Appends a number in decimal, without the temporary string of std::to_string.
template <std::integral Number>
void append_number(std::string& out, Number number) {
  char digits[20];  // enough for 64 bits and a sign
  const auto [end, error] = std::to_chars(digits, digits + sizeof digits, number);
  out.append(digits, end);
}

}  // namespace weft
