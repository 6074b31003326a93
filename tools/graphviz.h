#pragma once

#include <string>

#include "support/result.h"

namespace weft::tools {

/// Lays out a graph with Graphviz's `dot`, which has to be on the PATH, and gives it as SVG.
/// Error: `render-failed`, if there is no `dot` or it refuses the text.
Result<std::string> svg_of_dot(const std::string& dot);

}  // namespace weft::tools
