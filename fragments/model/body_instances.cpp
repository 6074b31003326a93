#include "fragments/model/body_instances.h"

#include <algorithm>
#include <bit>
#include <cstdint>
#include <mutex>
#include <utility>

#include "support/hash.h"

namespace weft {
namespace {

std::uint64_t hash_of(const std::vector<DataType>& types) {
  std::uint64_t hash = types.size();
  for (const DataType type : types) {
    hash = mix_hash(hash, std::bit_cast<std::uint64_t>(type));
  }
  return hash;
}

}  // namespace

void BodyInstances::set(std::vector<BodyInstance> instances) {
  all_ = std::move(instances);
  by_types_ = IndexTable();
  for (std::size_t i = 0; all_.size() > 1 && i < all_.size(); ++i) {
    by_types_.insert(hash_of(all_[i].type_arguments), static_cast<std::uint32_t>(i));
  }
}

const BodyInstance* BodyInstances::find(const std::vector<DataType>& type_arguments) const {
  if (all_.size() == 1) {
    return all_.front().type_arguments == type_arguments ? &all_.front() : nullptr;
  }
  const auto at = by_types_.find(hash_of(type_arguments), [&](std::uint32_t i) {
    return all_[i].type_arguments == type_arguments;
  });
  return at ? &all_[*at] : nullptr;
}

const BodyInstance* InstancesOnDemand::find(const std::vector<DataType>& type_arguments) const {
  const std::shared_lock lock(mutex_);
  return find_locked(type_arguments);
}

void InstancesOnDemand::add(BodyInstance made) {
  const std::unique_lock lock(mutex_);
  if (find_locked(made.type_arguments) == nullptr) {
    made_.push_back(std::move(made));
  }
}

const BodyInstance* InstancesOnDemand::find_locked(
    const std::vector<DataType>& type_arguments) const {
  const auto at = std::find_if(made_.begin(), made_.end(), [&](const BodyInstance& instance) {
    return instance.type_arguments == type_arguments;
  });
  return at != made_.end() ? &*at : nullptr;
}

}  // namespace weft
