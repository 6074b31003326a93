#pragma once

#include "composer/elaborate/expansion.h"

namespace weft {

/// Explains why an argument cannot go to the port, judging by its form alone: a value for a
/// function, a function for a value, a lambda with the wrong number of parameters. `argument`:
/// where it is passed.
std::optional<Diagnostic> misfit(const Expansion& state, ClosureId closure,
                                 const FragmentPort& port, std::optional<Span> argument);

}  // namespace weft
