#include "live/session/read_json.h"

#include <algorithm>
#include <utility>

#include <fmt/format.h>

#include "support/json.h"

namespace weft::live {
namespace {

/// The most brackets that are open at once, outside of strings.
std::size_t depth_of(std::string_view text) {
  std::size_t depth = 0;
  std::size_t greatest = 0;
  for (std::size_t i = 0; i < text.size(); ++i) {
    const char c = text[i];
    if (c == '"') {
      for (++i; i < text.size() && text[i] != '"'; ++i) {
        i += text[i] == '\\' ? 1 : 0;
      }
    } else if (c == '[' || c == '{') {
      greatest = std::max(greatest, ++depth);
    } else if ((c == ']' || c == '}') && depth > 0) {
      --depth;
    }
  }
  return greatest;
}

/// Remembers where a text stops being JSON, and nothing else of it.
class FaultFinder final : public nlohmann::json_sax<Json> {
 public:
  bool null() override { return true; }
  bool boolean(bool /*value*/) override { return true; }
  bool number_integer(number_integer_t /*value*/) override { return true; }
  bool number_unsigned(number_unsigned_t /*value*/) override { return true; }
  bool number_float(number_float_t /*value*/, const string_t& /*text*/) override { return true; }
  bool string(string_t& /*value*/) override { return true; }
  bool binary(binary_t& /*value*/) override { return true; }
  bool start_object(std::size_t /*size*/) override { return true; }
  bool key(string_t& /*value*/) override { return true; }
  bool end_object() override { return true; }
  bool start_array(std::size_t /*size*/) override { return true; }
  bool end_array() override { return true; }
  bool parse_error(std::size_t position, const std::string& /*token*/,
                   const nlohmann::detail::exception& /*fault*/) override {
    byte = position;
    return false;
  }

  std::size_t byte = 0;  ///< from 1
};

}  // namespace

tl::expected<Json, std::string> read_json(std::string_view text, std::size_t greatest_depth) {
  if (depth_of(text) > greatest_depth) {
    return tl::unexpected(fmt::format("nested deeper than {} levels", greatest_depth));
  }
  Json json = Json::parse(text, nullptr, false);
  if (!json.is_discarded()) {
    return json;
  }
  FaultFinder finder;
  Json::sax_parse(text, &finder);
  return tl::unexpected(finder.byte > text.size()
                            ? std::string("not JSON: it ends too early")
                            : fmt::format("not JSON at byte {}", finder.byte));
}

}  // namespace weft::live
