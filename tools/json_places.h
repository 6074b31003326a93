#pragma once

#include <optional>
#include <string>
#include <string_view>
#include <unordered_map>

#include "support/source.h"

namespace weft::tools {

/// Where the values of a JSON document stand in its text, by their JSON pointers (RFC 6901):
/// `/variants/3/name`. The parser knows them no more once it has read them. Of values that nest
/// deeper than `deepest` it says nothing.
class JsonPlaces {
 public:
  static constexpr std::size_t deepest = 6;

  /// `text` is JSON that a parser has accepted. Of a name that stands twice in an object the last
  /// one counts, as in the parser. O(text).
  JsonPlaces(FileId file, std::string_view text);

  /// Of an object or an array of several lines its first character. The whole document where there
  /// is no such value.
  Span value(const std::string& pointer) const;
  std::optional<Span> find(const std::string& pointer) const;
  Span value_or(const std::string& pointer, const std::string& other) const;
  /// The name before a value; the value where it has none.
  Span name(const std::string& pointer) const;

 private:
  struct Place {
    Span name;
    Span value;
  };
  std::unordered_map<std::string, Place> places_;  // look-ups only
};

/// The pointer to a member of what `pointer` points to.
std::string json_pointer(const std::string& pointer, std::string_view member);
std::string json_pointer(const std::string& pointer, std::size_t element);

}  // namespace weft::tools
