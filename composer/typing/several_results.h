#pragma once

#include <optional>
#include <vector>

#include "composer/typing/call_typing.h"

namespace weft {

/// The value of a graph with several results, which is read through its members only.
TypedValue type_results(FragmentId graph, const std::vector<TypedValue>& results);
TypedValue result_of_graph(const TypedValue& value, std::size_t result);

/// Explains that a value with several results is used as one, if it is.
std::optional<Diagnostic> explain_several_values(const TypingContext& in, const TypedValue& value,
                                                 std::optional<Span> span);

}  // namespace weft
