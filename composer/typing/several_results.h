#pragma once

#include <optional>
#include <vector>

#include "composer/typing/call_typing.h"

namespace weft {

/// A value of several named parts, a graph's results or a simulation's states, which is read
/// through its members only.
TypedValue type_parts(const std::vector<NameId>& names, const std::vector<TypedValue>& parts);
TypedValue type_results(const Library& library, FragmentId graph,
                        const std::vector<TypedValue>& results);
TypedValue part_of(const TypedValue& value, std::size_t part);

/// Explains that a value with several results is used as one, if it is.
std::optional<Diagnostic> explain_several_values(const TypingContext& in, const TypedValue& value,
                                                 std::optional<Span> span);

}  // namespace weft
