#pragma once

#include <algorithm>
#include <array>
#include <bit>
#include <cstddef>
#include <cstdint>
#include <vector>

namespace weft {

/// A priority queue for keys that never fall below the last one taken: entries lie by the highest
/// bit in which their key differs from it (Ahuja, Mehlhorn, Orlin, Tarjan, «Faster Algorithms for
/// the Shortest Path Problem», JACM 37, 1990). Amortised O(bits of a key) per entry.
class RadixQueue {
 public:
  using Key = std::uint32_t;
  struct Entry {
    Key key = 0;
    std::uint32_t value = 0;
  };

  /// `entry.key` is at least the key of the cheapest entries.
  void push(Entry entry) {
    buckets_[static_cast<std::size_t>(std::bit_width(entry.key ^ last_))].push_back(entry);
  }

  /// Makes cheapest() the entries of the least key; false if they are dearer than `most`, or none.
  bool advance(Key most) {
    if (!buckets_[0].empty()) {
      return last_ <= most;
    }
    auto bucket = std::find_if(buckets_.begin(), buckets_.end(),
                               [](const std::vector<Entry>& entries) { return !entries.empty(); });
    if (bucket == buckets_.end()) {
      return false;
    }
    auto least = std::min_element(bucket->begin(), bucket->end(), [](const Entry& a, const Entry& b) {
      return a.key < b.key;
    });
    if (least->key > most) {
      return false;
    }
    last_ = least->key;
    for (const Entry& entry : *bucket) {
      push(entry);  // into a lower bucket: all of them have the bit in which they differed
    }
    bucket->clear();
    return true;
  }

  /// All of one key, after advance(). May grow by push() while it is gone through by index; to be
  /// cleared before the next advance().
  std::vector<Entry>& cheapest() { return buckets_[0]; }

  bool empty() const {
    return std::all_of(buckets_.begin(), buckets_.end(),
                       [](const std::vector<Entry>& entries) { return entries.empty(); });
  }

 private:
  Key last_ = 0;
  std::array<std::vector<Entry>, 33> buckets_;
};

}  // namespace weft
