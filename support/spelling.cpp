#include "support/spelling.h"

#include <algorithm>
#include <cstddef>

namespace weft {
namespace {

std::size_t alignment_distance(std::string_view a, std::string_view b) {
  std::vector<std::size_t> before_last(b.size() + 1);
  std::vector<std::size_t> last(b.size() + 1);
  std::vector<std::size_t> current(b.size() + 1);
  for (std::size_t j = 0; j <= b.size(); ++j) {
    last[j] = j;
  }
  for (std::size_t i = 1; i <= a.size(); ++i) {
    current[0] = i;
    for (std::size_t j = 1; j <= b.size(); ++j) {
      std::size_t substitution = last[j - 1] + (a[i - 1] == b[j - 1] ? 0 : 1);
      current[j] = std::min({last[j] + 1, current[j - 1] + 1, substitution});
      if (i > 1 && j > 1 && a[i - 1] == b[j - 2] && a[i - 2] == b[j - 1]) {
        current[j] = std::min(current[j], before_last[j - 2] + 1);
      }
    }
    std::swap(before_last, last);
    std::swap(last, current);
  }
  return last[b.size()];
}

}  // namespace

std::optional<std::string> nearest_spelling(std::string_view word,
                                            const std::vector<std::string_view>& candidates) {
  // Longer names are not typos worth a quadratic comparison.
  constexpr std::size_t longest = 64;
  if (word.empty() || word.size() > longest) {
    return std::nullopt;
  }
  std::size_t limit = std::max<std::size_t>(1, word.size() / 3);
  std::optional<std::string_view> best;
  std::size_t best_distance = limit + 1;
  for (std::string_view candidate : candidates) {
    std::size_t difference = candidate.size() > word.size() ? candidate.size() - word.size()
                                                            : word.size() - candidate.size();
    if (candidate == word || difference > limit) {
      continue;
    }
    std::size_t distance = alignment_distance(word, candidate);
    if (distance < best_distance || (distance == best_distance && best && candidate < *best)) {
      best = candidate;
      best_distance = distance;
    }
  }
  const bool is_near = best.has_value();
  for (std::string_view candidate : candidates) {
    const bool goes_on = word.size() > 1 && candidate.size() > word.size() &&
                         candidate.substr(0, word.size()) == word && candidate[word.size()] == '_';
    if (!is_near && goes_on && (!best || candidate < *best)) {
      best = candidate;
    }
  }
  return best ? std::optional<std::string>(*best) : std::nullopt;
}

std::string spelling_hint(std::string_view word, const std::vector<std::string_view>& candidates) {
  auto nearest = nearest_spelling(word, candidates);
  return nearest ? "did you mean '" + *nearest + "'?" : std::string();
}

}  // namespace weft
