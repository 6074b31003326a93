#pragma once

#include <cstddef>
#include <string_view>
#include <vector>

#include "fragments/types/semantic_type.h"
#include "support/diagnostic.h"

// Settling disagreements. meet() (meeting.h) gives, for each trait about which operands disagree, a
// list of settlements. Traits interact (a chain that changes the basis may change the encoding as
// well), so they cannot be settled one by one: type inference plans all ports for every element of
// the Cartesian product of these lists, and takes the cheapest. The product is exponential in the
// number of disagreeing traits, which is rarely more than two; choice_limit bounds it.

namespace weft {

/// Upper bound on combinations tried at one call: twelve traits with two values each. Beyond it,
/// `search-limit` is reported.
inline constexpr std::size_t choice_limit = 4096;

/// Returns the Cartesian product of the lists in lexicographic order, or nothing if it has more
/// than choice_limit elements.
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

/// `search-limit`, for when combinations() returns nothing. `name`: where the values meet, `'mix'`.
Diagnostic too_many_choices(Span span, std::string_view name);

/// Adds settled values to a demand for the traits that it does not mention. These include values
/// that are a trait's default, which a SemanticType omits.
void demand_settled(Demand& demand, const std::vector<TraitEntry>& settled);

}  // namespace weft
