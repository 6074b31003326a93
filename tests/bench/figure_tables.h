#pragma once

#include <cstdint>
#include <optional>
#include <string>
#include <vector>

#include "tests/bench/module_counts.h"
#include "tests/bench/plan_figures.h"

namespace weft::testing {

/// One way to make a material's shaders, measured.
struct Figures {
  PlanFigures plan;  ///< none of a material by hand
  ModuleCounts module;
  std::uint32_t components = 0;  ///< interpolated, by the module
  std::vector<double> milliseconds;
  std::vector<std::uint8_t> rgba;
};

struct MaterialFigures {
  std::string label;
  Figures naive;
  Figures baseline;  ///< folded and shared, everything per fragment
  Figures moved;     ///< placed, without the uniform program and with whole leaves
  Figures whole;     ///< placed, with whole leaves
  Figures split;     ///< Weft's output
  std::optional<Figures> by_hand;
};

/// The tables of docs/placement-figures.md, in Markdown.
std::string placement_table(const std::vector<MaterialFigures>& materials);
std::string instruction_table(const std::vector<MaterialFigures>& materials);
std::string leaf_table(const std::vector<MaterialFigures>& materials);

}  // namespace weft::testing
