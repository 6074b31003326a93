#pragma once

#include <set>
#include <string>
#include <string_view>

#include "fragments/types/rate.h"

namespace weft::tools {

/// The elements in the picture of a plan that the legend has to explain.
struct Legend {
  std::set<Rate> rates;
  bool has_conversion = false;
  bool has_interpolation = false;
  bool has_moved = false;
  bool has_uniform = false;
  bool has_context = false;
  bool has_function = false;
};

/// The fill color of a rate as `#rrggbb`, readable under black text.
std::string_view color_of(Rate rate);

/// A Graphviz node that explains these elements.
std::string legend_text(const Legend& legend);

}  // namespace weft::tools
