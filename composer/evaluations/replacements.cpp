#include "composer/evaluations/replacements.h"

#include <algorithm>
#include <numeric>

#include "support/check.h"

namespace weft {

Replacements Replacements::identity(std::size_t count) {
  Replacements all(count);
  std::iota(all.made_.begin(), all.made_.end(), 0U);
  return all;
}

EvaluationId Replacements::operator[](EvaluationId old) const {
  WEFT_CHECK(contains(old), "an evaluation without a replacement is read");
  return EvaluationId(made_[old.index()]);
}

void Replacements::redirect(std::vector<DemandedOutput>& outputs) const {
  for (DemandedOutput& output : outputs) {
    output.value = (*this)[output.value];
  }
}

void Replacements::append_redirected(const std::vector<StatedType>& stated,
                                     std::vector<StatedType>& to) const {
  for (const StatedType& each : stated) {
    if (const auto made = find(each.value)) {
      to.push_back({*made, each.type, each.is_round_trip});
    }
  }
}

void sort_stated_types(std::vector<StatedType>& types) {
  std::sort(types.begin(), types.end());
  types.erase(std::unique(types.begin(), types.end()), types.end());
}

}  // namespace weft
