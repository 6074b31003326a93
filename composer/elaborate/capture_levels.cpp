#include "composer/elaborate/capture_levels.h"

#include <algorithm>
#include <variant>

namespace weft {
namespace {

template <typename Key>
std::optional<std::uint32_t>& entry(std::vector<std::optional<std::uint32_t>>& known, Key key) {
  if (known.size() <= key.index()) {
    known.resize(key.index() + 1);
  }
  return known[key.index()];
}

}  // namespace

// A call refers to older calls only: as inputs, through its environment, and through the instance
// of a function or loop. So the levels of all calls are found in their order, without recursion.
std::uint32_t CaptureLevels::of(CallId call) {
  while (of_calls_.size() <= call.index()) {
    of_calls_.push_back(of_next_call());
  }
  return of_calls_[call.index()];
}

std::uint32_t CaptureLevels::of_next_call() {
  const Call& call = calls_[CallId(of_calls_.size())];
  std::uint32_t level = of(call.environment);
  for (const CallId input : call.inputs) {
    level = std::max(level, of_calls_[input.index()]);
  }
  if (const auto* bound = std::get_if<BoundCall>(&call.kind)) {
    return std::max(level, bound->level);
  }
  if (const auto* function = std::get_if<FunctionCall>(&call.kind)) {
    return std::max(level, of_instance(closures_[function->closure].instance));
  }
  if (const auto* loop = std::get_if<LoopCall>(&call.kind)) {
    return std::max(level, of_instance(loop->instance));
  }
  if (const auto* apart = std::get_if<GraphResultCall>(&call.kind)) {
    return std::max(level, of_instance(apart->instance));
  }
  return level;
}

std::uint32_t CaptureLevels::of(EnvironmentId environment) {
  if (environment == no_environment) {
    return 0;
  }
  if (const std::optional<std::uint32_t> known = entry(of_environments_, environment)) {
    return *known;
  }
  std::uint32_t level = 0;
  for (const auto& [feature, value] : environments_[environment].injected) {
    level = std::max(level, of(value));
  }
  entry(of_environments_, environment) = level;
  return level;
}

std::uint32_t CaptureLevels::of_ports(InstanceId instance) {
  if (const std::optional<std::uint32_t> known = entry(of_ports_, instance)) {
    return *known;
  }
  std::uint32_t level = 0;
  for (const CallId port : instances_[instance].ports) {
    level = std::max(level, of(port));
  }
  entry(of_ports_, instance) = level;
  return level;
}

std::uint32_t CaptureLevels::of_instance(InstanceId instance) {
  std::uint32_t level = std::max(of(instances_[instance].context.environment), of_ports(instance));
  for (const auto& [node, value] : instances_[instance].bound) {
    level = std::max(level, of(value));
  }
  return level;
}

}  // namespace weft
