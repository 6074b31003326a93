#include "conversions/search/advice_limits.h"

#include <algorithm>
#include <cstdint>
#include <utility>
#include <vector>

#include <fmt/format.h>

namespace weft {
namespace {

/// The conversions of a chain as a sorted multiset; instances of a generic one are equal.
std::vector<std::uint32_t> families_of(const ConversionTable& table, const Chain& chain) {
  std::vector<std::uint32_t> families;
  for (ConversionId step : chain.steps) {
    families.push_back(table.family(step));
  }
  std::sort(families.begin(), families.end());
  return families;
}

}  // namespace

std::vector<std::string> advice_limits(const ConversionAnswer& answer) {
  std::vector<std::string> limits;
  if (answer.nearest && !answer.nearest_is_proven) {
    limits.emplace_back("the search stopped before it reached every type: a nearer one may exist");
  }
  if (!answer.would_succeed_is_proven) {
    limits.emplace_back(answer.would_succeed_with.empty()
                            ? "only the nearest types were searched for features that would help: "
                              "there may be others"
                            : "only the nearest types were searched: other features may work too");
  }
  return limits;
}

std::string ambiguity_hint(const ConversionTable& table, const ConversionAnswer& answer,
                           std::string prefer) {
  const std::vector<std::uint32_t> first = families_of(table, answer.chains.front());
  const bool is_order =
      std::all_of(answer.chains.begin(), answer.chains.end(),
                  [&](const Chain& chain) { return families_of(table, chain) == first; });
  return is_order
             ? "they differ in the order of their steps, which `prefer` does not decide: write "
               "the type in between (`name: type = …`)"
             : std::move(prefer);
}

std::string limit_text(const ConversionAnswer& answer) {
  return answer.possible
             ? fmt::format("{} chains that are equally good", SearchOptions().max_chains)
             : fmt::format("{} types", answer.types_visited);
}

}  // namespace weft
