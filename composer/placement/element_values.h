#pragma once

#include <cstdint>
#include <optional>
#include <vector>

#include "composer/elaborate/given_elements.h"
#include "composer/evaluations/plan.h"
#include "composer/placement/portable_leaves.h"

namespace weft {

/// At which index elements are read: a value of a shader, or the one with which leaves read what
/// they give their functions of a level (`index_of_call`).
struct ElementIndex {
  std::optional<EvaluationId> value;
  std::uint32_t level = 0;  ///< without a value

  friend bool operator==(const ElementIndex&, const ElementIndex&) = default;
};

/// What a host could compute for every element of arrays instead of a shader for one.
struct ElementValues {
  /// Per evaluation that is an element.
  std::vector<std::optional<ElementRead>> reads;
  /// Per evaluation that depends on elements at one index and on values of the host alone; elements
  /// do.
  std::vector<std::optional<ElementIndex>> indices;
  /// Per evaluation: of the arrays that those elements are of, the length of the longest.
  std::vector<std::uint32_t> lengths;
};

/// `is_of_host` per evaluation: one value per draw, and a host can compute it.
/// O(evaluations + inputs), beside find_given_elements().
ElementValues find_element_values(const Library& library, const Plan& plan,
                                  const std::vector<bool>& is_of_host, PortableLeaves& leaves);

}  // namespace weft
