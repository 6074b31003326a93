#include "fragments/syntax/text_encoding.h"

#include <cstdint>
#include <cstring>

namespace weft {
namespace {

/// The length of the valid character at the start of `text`, or 0. The ranges of the second byte
/// are those of table 3-7 of the Unicode standard.
std::size_t valid_length(std::string_view text) {
  auto byte = [text](std::size_t i) {
    return i < text.size() ? static_cast<unsigned char>(text[i]) : 0U;
  };
  auto continues = [byte](std::size_t i) { return (byte(i) & 0xc0U) == 0x80U; };
  unsigned first = byte(0);
  if (first < 0x80) {
    return 1;
  }
  if (first >= 0xc2 && first <= 0xdf) {
    return continues(1) ? 2 : 0;
  }
  if (first >= 0xe0 && first <= 0xef) {
    bool second = first == 0xe0 ? byte(1) >= 0xa0 : first != 0xed || byte(1) <= 0x9f;
    return second && continues(1) && continues(2) ? 3 : 0;
  }
  if (first >= 0xf0 && first <= 0xf4) {
    bool second = first == 0xf0 ? byte(1) >= 0x90 : first != 0xf4 || byte(1) <= 0x8f;
    return second && continues(1) && continues(2) && continues(3) ? 4 : 0;
  }
  return 0;
}

/// Whether eight bytes are ASCII and none of them is 0: subtracting 1 from each byte sets its
/// highest bit only if it was 0 or, by a borrow, if a byte below it was.
bool are_plain(const char* bytes) {
  std::uint64_t all = 0;
  std::memcpy(&all, bytes, sizeof all);
  constexpr std::uint64_t high_bits = 0x8080808080808080U;
  constexpr std::uint64_t ones = 0x0101010101010101U;
  return ((all | (all - ones)) & high_bits) == 0;
}

}  // namespace

std::optional<EncodingError> find_encoding_error(std::string_view text) {
  for (std::size_t i = 0; i < text.size();) {
    if (i + 8 <= text.size() && are_plain(text.data() + i)) {
      i += 8;
      continue;
    }
    auto byte = static_cast<unsigned char>(text[i]);
    if (byte == 0) {
      return EncodingError{i, 1, true};
    }
    std::size_t length = byte < 0x80 ? 1 : valid_length(text.substr(i));
    if (length == 0) {
      return EncodingError{i, 1, false};
    }
    i += length;
  }
  return std::nullopt;
}

std::size_t character_length(std::string_view text) {
  std::size_t length = valid_length(text);
  return length == 0 ? 1 : length;
}

std::string with_line_feeds(std::string_view text) {
  std::string result;
  result.reserve(text.size());
  for (std::size_t i = 0; i < text.size(); ++i) {
    if (text[i] != '\r') {
      result += text[i];
    } else if (i + 1 == text.size() || text[i + 1] != '\n') {
      result += '\n';
    }
  }
  return result;
}

std::string with_line_ends_of(std::string_view model, std::string text) {
  const std::size_t first = model.find('\n');
  if (first == std::string_view::npos || first == 0 || model[first - 1] != '\r') {
    return text;
  }
  std::string result;
  for (const char c : text) {
    result += c == '\n' ? "\r\n" : std::string(1, c);
  }
  return result;
}

}  // namespace weft
