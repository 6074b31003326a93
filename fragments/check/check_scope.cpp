#include "fragments/check/check_scope.h"

namespace weft {

void LocalScopes::open() { block_begins_.push_back(entries_.size()); }

void LocalScopes::close() {
  while (entries_.size() > block_begins_.back()) {
    by_name_[entries_.back().name].pop_back();
    entries_.pop_back();
  }
  block_begins_.pop_back();
}

std::optional<std::uint32_t> LocalScopes::declare(NameId name, std::uint32_t local) {
  std::vector<std::size_t>& same_name = by_name_[name];
  if (!same_name.empty() && entries_[same_name.back()].depth == block_begins_.size()) {
    return entries_[same_name.back()].local;
  }
  same_name.push_back(entries_.size());
  entries_.push_back({name, local, block_begins_.size()});
  return std::nullopt;
}

std::optional<std::uint32_t> LocalScopes::find(NameId name) const {
  auto at = by_name_.find(name);
  if (at == by_name_.end() || at->second.empty()) {
    return std::nullopt;
  }
  return entries_[at->second.back()].local;
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
