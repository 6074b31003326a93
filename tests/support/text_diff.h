#pragma once

#include <string>
#include <string_view>

namespace weft::testing {

/// A line diff for people: lines only in `expected` start with '-', lines only in `actual` with
/// '+', three unchanged lines around each with ' ', omitted ones show as "@@ line N" (1-based, in
/// `expected`). Empty exactly if the texts are equal; a missing newline at the end is shown.
/// Quadratic in the differing part; beyond 4 million cells that part is listed as entirely
/// replaced.
std::string text_diff(std::string_view expected, std::string_view actual);

}  // namespace weft::testing
