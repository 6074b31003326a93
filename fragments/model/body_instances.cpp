#include "fragments/model/body_instances.h"

#include <algorithm>
#include <mutex>
#include <utility>

namespace weft {

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
