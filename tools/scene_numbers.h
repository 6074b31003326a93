#pragma once

#include <array>
#include <cstddef>
#include <optional>
#include <string>

#include "support/json.h"
#include "tools/json_reader.h"

// Numbers of scene files.

namespace weft::tools {

/// A range of numbers, with the words for it.
struct Range {
  double low = 0.0;
  double high = 0.0;
  const char* words = "";
};

constexpr double largest = 1e30;  // its square is no float, but its products with colors are
constexpr Range any_number{-largest, largest, "a number"};
constexpr Range amount{0.0, largest, "a number that is not negative"};
constexpr Range positive{1e-30, largest, "a positive number"};

/// Reports that a value is not what `words` say.
void refuse_number(JsonReader& reader, const Json& value, const std::string& where,
                   const char* words);

/// A number within the range, or nothing and a report.
std::optional<float> read_number(JsonReader& reader, const Json& value, const std::string& where,
                                 const Range& range);

/// Whether a value is a list of so many elements; reports it otherwise.
bool is_list_of(JsonReader& reader, const Json& value, const std::string& where, std::size_t count);

/// A list of that many numbers within the range, or nothing and reports.
template <std::size_t Count>
std::optional<std::array<float, Count>> read_numbers(JsonReader& reader, const Json& value,
                                                     const std::string& where, const Range& range) {
  if (!is_list_of(reader, value, where, Count)) {
    return std::nullopt;
  }
  std::array<float, Count> result{};
  bool is_complete = true;
  for (std::size_t i = 0; i < Count; ++i) {
    const auto element = read_number(reader, value[i], json_pointer(where, i), range);
    is_complete = is_complete && element;
    result[i] = element.value_or(0.0F);
  }
  return is_complete ? std::optional(result) : std::nullopt;
}

}  // namespace weft::tools
