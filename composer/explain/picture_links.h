#pragma once

#include <set>
#include <string>
#include <vector>

#include "composer/explain/picture_legend.h"
#include "composer/explain/pictured_plan.h"

namespace weft {

/// The links of a plan's picture in Graphviz's language.
struct PictureLinks {
  std::string text;
  std::set<std::string> from;  ///< the nodes that links start from
  /// Per place: nodes for results that are constants.
  std::vector<std::set<std::string>> constants;
};

/// Draws the links of all places and outputs, and notes their elements for the legend.
/// O(evaluations + inputs).
PictureLinks picture_links(const PicturedPlan& plan, Legend& legend);

}  // namespace weft
