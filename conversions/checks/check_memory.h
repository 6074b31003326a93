#pragma once

#include <cstddef>
#include <cstdint>
#include <optional>
#include <vector>

#include "support/content_hash.h"
#include "support/index_table.h"

namespace weft {

/// A memo of conversion checks that passed, keyed by a hash of everything their verdict depends on
/// (ConversionFingerprints). Failed checks are not stored: they run again and are reported with
/// current positions. tools/check_cache.h keeps it in files.
class CheckMemory {
 public:
  CheckMemory() = default;
  explicit CheckMemory(const std::vector<ContentHash>& passed) {
    for (const ContentHash& check : passed) {
      find_or_add(check);
    }
    has_news_ = false;
  }

  bool holds(const ContentHash& check) {
    const std::optional<std::uint32_t> known = find(check);
    if (known) {
      passed_[*known].is_used = true;
    }
    return known.has_value();
  }
  void add(const ContentHash& check) { passed_[find_or_add(check)].is_used = true; }

  bool has_news() const { return has_news_; }
  /// Returns the hashes, sorted. If there are more than `most`, returns the first `most` of those
  /// that were looked up or added. O(n log n).
  std::vector<ContentHash> passed(std::size_t most) const;

 private:
  struct Passed {
    ContentHash hash;
    bool is_used = false;  ///< looked up or added
  };

  std::optional<std::uint32_t> find(const ContentHash& check) const {
    return table_.find(check.low, [&](std::uint32_t at) { return passed_[at].hash == check; });
  }
  std::uint32_t find_or_add(const ContentHash& check) {
    if (const auto known = find(check)) {
      return *known;
    }
    const auto at = static_cast<std::uint32_t>(passed_.size());
    passed_.push_back({check});
    table_.insert(check.low, at);
    has_news_ = true;
    return at;
  }

  std::vector<Passed> passed_;
  IndexTable table_;  ///< by hash
  bool has_news_ = false;
};

}  // namespace weft
