#pragma once

#include <cstdint>
#include <optional>
#include <vector>

#include "composer/elaborate/call_store.h"
#include "composer/elaborate/closures.h"
#include "composer/elaborate/environments.h"
#include "composer/elaborate/graph_instances.h"

namespace weft {

/// Upper bounds on the levels of the parameters that values read. The level of a function is one
/// more than the greatest level that it captures (decision 0006). A lambda that captures nothing of
/// the lambda around it gets the same level as outside. Each bound is computed once.
class CaptureLevels {
 public:
  /// The references must outlive the object.
  CaptureLevels(const CallStore& calls, const Environments& environments,
                const GraphInstances& instances, const ClosureStore& closures)
      : calls_(calls), environments_(environments), instances_(instances), closures_(closures) {}

  /// Of the value of a call: at least the level of every parameter that it may read. O(calls and
  /// inputs not asked about before).
  std::uint32_t of(CallId call);
  /// The greatest of what an environment injects.
  std::uint32_t of(EnvironmentId environment);
  /// The greatest of what an instance is given at its ports.
  std::uint32_t of_ports(InstanceId instance);

 private:
  std::uint32_t of_next_call();
  std::uint32_t of_instance(InstanceId instance);

  const CallStore& calls_;
  const Environments& environments_;
  const GraphInstances& instances_;
  const ClosureStore& closures_;
  std::vector<std::uint32_t> of_calls_;                        // by CallId
  std::vector<std::optional<std::uint32_t>> of_environments_;  // by EnvironmentId
  std::vector<std::optional<std::uint32_t>> of_ports_;         // by InstanceId
};

}  // namespace weft
