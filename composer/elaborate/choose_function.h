#pragma once

#include <vector>

#include "composer/elaborate/expansion.h"

namespace weft {

/// The value of a condition that is a literal or a static parameter. Nothing for others.
std::optional<bool> known_condition(const Expansion& state, CallId condition);

/// What was decided about another condition; null, and listed as missing, while nothing is.
const FunctionCondition* decided_condition(const Expansion& state, CallId condition, Span where);

/// The argument that a choice between functions, `mode == 0 ? hills : ridges`, comes to, or an
/// erroneous call. Neither while a condition is undecided.
struct Chosen {
  std::optional<NodeId> node = std::nullopt;
  Expanded error = std::nullopt;
};

/// Follows choices between functions to the chosen one, or returns a node that is none. Conditions
/// are decided at compile time, and only the chosen function is expanded. `takers`: the ports that
/// the argument may go to.
Chosen choose_function(const Expansion& state, NodePlace place, Stage stage,
                       const std::vector<const FragmentPort*>& takers);

}  // namespace weft
