#pragma once

#include <string>

namespace weft {

/// The text with its ASCII letters in capitals, whatever the locale.
inline std::string in_capitals(std::string text) {
  for (char& c : text) {
    c = c >= 'a' && c <= 'z' ? static_cast<char>(c - 'a' + 'A') : c;
  }
  return text;
}

}  // namespace weft
