#pragma once

#include <cstdint>
#include <optional>

#include "composer/evaluations/plan.h"

namespace weft {

/// Returns the first demand for which two plans compute different values, by structure: the same
/// leaves, operations, constants, features and parameters, in the same stages. Names, traits and
/// places in the source do not count, so the plans may be of two libraries that were loaded from
/// different texts of a document; leaves are the same if their files, names and positions among
/// those of that name are. Nothing if all are equal. For plans that are not placed.
/// O(evaluations · log evaluations).
std::optional<std::uint32_t> find_unequal_output(const Library& library, const Plan& plan,
                                                 const Library& other_library, const Plan& other);

}  // namespace weft
