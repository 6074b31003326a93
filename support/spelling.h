#pragma once

#include <algorithm>
#include <cstddef>
#include <optional>
#include <string>
#include <string_view>
#include <vector>

namespace weft {

/// The candidate nearest to a misspelt word by Damerau–Levenshtein distance (optimal string
/// alignment), if it is near enough to be worth suggesting (at most a third of the word's length,
/// at least 1). Where none is, one that goes on after the word with `_`: `p3` for `p3_d65`. Ties:
/// the alphabetically first.
std::optional<std::string> nearest_spelling(std::string_view word,
                                            const std::vector<std::string_view>& candidates);

/// `did you mean 'x'?`, or nothing where no candidate is near.
std::string spelling_hint(std::string_view word, const std::vector<std::string_view>& candidates);

/// How many names a run still reads for hints. A hint reads all names that there are, and files may
/// hold a million of them and as many mistakes: without a bound their product is the time of a run.
/// (Only a hundred messages are shown.)
class SpellingBudget {
 public:
  explicit SpellingBudget(std::size_t names = 200'000) : names_left_(names) {}

  bool is_spent() const { return names_left_ == 0; }
  /// As spelling_hint, of the candidates that `names` gives, which is not asked once the budget is
  /// spent.
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
