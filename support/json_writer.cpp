#include "support/json_writer.h"

#include <algorithm>
#include <cmath>
#include <cstdlib>
#include <iterator>

#include <fmt/format.h>

#include "support/json.h"

namespace weft {
void append_json_string(std::string& out, std::string_view text) {
  const bool is_plain = std::all_of(text.begin(), text.end(), [](char c) {
    return c >= ' ' && c < '\x7f' && c != '"' && c != '\\';
  });
  if (!is_plain) {
    out += Json(std::string(text)).dump(-1, ' ', false, Json::error_handler_t::replace);
    return;
  }
  out += '"';
  out += text;
  out += '"';
}

std::string quoted_json(std::string_view text) {
  std::string json;
  append_json_string(json, text);
  return json;
}

void append_json_number(std::string& out, float number) {
  if (!std::isfinite(number)) {
    out += "null";
    return;
  }
  fmt::memory_buffer digits;
  fmt::format_to(std::back_inserter(digits), "{}", number);
  const std::string_view text(digits.data(), digits.size());
  out += text;
  out += text.find_first_of(".e") == std::string_view::npos ? ".0" : "";
}

void JsonWriter::key(std::string_view name) {
  separate();
  out_ += '"';
  out_ += name;
  out_ += "\": ";
  has_key_ = true;
}

void JsonWriter::value(std::string_view text) {
  separate();
  append_json_string(out_, text);
}

void JsonWriter::value(float number) {
  separate();
  append_json_number(out_, number);
}

void JsonWriter::literal(std::string_view json) {
  separate();
  out_ += json;
}

void JsonWriter::begin(char bracket) {
  separate();
  out_ += bracket;
  ++depth_;
  is_first_ = true;
}

void JsonWriter::end(char bracket) {
  --depth_;
  if (!is_first_) {
    break_line();
  }
  out_ += bracket;
  is_first_ = false;
}

void JsonWriter::separate() {
  if (has_key_) {
    has_key_ = false;
    return;
  }
  if (depth_ > 0) {
    out_ += is_first_ ? "" : ",";
    break_line();
  }
  is_first_ = false;
}

void JsonWriter::break_line() {
  out_ += '\n';
  out_.append(2 * depth_, ' ');
}

}  // namespace weft
