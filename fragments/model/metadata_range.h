#pragma once

#include <cstddef>

#include "fragments/model/library.h"

namespace weft {

/// Returns a component of a scalar or vector as a number; a bool is 0 or 1.
double component_of(const Constant& value, std::size_t component);

/// Returns a bound (`min`, `max`, `step`, …) for one component: a scalar bound applies to all
/// components, a vector bound per component.
double bound_of(const MetaValue& bound, std::size_t component);

/// Returns the `min` or `max` that a component of `value` violates, or null. NaN violates both.
const MetaValue* find_broken_bound(const Library& library, const MetaData& meta,
                                   const Constant& value);

}  // namespace weft
