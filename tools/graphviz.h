#pragma once

#include <string>

#include "support/result.h"

namespace weft::tools {

/// Lays out a graph with Graphviz's `dot`, which must be on the PATH, and returns SVG. Error:
/// `render-failed`, if there is no `dot` or it rejects the text.
Result<std::string> svg_of_dot(const std::string& dot);

}  // namespace weft::tools
