#pragma once

#include <algorithm>
#include <unordered_set>
#include <vector>

#include "support/content_hash.h"

namespace weft {

/// Which checks of conversions were passed, by the hash of all that their verdict depends on
/// (ConversionFingerprints). What failed is not remembered: it is tried again, and said again where
/// it stands now. Kept in files by tools/check_cache.h.
class CheckMemory {
 public:
  CheckMemory() = default;
  explicit CheckMemory(const std::vector<ContentHash>& passed)
      : passed_(passed.begin(), passed.end()) {}

  bool holds(const ContentHash& check) {
    const bool is_known = passed_.count(check) != 0;
    if (is_known) {
      used_.insert(check);
    }
    return is_known;
  }
  void add(const ContentHash& check) {
    has_news_ = passed_.insert(check).second || has_news_;
    used_.insert(check);
  }

  bool has_news() const { return has_news_; }
  /// Sorted; if there are more than `most`, only those that were asked for or added.
  std::vector<ContentHash> passed(std::size_t most) const {
    const auto& kept = passed_.size() <= most ? passed_ : used_;
    std::vector<ContentHash> sorted(kept.begin(), kept.end());
    std::sort(sorted.begin(), sorted.end());
    sorted.resize(std::min(sorted.size(), most));
    return sorted;
  }

 private:
  using Hashes = std::unordered_set<ContentHash, ContentHashHash>;  // look-ups; sorted when listed
  Hashes passed_;
  Hashes used_;
  bool has_news_ = false;
};

}  // namespace weft
