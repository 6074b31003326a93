#include "fragments/check/check_scope.h"

namespace weft {

void LocalScopes::open() { block_begins_.push_back(entries_.size()); }

void LocalScopes::close() {
  while (entries_.size() > block_begins_.back()) {
    innermost_[entries_.back().name.index()] = entries_.back().shadowed;
    entries_.pop_back();
  }
  block_begins_.pop_back();
}

void LocalScopes::clear() {
  while (!block_begins_.empty()) {
    close();
  }
}

std::optional<std::uint32_t> LocalScopes::declare(NameId name, std::uint32_t local) {
  const std::uint32_t shadowed = innermost(name);
  if (shadowed != none && entries_[shadowed].depth == block_begins_.size()) {
    return entries_[shadowed].local;
  }
  if (name.index() >= innermost_.size()) {
    innermost_.resize(name.index() + 1, none);
  }
  innermost_[name.index()] = static_cast<std::uint32_t>(entries_.size());
  entries_.push_back({name, local, block_begins_.size(), shadowed});
  return std::nullopt;
}

std::vector<NameId> LocalScopes::names() const {
  std::vector<NameId> all;
  all.reserve(entries_.size());
  for (const Entry& entry : entries_) {
    all.push_back(entry.name);
  }
  return all;
}

}  // namespace weft
