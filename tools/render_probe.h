#pragma once

#include <array>
#include <optional>
#include <string>

#include "composer/evaluations/plan.h"
#include "render/probe.h"
#include "tools/report.h"

namespace weft::tools {

struct PixelWords {
  int x = 0;
  int y = 0;
};

/// Reads `X,Y`, a pixel of a picture of this width and height; refuses the command line if it is
/// none.
std::optional<PixelWords> read_pixel(const std::string& words, const std::array<int, 2>& size,
                                     Report& report);

/// Prints the value of every evaluation of the plan at a pixel, and as `probe` in JSON.
void report_probe(const Library& library, const PlacedPlan& placed, const render::Probe& probe,
                  const PixelWords& pixel, Report& report);

}  // namespace weft::tools
