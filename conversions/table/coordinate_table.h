#pragma once

#include <cstddef>
#include <cstdint>
#include <utility>
#include <vector>

#include "conversions/table/slots.h"
#include "support/index_table.h"

namespace weft {

/// Hash-consed arrays of coordinates, one per slot, numbered in order of insertion: the types that
/// a search has reached, or the subgoals (arrays of regions) that it visits.
class CoordinateTable {
 public:
  explicit CoordinateTable(std::size_t slot_count) : slots_(slot_count) {}

  /// Returns the number of an array and whether it is new. The array must not point into this
  /// table. O(slots).
  std::pair<std::uint32_t, bool> insert(const Coordinate* array);
  /// Returns the number of an array, `size()` if absent. O(slots).
  std::uint32_t find(const Coordinate* array) const { return find(array, hash_of(array)); }
  /// Valid until the next insert().
  const Coordinate* operator[](std::uint32_t id) const { return &coordinates_[id * slots_]; }
  std::size_t size() const { return size_; }

 private:
  std::uint64_t hash_of(const Coordinate* array) const;
  std::uint32_t find(const Coordinate* array, std::uint64_t hash) const;

  std::size_t slots_;
  std::uint32_t size_ = 0;
  std::vector<Coordinate> coordinates_;
  IndexTable table_;
};

}  // namespace weft
