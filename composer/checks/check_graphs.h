#pragma once

#include <cstddef>

#include "composer/compose.h"

namespace weft {

struct GraphChecks {
  std::size_t typed = 0;  ///< number of graphs
  Diagnostics diagnostics;
};

/// Type-checks the graphs of the root file that nothing in it calls (others are checked at their
/// calls), and leaves whose bodies forward functions to ports with other traits. Each is called
/// with values and functions of exactly the types that its signature declares. Generic ones are
/// checked for every choice of types that bounds and relations allow, up to 64. A trait variable
/// may be any value of its trait, so one value that works is enough. An error common to several
/// choices is reported for the first. Linear in the graphs' nodes, times the choices.
GraphChecks check_uncalled_graphs(const Composer& composer);

}  // namespace weft
