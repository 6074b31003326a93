#pragma once

#include <cstddef>
#include <optional>
#include <string>
#include <string_view>

namespace weft {

/// A place where a text stops being text.
struct EncodingError {
  std::size_t offset = 0;
  std::size_t length = 1;  ///< bytes at fault
  bool is_nul = false;     ///< else it is not UTF-8
};

/// The first NUL or the first byte that is not UTF-8 (RFC 3629: no overlong forms, no surrogates,
/// at most U+10FFFF).
std::optional<EncodingError> find_encoding_error(std::string_view text);

/// Bytes of the UTF-8 character at the beginning of `text`, which is valid and not empty.
std::size_t character_length(std::string_view text);

/// A text with LF for each of its line ends: LF, CRLF and CR alone.
std::string with_line_feeds(std::string_view text);

}  // namespace weft
