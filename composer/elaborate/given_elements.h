#pragma once

#include <cstdint>
#include <optional>
#include <vector>

#include "composer/evaluations/plan.h"

namespace weft {

/// An element of an array that a host has, or a member of one.
struct ElementRead {
  EvaluationId array;
  std::vector<std::uint32_t> members;  ///< of the element, the outermost first

  friend bool operator==(const ElementRead&, const ElementRead&) = default;
};

/// How many elements an array has: as its type says, the profile, or a map. 0: none does.
std::uint32_t element_count(const Library& library, const Plan& plan, const Evaluation& array);

/// Per evaluation: the element that a parameter of functions always is, in all calls of all
/// functions that read it; nothing for all else. Arrays are features or parameters. O(evaluations +
/// sizes of the functions + functions × bodies of the leaves that call them).
std::vector<std::optional<ElementRead>> find_given_elements(const Library& library,
                                                            const Plan& plan);

}  // namespace weft
