#pragma once

#include <cstdint>
#include <vector>

#include "composer/typing/typing_context.h"
#include "support/diagnostic.h"

// Ports may state ranges: `roughness: float = 0.5 [min: 0, max: 1]`. An argument that is known
// while composing and lies outside is worth a warning. It is known after constant folding, by which
// graphs and their ports are gone; so the arguments are found before and looked at afterwards.

namespace weft {

/// The arguments of such ports among the typed calls that the roots need. `graph` has the values of
/// the calls. Of equal arguments of one port the first counts. O(calls + arguments), O(1) if no
/// port of the library states a range.
std::vector<RangedArgument> find_ranged_arguments(const TypingContext& in, const TypedGraph& graph,
                                                  const std::vector<CallId>& roots);

/// Appends the values to the graph's outputs, so that passes which rewrite it follow them.
/// O(arguments).
void follow_arguments(TypedGraph& graph, const std::vector<RangedArgument>& arguments);

/// Takes the values out of the outputs again, as they are now. O(arguments).
void take_followed_arguments(TypedGraph& graph, std::vector<RangedArgument>& arguments);

/// Takes the values out of the outputs again, and reports those that are constants outside of their
/// ranges, as warnings (`argument-out-of-range`). O(arguments).
Diagnostics check_followed_arguments(const Library& library, TypedGraph& graph,
                                     const std::vector<RangedArgument>& arguments);

}  // namespace weft
