#pragma once

#include <cstdint>
#include <optional>
#include <vector>

#include "composer/elaborate/given_elements.h"
#include "composer/evaluations/plan.h"
#include "composer/placement/portable_leaves.h"
#include "support/flag.h"

// Work on array elements that can move to the CPU. A shader that reads `lights.direction[i]` and
// transforms it by matrices that are constant per draw does the same work for each fragment. The
// host can transform all elements once per draw, and the shader reads element i of the result. This
// analysis finds the evaluations that depend on array elements at a single index and otherwise on
// host values only; HostStage turns them into maps.

namespace weft {

/// The index of an element read: a shader value, or the implicit index with which leaves read the
/// elements they pass to functions of a level (`index_of_call`).
struct ElementIndex {
  std::optional<EvaluationId> value;
  std::uint32_t level = 0;  ///< used without a value

  friend bool operator==(const ElementIndex&, const ElementIndex&) = default;
};

/// Evaluations that the host could compute for every element of some arrays.
struct ElementValues {
  /// Per evaluation: the element read, if it is one.
  std::vector<std::optional<ElementRead>> reads;
  /// Per evaluation that depends on elements at one index and otherwise on host values alone: the
  /// index. Includes the elements themselves.
  std::vector<std::optional<ElementIndex>> indices;
  /// Per evaluation: the length of the longest array among its elements.
  std::vector<std::uint32_t> lengths;
};

/// `is_of_host`, per evaluation: constant per draw and computable on the host. O(evaluations +
/// inputs), plus find_given_elements().
ElementValues find_element_values(const Library& library, const Plan& plan,
                                  const std::vector<Flag>& is_of_host, PortableLeaves& leaves);

}  // namespace weft
