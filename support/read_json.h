#pragma once

#include <cstddef>
#include <string>
#include <string_view>

#include <tl/expected.hpp>

#include "support/json_fwd.h"

namespace weft {

/// Deeper values are refused: copying and printing a Json value recurse.
constexpr std::size_t greatest_json_depth = 10'000;

/// Parses JSON that comes from outside. Otherwise what the text is, as in `the message is …`: `not
/// JSON`, or nested too deeply. O(text), without recursion.
tl::expected<Json, std::string> read_json(std::string_view text);

}  // namespace weft
