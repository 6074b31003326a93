#pragma once

#include <cstddef>
#include <string>
#include <string_view>

#include <tl/expected.hpp>

#include "support/json_fwd.h"

namespace weft::live {

/// Copying and printing a Json value recurse. A reader that only moves its values may take more.
constexpr std::size_t greatest_json_depth = 10'000;

/// Parses JSON that comes from outside. Otherwise what the text is, as in `the message is …`: `not
/// JSON`, or nested too deeply. O(text), without recursion.
tl::expected<Json, std::string> read_json(std::string_view text,
                                          std::size_t greatest_depth = greatest_json_depth);

}  // namespace weft::live
