#include "live/language_server/text_places.h"

#include <algorithm>
#include <cstddef>
#include <string_view>

namespace weft::lsp {
namespace {

/// One character of a text.
struct Character {
  std::uint32_t bytes = 1;
  std::uint32_t units = 1;  ///< of UTF-16
};

/// The character at the beginning of a text that is not empty.
Character first_character(std::string_view text) {
  const auto byte = [&](std::size_t i) { return static_cast<unsigned char>(text[i]); };
  const std::uint32_t bytes = byte(0) < 0xC0 ? 1 : byte(0) < 0xE0 ? 2 : byte(0) < 0xF0 ? 3 : 4;
  if (byte(0) >= 0xF8 || bytes > text.size()) {
    return {};
  }
  for (std::size_t i = 1; i < bytes; ++i) {
    if ((byte(i) & 0xC0U) != 0x80U) {
      return {};
    }
  }
  return {bytes, bytes == 4 ? 2U : 1U};
}

}  // namespace

LinePlace PlaceFinder::place(std::uint32_t offset) {
  const Position position = source_.position(offset);
  const std::string_view line = source_.line(position.line);
  const auto end = std::min(position.column - 1, static_cast<std::uint32_t>(line.size()));
  if (position.line - 1 != last_.line || end < last_at_) {
    last_ = {position.line - 1, 0};
    last_at_ = 0;
  }
  while (last_at_ < end) {
    const Character character = first_character(line.substr(last_at_));
    if (last_at_ + character.bytes > end) {
      break;
    }
    last_at_ += character.bytes;
    last_.character += character.units;
  }
  return last_;
}

LinePlace place_of(const SourceFile& source, std::uint32_t offset) {
  return PlaceFinder(source).place(offset);
}

std::string_view line_break_of(std::string_view text) {
  const std::size_t end = text.find('\n');
  return end != std::string_view::npos && end > 0 && text[end - 1] == '\r' ? "\r\n" : "\n";
}

std::uint32_t offset_of(const SourceFile& source, LinePlace place) {
  if (place.line >= source.line_count()) {
    return static_cast<std::uint32_t>(source.text().size());
  }
  const std::string_view line = source.line(place.line + 1);
  auto offset = static_cast<std::uint32_t>(line.data() - source.text().data());
  std::size_t at = 0;
  std::uint32_t units = 0;
  while (at < line.size()) {
    const Character character = first_character(line.substr(at));
    units += character.units;
    if (units > place.character) {
      break;
    }
    at += character.bytes;
  }
  offset += static_cast<std::uint32_t>(at);
  return offset;
}

}  // namespace weft::lsp
