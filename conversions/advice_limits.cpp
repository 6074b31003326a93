#include "conversions/advice_limits.h"

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

}  // namespace weft
