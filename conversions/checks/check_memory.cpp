#include "conversions/checks/check_memory.h"

#include <algorithm>

namespace weft {

std::vector<ContentHash> CheckMemory::passed(std::size_t most) const {
  std::vector<ContentHash> sorted;
  for (const Passed& check : passed_) {
    if (check.is_used || passed_.size() <= most) {
      sorted.push_back(check.hash);
    }
  }
  std::sort(sorted.begin(), sorted.end());
  sorted.resize(std::min(sorted.size(), most));
  return sorted;
}

}  // namespace weft
