#include "codegen/spirv/module_memo.h"

namespace weft {
namespace {

constexpr std::size_t most_refusals = 1024;

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

void ModuleMemo::refuse(const ContentHash& content) {
  const std::lock_guard lock(mutex_);
  if (refused_.size() >= most_refusals) {
    refused_.clear();
  }
  refused_.insert(content);
}

bool ModuleMemo::knows(const ContentHash& content) {
  const std::lock_guard lock(mutex_);
  return places_.contains(content) || refused_.contains(content);
}

void ModuleMemo::add(const ContentHash& content, SpirvModule module) {
  const std::lock_guard lock(mutex_);
  const std::size_t size = size_of(module);
  if (size > most_bytes_ || places_.contains(content)) {
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
