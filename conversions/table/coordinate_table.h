#pragma once

#include <cstddef>
#include <cstdint>
#include <utility>
#include <vector>

#include "conversions/table/compiled_rules.h"
#include "support/index_table.h"

namespace weft {

/// Arrays of coordinates, one per slot, each stored once and numbered in the order of arrival: the
/// types that a search has reached, or the regions that it wants.
class CoordinateTable {
 public:
  explicit CoordinateTable(std::size_t slot_count) : slots_(slot_count) {}

  /// The number of an array and whether it is new. It may not point into this table. O(slots).
  std::pair<std::uint32_t, bool> insert(const Coordinate* array);
  /// Its number, `size()` if it is not there. O(slots).
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
