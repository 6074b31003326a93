#pragma once

#include <cstddef>
#include <cstdint>
#include <utility>
#include <vector>

#include "conversions/compiled_rules.h"

namespace weft {

/// Types as arrays of coordinates, each stored once and numbered in the order of arrival.
class TypeSet {
 public:
  explicit TypeSet(std::size_t slot_count);

  /// The number of a type and whether it is new. The array may not point into this set.
  std::pair<std::uint32_t, bool> insert(const Coordinate* type);
  /// Its number, `size()` if it is not there.
  std::uint32_t find(const Coordinate* type) const;
  /// Valid until the next insert().
  const Coordinate* operator[](std::uint32_t id) const { return &coordinates_[id * slots_]; }
  std::size_t size() const { return hashes_.size(); }

 private:
  std::uint64_t hash_of(const Coordinate* type) const;
  std::size_t place_of(const Coordinate* type, std::uint64_t hash) const;
  void grow();

  std::size_t slots_;
  std::vector<Coordinate> coordinates_;
  std::vector<std::uint64_t> hashes_;
  std::vector<std::uint32_t> table_;  // open addressing: number + 1, 0 is free
};

}  // namespace weft
