#pragma once

#include <algorithm>
#include <cstddef>
#include <optional>
#include <string>
#include <string_view>
#include <vector>

namespace weft {

/// The candidate nearest to a misspelled word by Damerau–Levenshtein distance (optimal string
/// alignment), within a third of the word's length (at least 1). If none is that close, a candidate
/// that extends the word with `_`: `p3_d65` for `p3`. Ties go to the alphabetically first.
std::optional<std::string> nearest_spelling(std::string_view word,
                                            const std::vector<std::string_view>& candidates);

/// `did you mean 'x'?`, or an empty text if no candidate is near.
std::string spelling_hint(std::string_view word, const std::vector<std::string_view>& candidates);

/// Limits how many names one run compares for spelling hints. Each hint reads every name in scope,
/// so a file with a million names and a million mistakes would otherwise take time in their
/// product. (Only a hundred messages are shown.)
class SpellingBudget {
 public:
  explicit SpellingBudget(std::size_t names = 200'000) : names_left_(names) {}

  bool is_spent() const { return names_left_ == 0; }
  /// Like spelling_hint, with the candidates that `names()` returns. Does not call `names` once the
  /// budget is spent.
  template <typename Names>
  std::string hint(std::string_view word, const Names& names) {
    if (is_spent()) {
      return {};
    }
    const std::vector<std::string_view> candidates = names();
    names_left_ -= std::min(names_left_, candidates.size());
    return spelling_hint(word, candidates);
  }

 private:
  std::size_t names_left_;
};

}  // namespace weft
