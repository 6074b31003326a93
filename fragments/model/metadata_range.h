#pragma once

#include <cstddef>

#include "fragments/model/library.h"

namespace weft {

/// A component of a scalar or vector as a number; a bool is 0 or 1.
double component_of(const Constant& value, std::size_t component);

/// What a bound (`min`, `max`, `step`, …) says of one component: a number says the same of all, a
/// value of the type its own.
double bound_of(const MetaValue& bound, std::size_t component);

/// The `min` or `max` that a component of `value` lies outside of, or null. NaN lies outside of
/// both.
const MetaValue* find_broken_bound(const Library& library, const MetaData& meta,
                                   const Constant& value);

}  // namespace weft
