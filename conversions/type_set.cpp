#include "conversions/type_set.h"

#include <algorithm>

namespace weft {

TypeSet::TypeSet(std::size_t slot_count) : slots_(slot_count), table_(64, 0) {}

std::uint64_t TypeSet::hash_of(const Coordinate* type) const {
  std::uint64_t hash = slots_;
  for (std::size_t i = 0; i < slots_; ++i) {
    hash = (hash ^ type[i]) * 0x9e3779b97f4a7c15ULL;
    hash ^= hash >> 32;
  }
  return hash;
}

/// Where it is in the table, or a free place for it.
std::size_t TypeSet::place_of(const Coordinate* type, std::uint64_t hash) const {
  const std::size_t mask = table_.size() - 1;
  std::size_t at = static_cast<std::size_t>(hash) & mask;
  for (; table_[at] != 0; at = (at + 1) & mask) {
    const std::uint32_t id = table_[at] - 1;
    if (hashes_[id] == hash && std::equal(type, type + slots_, &coordinates_[id * slots_])) {
      break;
    }
  }
  return at;
}

std::uint32_t TypeSet::find(const Coordinate* type) const {
  const std::uint32_t entry = table_[place_of(type, hash_of(type))];
  return entry != 0 ? entry - 1 : static_cast<std::uint32_t>(size());
}

std::pair<std::uint32_t, bool> TypeSet::insert(const Coordinate* type) {
  const std::uint64_t hash = hash_of(type);
  const std::size_t at = place_of(type, hash);
  if (table_[at] != 0) {
    return {table_[at] - 1, false};
  }
  auto id = static_cast<std::uint32_t>(hashes_.size());
  table_[at] = id + 1;
  hashes_.push_back(hash);
  coordinates_.insert(coordinates_.end(), type, type + slots_);
  if (hashes_.size() * 2 > table_.size()) {
    grow();
  }
  return {id, true};
}

void TypeSet::grow() {
  std::vector<std::uint32_t> larger(table_.size() * 2, 0);
  std::size_t mask = larger.size() - 1;
  for (std::size_t id = 0; id < hashes_.size(); ++id) {
    std::size_t at = static_cast<std::size_t>(hashes_[id]) & mask;
    while (larger[at] != 0) {
      at = (at + 1) & mask;
    }
    larger[at] = static_cast<std::uint32_t>(id + 1);
  }
  table_ = std::move(larger);
}

}  // namespace weft
