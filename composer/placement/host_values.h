#pragma once

#include <vector>

#include "composer/evaluations/plan.h"
#include "composer/placement/element_values.h"

namespace weft {

/// What a host can compute, and what of that the shaders are to read.
struct HostValues {
  std::vector<bool> can_compute;  ///< per evaluation: from features and parameters alone
  std::vector<bool> is_result;    ///< per evaluation: computed by the host, read by a shader
  /// Per evaluation: computed by the host for every element of arrays; a shader reads the one at
  /// its index.
  std::vector<bool> is_mapped;
  ElementValues elements;
  bool has_results = false;
};

/// O(evaluations + inputs), the bodies of leaves once each, and those that call functions once per
/// call.
HostValues find_host_values(const Library& library, const Plan& plan);

}  // namespace weft
