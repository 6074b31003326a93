#include "tests/bench/figure_tables.h"

#include <algorithm>
#include <cstddef>
#include <cstdlib>
#include <functional>

#include <fmt/format.h>

#include "tests/bench/timing.h"

namespace weft::testing {
namespace {

std::string milliseconds(const Figures& figures) {
  return figures.milliseconds.empty() ? "" : fmt::format("{:.2f}", median(figures.milliseconds));
}

std::string change(double before, double after) {
  return before <= 0 ? "" : fmt::format("{:+.0f} %", 100.0 * (after - before) / before);
}

std::string change(std::size_t before, std::size_t after) {
  return change(static_cast<double>(before), static_cast<double>(after));
}

/// How much two pictures differ: the largest difference of a channel in 1/255, and the share of
/// pixels beyond 2/255 if there are any.
std::string difference(const Figures& a, const Figures& b) {
  if (a.rgba.empty() || a.rgba.size() != b.rgba.size()) {
    return "";
  }
  int largest = 0;
  std::size_t beyond = 0;
  for (std::size_t pixel = 0; pixel < a.rgba.size(); pixel += 4) {
    int most = 0;
    for (std::size_t channel = pixel; channel < pixel + 4; ++channel) {
      most = std::max(most, std::abs(int{a.rgba[channel]} - int{b.rgba[channel]}));
    }
    largest = std::max(largest, most);
    beyond += most > 2 ? 1 : 0;
  }
  const double share = 400.0 * static_cast<double>(beyond) / static_cast<double>(a.rgba.size());
  return beyond == 0 ? fmt::format("{}/255", largest)
                     : fmt::format("{}/255 ({:.3f} % above 2)", largest, share);
}

/// What of the measures is one number.
using Measure = std::function<std::uint64_t(const Figures&)>;

/// `56 / 39 / 38`: whole leaves, split leaves, by hand.
std::string three(const MaterialFigures& each, const Measure& measure) {
  std::string text = fmt::format("{} / **{}**", measure(each.whole), measure(each.split));
  return each.by_hand ? text + fmt::format(" / {}", measure(*each.by_hand)) : text;
}

std::string over_hand(const MaterialFigures& each, const Measure& measure) {
  if (!each.by_hand || measure(*each.by_hand) == 0) {
    return "";
  }
  const auto by_hand = static_cast<double>(measure(*each.by_hand));
  const auto split = static_cast<double>(measure(each.split));
  return fmt::format("{:+.1f} %", 100.0 * (split - by_hand) / by_hand);
}

}  // namespace

std::string placement_table(const std::vector<MaterialFigures>& materials) {
  std::string table =
      "| operations per fragment | naive | baseline | to the vertices | to the CPU | by split "
      "leaves "
      "| placed | | interpolated components: baseline | placed |\n"
      "|---|--:|--:|--:|--:|--:|--:|--:|--:|--:|\n";
  for (const MaterialFigures& each : materials) {
    const PlanFigures& base = each.baseline.plan;
    const PlanFigures& moved = each.moved.plan;
    const PlanFigures& whole = each.whole.plan;
    const PlanFigures& split = each.split.plan;
    table += fmt::format("| {} | {} | {} | {} | {} | {} | **{}** | {} | {} | {} |\n", each.label,
                         each.naive.plan.operations, base.operations,
                         static_cast<std::int64_t>(moved.operations - base.operations),
                         static_cast<std::int64_t>(whole.operations - moved.operations),
                         static_cast<std::int64_t>(split.operations - whole.operations),
                         split.operations, change(base.operations, split.operations),
                         base.components, split.components);
  }
  return table;
}

std::string instruction_table(const std::vector<MaterialFigures>& materials) {
  std::string table =
      "| instructions of the fragment stage | naive | baseline | without the uniform program "
      "| whole leaves | split leaves | | ms per frame: naive | baseline | split leaves |\n"
      "|---|--:|--:|--:|--:|--:|--:|--:|--:|--:|\n";
  for (const MaterialFigures& each : materials) {
    table += fmt::format("| {} | {} | {} | {} | {} | **{}** | {} | {} | {} | {} |\n", each.label,
                         each.naive.module.instructions, each.baseline.module.instructions,
                         each.moved.module.instructions, each.whole.module.instructions,
                         each.split.module.instructions,
                         change(each.baseline.module.instructions, each.split.module.instructions),
                         milliseconds(each.naive), milliseconds(each.baseline),
                         milliseconds(each.split));
  }
  return table;
}

std::string leaf_table(const std::vector<MaterialFigures>& materials) {
  const Measure operations = [](const Figures& each) { return each.module.operations; };
  const Measure instructions = [](const Figures& each) { return each.module.instructions; };
  const Measure in_loops = [](const Figures& each) { return each.module.in_loops; };
  const Measure components = [](const Figures& each) { return each.components; };
  std::string table =
      "| whole leaves / **split leaves** / by hand | operations | instructions | over the twin "
      "| instructions in loops | interpolated components | ms per frame | differs from the twin |\n"
      "|---|--:|--:|--:|--:|--:|--:|--:|\n";
  for (const MaterialFigures& each : materials) {
    std::string times = milliseconds(each.whole);
    if (!times.empty()) {
      times += " / **" + milliseconds(each.split) + "**";
      times += each.by_hand ? " / " + milliseconds(*each.by_hand) : "";
    }
    table += fmt::format(
        "| {} | {} | {} | {} | {} | {} | {} | {} |\n", each.label, three(each, operations),
        three(each, instructions), over_hand(each, instructions), three(each, in_loops),
        three(each, components), times, each.by_hand ? difference(each.split, *each.by_hand) : "");
  }
  return table;
}

}  // namespace weft::testing
