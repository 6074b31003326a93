#include "conversions/advice_limits.h"

#include <fmt/format.h>

namespace weft {

std::vector<std::string> advice_limits(const ConversionAnswer& answer) {
  std::vector<std::string> limits;
  if (answer.nearest && !answer.nearest_is_proven) {
    limits.emplace_back("more types can be reached than were looked at: another one may be nearer");
  }
  if (!answer.would_succeed_is_proven) {
    limits.emplace_back(
        answer.would_succeed_with.empty()
            ? "features that would help were looked for among the nearest types only: there may be "
              "some"
            : "other features may do as well: they were looked for among the nearest types only");
  }
  return limits;
}

std::string limit_text(const ConversionAnswer& answer) {
  return answer.possible
             ? fmt::format("{} chains that are equally good", SearchOptions().max_chains)
             : fmt::format("{} types", answer.types_visited);
}

}  // namespace weft
