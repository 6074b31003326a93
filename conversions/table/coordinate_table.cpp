#include "conversions/table/coordinate_table.h"

#include <algorithm>

namespace weft {

std::uint64_t CoordinateTable::hash_of(const Coordinate* array) const {
  std::uint64_t hash = slots_;
  for (std::size_t i = 0; i < slots_; ++i) {
    hash = mix_hash(hash, array[i]);
  }
  return hash;
}

std::uint32_t CoordinateTable::find(const Coordinate* array, std::uint64_t hash) const {
  return table_
      .find(hash,
            [&](std::uint32_t id) {
              return std::equal(array, array + slots_, &coordinates_[id * slots_]);
            })
      .value_or(size_);
}

std::pair<std::uint32_t, bool> CoordinateTable::insert(const Coordinate* array) {
  const std::uint64_t hash = hash_of(array);
  const std::uint32_t id = find(array, hash);
  if (id != size_) {
    return {id, false};
  }
  table_.insert(hash, id);
  coordinates_.insert(coordinates_.end(), array, array + slots_);
  ++size_;
  return {id, true};
}

}  // namespace weft
