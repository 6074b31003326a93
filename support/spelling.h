#pragma once

#include <optional>
#include <string>
#include <string_view>
#include <vector>

namespace weft {

/// The candidate nearest to a misspelt word by Damerau–Levenshtein distance (optimal string alignment), if it is near
/// enough to be worth suggesting (at most a third of the word's length, at least 1). Ties: the alphabetically first.
std::optional<std::string> nearest_spelling(std::string_view word, const std::vector<std::string_view>& candidates);

/// `did you mean 'x'?`, or nothing where no candidate is near.
std::string spelling_hint(std::string_view word, const std::vector<std::string_view>& candidates);

}  // namespace weft
