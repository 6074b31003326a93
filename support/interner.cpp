#include "support/interner.h"

namespace weft {

NameId Interner::intern(std::string_view text) {
  if (auto found = ids_.find(text); found != ids_.end()) {
    return found->second;
  }
  texts_.emplace_back(text);
  NameId id(texts_.size() - 1);
  ids_.emplace(std::string_view(texts_.back()), id);
  return id;
}

std::optional<NameId> Interner::find(std::string_view text) const {
  if (auto found = ids_.find(text); found != ids_.end()) {
    return found->second;
  }
  return std::nullopt;
}

}  // namespace weft
