#include "tools/scene_numbers.h"

#include <fmt/format.h>

namespace weft::tools {

void refuse_number(JsonReader& reader, const Json& value, const std::string& where,
                   const char* words) {
  if (value.is_number()) {
    reader.complain(Code::OutOfRange, where,
                    fmt::format("expected {}, found {}", words, value.dump()));
  } else {
    reader.expect(where, words, value);
  }
}

std::optional<float> read_number(JsonReader& reader, const Json& value, const std::string& where,
                                 const Range& range) {
  const bool is_inside =
      value.is_number() && value.get<double>() >= range.low && value.get<double>() <= range.high;
  if (!is_inside) {
    refuse_number(reader, value, where, range.words);
    return std::nullopt;
  }
  return value.get<float>();
}

bool is_list_of(JsonReader& reader, const Json& value, const std::string& where,
                std::size_t count) {
  const bool is_list = value.is_array() && value.size() == count;
  if (!is_list) {
    reader.complain(Code::BadDeclaration, where,
                    fmt::format("expected a list of {} numbers, found {}", count,
                                value.is_array() ? fmt::format("{} elements", value.size())
                                                 : JsonReader::kind_of(value)));
  }
  return is_list;
}

}  // namespace weft::tools
