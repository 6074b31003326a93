#pragma once

#include <cstddef>
#include <optional>
#include <string>
#include <string_view>

namespace weft {

/// The position of invalid text.
struct EncodingError {
  std::size_t offset = 0;
  std::size_t length = 1;  ///< number of invalid bytes
  bool is_nul = false;     ///< else it is not UTF-8
};

/// Finds the first NUL or the first byte that is not valid UTF-8 (RFC 3629: no overlong forms, no
/// surrogates, at most U+10FFFF).
std::optional<EncodingError> find_encoding_error(std::string_view text);

/// The length in bytes of the first UTF-8 character of `text`, which must be valid and not empty.
std::size_t character_length(std::string_view text);

/// Normalizes line ends: LF, CRLF and a lone CR all become LF.
std::string with_line_feeds(std::string_view text);

/// The text with the line ends of `model`: CRLF if its first line ends so, else as it is. `text`
/// has LF.
std::string with_line_ends_of(std::string_view model, std::string text);

}  // namespace weft
