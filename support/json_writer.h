#pragma once

#include <concepts>
#include <string>
#include <string_view>

#include "support/append_number.h"

namespace weft {

/// Writes a JSON document from front to back, indented by two spaces, without building a tree: for
/// documents that are large or written often. The text is the one that `Json::dump(2)` gives for
/// the same document, with invalid UTF-8 replaced, but for numbers that it writes longer.
///
/// The caller balances begins and ends, and writes a key before each value of an object.
class JsonWriter {
 public:
  /// Appends to `out`, which must outlive the object.
  explicit JsonWriter(std::string& out) : out_(out) {}

  void begin_object() { begin('{'); }
  void end_object() { end('}'); }
  void begin_array() { begin('['); }
  void end_array() { end(']'); }
  /// Keys are names: they need no escapes.
  void key(std::string_view name);

  void value(std::string_view text);
  void value(const char* text) { value(std::string_view(text)); }
  void value(bool is_true) { literal(is_true ? "true" : "false"); }
  template <std::integral Number>
  requires(!std::same_as<Number, bool>) void value(Number number) {
    separate();
    append_number(out_, number);
  }
  /// The shortest decimal that reads back as this float: 0.1, not 0.10000000149011612. Null for NaN
  /// and infinities, which JSON lacks.
  void value(float number);
  void null() { literal("null"); }
  /// A number, string or literal that is JSON already.
  void literal(std::string_view json);

  template <typename Value>
  void member(std::string_view name, const Value& its_value) {
    key(name);
    value(its_value);
  }
  template <typename Strings>
  void strings(const Strings& all) {
    begin_array();
    for (const std::string_view each : all) {
      value(each);
    }
    end_array();
  }

 private:
  void begin(char bracket);
  void end(char bracket);
  /// Begins a value: a comma and a line break, unless a key precedes it.
  void separate();
  void break_line();

  std::string& out_;
  std::size_t depth_ = 0;
  bool is_first_ = true;  ///< in the innermost object or array
  bool has_key_ = false;
};

/// A string as JSON.
std::string quoted_json(std::string_view text);

/// The text of JsonWriter::value for one value.
void append_json_string(std::string& out, std::string_view text);
void append_json_number(std::string& out, float number);

}  // namespace weft
