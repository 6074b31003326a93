#pragma once

#include <array>
#include <cstddef>
#include <string_view>

namespace weft {

/// Character classes of tokens: ASCII only, independent of the locale.
constexpr bool is_digit(char c) { return c >= '0' && c <= '9'; }
constexpr bool is_letter(char c) {
  return (c >= 'a' && c <= 'z') || (c >= 'A' && c <= 'Z') || c == '_';
}

/// Per byte: whether it may be in a word.
constexpr auto word_bytes = [] {
  std::array<bool, 256> table{};
  for (int c = 0; c < 128; ++c) {
    table[static_cast<std::size_t>(c)] =
        is_letter(static_cast<char>(c)) || is_digit(static_cast<char>(c));
  }
  return table;
}();
constexpr bool is_word(char c) { return word_bytes[static_cast<unsigned char>(c)]; }
constexpr bool is_control(char c) { return (c >= '\0' && c < ' ') || c == '\x7f'; }

/// LF, CRLF and a lone CR end a line, as in GLSL, HLSL and C, which have no other line ends.
constexpr std::string_view line_ends = "\n\r";
constexpr bool is_line_end(char c) { return c == '\n' || c == '\r'; }

}  // namespace weft
