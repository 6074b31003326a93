#pragma once

#include <cstddef>
#include <string_view>
#include <vector>

#include "fragments/types/semantic_type.h"
#include "support/diagnostic.h"

namespace weft {

/// Choices that are tried where several traits disagree at one place: twelve traits of two values
/// each. More is an error.
inline constexpr std::size_t choice_limit = 4096;

/// The product of lists of choices, in lexicographic order; nothing if there are more than
/// choice_limit.
template <typename T>
std::vector<std::vector<T>> combinations(const std::vector<std::vector<T>>& lists) {
  std::vector<std::vector<T>> all{{}};
  std::size_t count = 1;
  for (const std::vector<T>& list : lists) {
    count *= list.size();
    if (count > choice_limit) {
      return {};
    }
  }
  for (const std::vector<T>& list : lists) {
    std::vector<std::vector<T>> longer;
    for (const std::vector<T>& prefix : all) {
      for (const T& item : list) {
        longer.push_back(prefix);
        longer.back().push_back(item);
      }
    }
    all = std::move(longer);
  }
  return all;
}

/// `search-limit`: combinations() gave nothing. `name`: where the values meet, `'mix'`.
Diagnostic too_many_choices(Span span, std::string_view name);

/// Adds what operands settled on, where the demand says nothing of the trait. Defaults too, which a
/// type does not show.
void demand_settled(Demand& demand, const std::vector<TraitEntry>& settled);

}  // namespace weft
