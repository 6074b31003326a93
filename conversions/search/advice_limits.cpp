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

/// The name of the first step of a chain that another chain does not have; empty if there is none.
std::string own_step(const ConversionTable& table, const Chain& chain, const Chain& other) {
  const std::vector<std::uint32_t> others = families_of(table, other);
  const auto own = std::find_if(chain.steps.begin(), chain.steps.end(), [&](ConversionId step) {
    return !std::binary_search(others.begin(), others.end(), table.family(step));
  });
  return own == chain.steps.end() ? std::string() : table[*own].name;
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
                           std::string_view place) {
  const Chain& first = answer.chains.front();
  const bool is_order = std::all_of(
      answer.chains.begin(), answer.chains.end(),
      [&](const Chain& chain) { return families_of(table, chain) == families_of(table, first); });
  if (is_order) {
    return "they differ in the order of their steps, which `prefer` does not decide: write the "
           "type in between (`name: type = …`)";
  }
  const Chain& second = answer.chains[1];
  const std::string a = own_step(table, first, second);
  const std::string b = own_step(table, second, first);
  return a.empty() || b.empty()
             ? fmt::format("settle it by a `prefer` of one step over another{}", place)
             : fmt::format("settle it with `prefer {0} over {1};` or `prefer {1} over {0};`{2}", a,
                           b, place);
}

std::string limit_text(const ConversionAnswer& answer) {
  return answer.possible
             ? fmt::format("{} chains that are equally good", SearchOptions().max_chains)
             : fmt::format("{} types", answer.types_visited);
}

}  // namespace weft
