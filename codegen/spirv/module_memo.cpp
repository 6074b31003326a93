#include "codegen/spirv/module_memo.h"

namespace weft {
namespace {

std::size_t size_of(const SpirvModule& module) {
  return module.words.size() * sizeof(std::uint32_t);
}

}  // namespace

std::optional<SpirvModule> ModuleMemo::find(const ContentHash& content) {
  const std::lock_guard lock(mutex_);
  const auto place = places_.find(content);
  if (place == places_.end()) {
    return std::nullopt;
  }
  modules_.splice(modules_.begin(), modules_, place->second);
  return place->second->second;
}

void ModuleMemo::add(const ContentHash& content, SpirvModule module) {
  const std::lock_guard lock(mutex_);
  const std::size_t size = size_of(module);
  if (size > most_bytes_ || places_.count(content) != 0) {
    return;
  }
  bytes_ += size;
  modules_.emplace_front(content, std::move(module));
  places_[content] = modules_.begin();
  while (bytes_ > most_bytes_) {
    bytes_ -= size_of(modules_.back().second);
    places_.erase(modules_.back().first);
    modules_.pop_back();
  }
}

}  // namespace weft
