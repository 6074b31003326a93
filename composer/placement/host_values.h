#pragma once

#include <vector>

#include "composer/plan.h"

namespace weft {

/// What a host can compute, and what of that the shaders are to read.
struct HostValues {
  std::vector<bool> can_compute;  ///< per evaluation: from features and parameters alone
  std::vector<bool> is_result;    ///< per evaluation: computed by the host, read by a shader
  bool has_results = false;
};

/// O(evaluations + inputs), and the bodies of leaves once each.
HostValues find_host_values(const Library& library, const Plan& plan);

}  // namespace weft
