#pragma once

#include <string>
#include <string_view>

namespace weft::testing {

/// The difference of two texts by lines, for people: lines only in `expected` start with '-', lines
/// only in `actual` with '+', three unchanged lines around each with ' ', left-out ones show as
/// "@@ line N" (1-based, in `expected`). Empty exactly if the texts are equal; a missing newline at
/// the end is shown as such. Quadratic in the part that differs; beyond 4 million cells it lists
/// that part as wholly replaced.
std::string text_diff(std::string_view expected, std::string_view actual);

}  // namespace weft::testing
