#pragma once

#include <cstddef>
#include <optional>
#include <string>
#include <string_view>
#include <vector>

#include "fragments/model/library.h"
#include "support/diagnostic.h"

namespace weft {

/// Returns a component of a scalar or vector as a number; a bool is 0 or 1.
double component_of(const Constant& value, std::size_t component);

/// Returns a bound (`min`, `max`, `step`, …) for one component: a scalar bound applies to all
/// components, a vector bound per component.
double bound_of(const MetaValue& bound, std::size_t component);

/// Whether it states `min`, `max` or `enum`.
bool states_range(const Library& library, const MetaData& meta);

/// Returns the `min` or `max` that a component of `value` violates, or the `enum` that does not
/// have the value; or null. NaN violates both bounds.
const MetaValue* find_broken_bound(const Library& library, const MetaData& meta,
                                   const Constant& value);

/// What is wrong with a value that breaks the bound: "lies outside min and max", "is none of low
/// (0)".
std::string broken_bound_text(const Library& library, const MetaValue& bound);

/// Returns the reason against a value that a host gives for a parameter: it breaks a bound.
std::optional<Diagnostic> refusal_by_bounds(const Library& library,
                                            const MaterialParameter& parameter,
                                            const Constant& value);

/// Returns the values that `enum` lists, in its order; null without one.
const std::vector<EnumChoice>* enum_choices(const Library& library, const MetaData& meta);

/// `plain (0), striped (4)`, for messages.
std::string choices_text(const Library& library, const std::vector<EnumChoice>& choices);

/// A choice's name as a label: `two_tone` is "Two tone".
std::string label_of_choice(std::string_view name);

}  // namespace weft
