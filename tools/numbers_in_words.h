#pragma once

#include <array>
#include <charconv>
#include <cmath>
#include <optional>
#include <string_view>
#include <system_error>

namespace weft::tools {

/// All of a word of the command line as a finite number.
template <class Number>
std::optional<Number> number_of_words(std::string_view text) {
  Number number{};
  const char* const begin = text.data();
  const char* const end = begin + text.size();
  const auto read = std::from_chars(begin, end, number);
  const bool is_number = read.ec == std::errc() && read.ptr == end;
  return is_number && std::isfinite(static_cast<double>(number)) ? std::optional(number)
                                                                 : std::nullopt;
}

/// Two numbers with a separator in between.
template <class Number>
std::optional<std::array<Number, 2>> pair_of_words(std::string_view text, char separator) {
  const std::size_t at = text.find(separator);
  if (at == std::string_view::npos) {
    return std::nullopt;
  }
  const auto first = number_of_words<Number>(text.substr(0, at));
  const auto second = number_of_words<Number>(text.substr(at + 1));
  return first && second ? std::optional(std::array{*first, *second}) : std::nullopt;
}

}  // namespace weft::tools
