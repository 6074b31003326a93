#pragma once

#include <optional>
#include <string>
#include <string_view>
#include <unordered_map>

#include "support/source.h"

namespace weft::tools {

/// The source spans of the values of a JSON document, by JSON pointer (RFC 6901):
/// `/variants/3/name`. The parser discards them. Values nested deeper than `deepest` have none.
class JsonPlaces {
 public:
  static constexpr std::size_t deepest = 6;

  /// `text` must be JSON that the parser has accepted. If an object repeats a name, the last one
  /// counts, as in the parser. O(text).
  JsonPlaces(FileId file, std::string_view text);

  /// The span of a value; for objects and arrays of several lines only their first character. The
  /// whole document if there is no such value.
  Span value(const std::string& pointer) const;
  std::optional<Span> find(const std::string& pointer) const;
  Span value_or(const std::string& pointer, const std::string& other) const;
  /// The name before a value; the value itself if it has none.
  Span name(const std::string& pointer) const;
  /// The first name that stands in an object for the second time.
  const std::optional<Span>& repeated() const { return repeated_; }

 private:
  struct Place {
    Span name;
    Span value;
  };
  std::unordered_map<std::string, Place> places_;  // look-ups only
  std::optional<Span> repeated_;
};

/// Appends a member or an element to a JSON pointer.
std::string json_pointer(const std::string& pointer, std::string_view member);
std::string json_pointer(const std::string& pointer, std::size_t element);

}  // namespace weft::tools
