#pragma once

#include <vector>

#include "composer/elaborate/expansion.h"
#include "support/diagnostic.h"

namespace weft {

/// A graph that passes the function it was given for one of its ports on to another call.
struct HandOver {
  FragmentId graph;
  std::uint32_t port;
  Span span;  ///< the argument of the other call
};

/// Where an author wrote the function that an argument stands for, and the graphs that hand it on
/// from there to the argument, outermost first. So messages about the function point at the text
/// of the one who chose it, and not into a library.
struct WrittenFunction {
  Span span;
  std::vector<HandOver> handed_over = {};
};

/// An argument of a call by name that may take functions.
PassedArgument argument_of_call(const GraphInstances& instances, CallId invoke,
                                const CallArgument& argument);

/// Follows an argument for a function port outward, while it is such a port of the graph around it.
/// Choices between functions are followed to the chosen one. Ends early where a condition is not
/// decided. O(depth).
WrittenFunction written_function(const Expansion& state, const PassedArgument& argument);

/// Adds a note per graph that hands the function over.
void note_hand_overs(const Library& library, const WrittenFunction& function,
                     Diagnostic& diagnostic);

}  // namespace weft
