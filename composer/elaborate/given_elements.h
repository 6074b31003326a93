#pragma once

#include <cstdint>
#include <optional>
#include <vector>

#include "composer/evaluations/plan.h"

namespace weft {

/// An element of an array that a host provides, or a member of it.
struct ElementRead {
  EvaluationId array;
  std::vector<std::uint32_t> members;  ///< of the element, outermost first

  friend bool operator==(const ElementRead&, const ElementRead&) = default;
};

/// Returns an array's length, from its type, the profile or a map. 0: unknown.
std::uint32_t element_count(const Library& library, const Plan& plan, const Evaluation& array);

/// Finds the function parameters that are always the element of one array, at the index of the
/// call, in every call of every function that reads them. Per evaluation; nothing for others.
/// Arrays are features or parameters. O(evaluations + sizes of the functions + functions × bodies
/// of the leaves that call them).
std::vector<std::optional<ElementRead>> find_given_elements(const Library& library,
                                                            const Plan& plan);

}  // namespace weft
