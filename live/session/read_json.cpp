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

}  // namespace

tl::expected<Json, std::string> read_json(std::string_view text, std::size_t greatest_depth) {
  if (depth_of(text) > greatest_depth) {
    return tl::unexpected(fmt::format("nested deeper than {} levels", greatest_depth));
  }
  Json json = Json::parse(text, nullptr, false);
  return json.is_discarded() ? tl::unexpected(std::string("not JSON"))
                             : tl::expected<Json, std::string>(std::move(json));
}

}  // namespace weft::live
