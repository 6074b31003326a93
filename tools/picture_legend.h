#pragma once

#include <set>
#include <string>
#include <string_view>

#include "fragments/types/rate.h"

namespace weft::tools {

/// What occurs in the picture of a plan, and so has to be explained.
struct Legend {
  std::set<Rate> rates;
  bool has_conversion = false;
  bool has_interpolation = false;
  bool has_moved = false;
  bool has_uniform = false;
  bool has_context = false;
  bool has_function = false;
};

/// The fill of what is computed at a rate, as `#rrggbb`; carries black text.
std::string_view color_of(Rate rate);

/// A node of Graphviz's that explains what occurs.
std::string legend_text(const Legend& legend);

}  // namespace weft::tools
