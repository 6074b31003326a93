#pragma once

#include <vector>

#include "composer/evaluations/plan.h"
#include "composer/placement/element_values.h"
#include "fragments/analysis/operation_counts.h"
#include "support/flag.h"

namespace weft {

/// The values that a host computes from features and parameters, because shaders read them.
struct HostValues {
  std::vector<Flag> is_result;  ///< per evaluation: computed by the host and read by a shader
  /// Per evaluation: computed by the host for every array element; a shader reads the one at its
  /// index.
  std::vector<Flag> is_mapped;
  ElementValues elements;
  bool has_results = false;
};

/// O(evaluations + inputs), plus the bodies of leaves once each; leaves that call functions once
/// per call.
HostValues find_host_values(const Library& library, const Plan& plan, OperationCounts& counts);

}  // namespace weft
