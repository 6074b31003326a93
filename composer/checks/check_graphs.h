#pragma once

#include <cstddef>

#include "composer/compose.h"

namespace weft {

struct GraphChecks {
  std::size_t typed = 0;  ///< graphs
  Diagnostics diagnostics;
};

/// Types the graphs of the root file that nothing in it calls; the others are typed at their calls.
/// So it does the leaves whose bodies hand functions on to signatures of other traits. Each is
/// called with values of just the types that its signature states, and with functions that give
/// such values; generic ones for every choice of types that their bounds and relations allow, up
/// to 64. A trait variable may stand for any value of its trait: one for which all is well is
/// enough. What is wrong for several choices of types is reported for the first. Linear in the
/// nodes of the graphs, times the choices.
GraphChecks check_uncalled_graphs(const Composer& composer);

}  // namespace weft
