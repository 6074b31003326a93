#include "codegen/lower/lowered_leaves.h"

#include <utility>

namespace weft {

std::shared_ptr<const Function> LoweredLeaves::find(const Body& body) {
  const std::lock_guard lock(mutex_);
  const auto found = known_.find(&body);
  return found == known_.end() ? nullptr : found->second;
}

void LoweredLeaves::add(const Body& body, Function function) {
  auto shared = std::make_shared<const Function>(std::move(function));
  const std::lock_guard lock(mutex_);
  known_.emplace(&body, std::move(shared));
}

}  // namespace weft
