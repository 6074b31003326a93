#pragma once

#include <optional>
#include <string>
#include <vector>

#include "composer/typing/call_site.h"

namespace weft {

/// Types the functions at a candidate's function ports, and completes the site with what they
/// inject and what their conversions cost. Functions that receive their own results vary with them,
/// so their rates are iterated to a fixed point. `closures`: per port. An empty mismatch: something
/// is not typed yet or erroneous.
Matched<void> type_functions(const TypingContext& in, CallSite& site,
                             const std::vector<std::optional<ClosureId>>& closures,
                             Requests& requests);

/// The same for a graph, which is not expanded yet: checks its function arguments against the
/// signature. Parameters are assumed constant, so that nothing is refused that the expanded graph
/// may permit.
Matched<void> try_functions(const TypingContext& in, CallSite& site,
                            const std::vector<std::optional<ClosureId>>& closures,
                            Requests& requests);

/// Returns the name of the first leaf below that takes a derivative inside the function.
std::string derivative_below(const TypingContext& in, EvaluationId root, std::uint32_t level);

/// Returns the highest level in the set, 0 if empty.
std::uint32_t highest_level(const FunctionLevels& levels);

/// `recursion`, for functions nested deeper than levels can count.
Diagnostic nested_too_deep(Span span);

}  // namespace weft
