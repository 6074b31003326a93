#pragma once

#include <cstddef>
#include <cstdint>
#include <optional>
#include <utility>
#include <vector>

namespace weft {

/// A hash table of indices: finds an equal item among items that live elsewhere, say in a Store.
/// This is the lookup that hash-consing needs. Open addressing with linear probing at a load factor
/// of at most 1/2; a slot holds 32 bits of the hash and the item's index. Never iterated, so no
/// result can depend on hash order.
///
/// Intern an item, with its hash `h`:
///
///     if (auto at = table.find(h, [&](std::uint32_t i) { return items[i] == item; })) return *at;
///     items.push_back(item);
///     table.insert(h, items.size() - 1);
class IndexTable {
 public:
  /// The index of an item with this hash for which `is_equal(index)` holds. O(1) expected.
  template <typename Equal>
  std::optional<std::uint32_t> find(std::uint64_t hash, Equal is_equal) const {
    if (slots_.empty()) {
      return std::nullopt;
    }
    const std::uint32_t tag = tag_of(hash);
    for (std::size_t at = start_of(tag); slots_[at].item != 0; at = (at + 1) & mask()) {
      if (slots_[at].tag == tag && is_equal(slots_[at].item - 1)) {
        return slots_[at].item - 1;
      }
    }
    return std::nullopt;
  }

  /// Adds an index. Call only after find() failed for an equal item.
  void insert(std::uint64_t hash, std::uint32_t index) {
    if (2 * (size_ + 1) > slots_.size()) {
      grow();
    }
    place({tag_of(hash), index + 1});
    ++size_;
  }

 private:
  struct Slot {
    std::uint32_t tag = 0;
    std::uint32_t item = 0;  ///< index + 1; 0 is an empty slot
  };

  std::size_t mask() const { return slots_.size() - 1; }
  static std::uint32_t tag_of(std::uint64_t hash) {
    return static_cast<std::uint32_t>((hash * 0x9e3779b97f4a7c15ULL) >> 32);
  }
  std::size_t start_of(std::uint32_t tag) const { return tag & mask(); }

  void place(Slot slot) {
    std::size_t at = start_of(slot.tag);
    while (slots_[at].item != 0) {
      at = (at + 1) & mask();
    }
    slots_[at] = slot;
  }

  void grow() {
    std::vector<Slot> old = std::exchange(
        slots_, std::vector<Slot>(slots_.empty() ? initial_size : growth * slots_.size()));
    for (const Slot& slot : old) {
      if (slot.item != 0) {
        place(slot);
      }
    }
  }

  static constexpr std::size_t initial_size = 64;  // a power of two, as is every later size
  static constexpr std::size_t growth = 4;         // placing all again costs more than empty slots
  std::vector<Slot> slots_;
  std::size_t size_ = 0;
};

}  // namespace weft
