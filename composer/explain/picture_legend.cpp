#include "composer/explain/picture_legend.h"

#include <algorithm>
#include <array>

#include <fmt/format.h>

namespace weft {
namespace {

struct RateColor {
  Rate rate;
  std::string_view fill;
};

// From cool and pale (rarely computed) to warm (per fragment). All are readable under black text.
constexpr std::array<RateColor, 10> colors = {{
    {Rate::Constant, "#f4f4f4"},
    {Rate::Frame, "#dff0df"},
    {Rate::View, "#cfe9ea"},
    {Rate::Material, "#d8e4f7"},
    {Rate::Object, "#e5dcf3"},
    {Rate::Draw, "#d5d9de"},
    {Rate::Instance, "#f6f0c4"},
    {Rate::Vertex, "#fbdca0"},
    {Rate::Fragment, "#f9c3b0"},
    {Rate::Thread, "#f9c3b0"},
}};

}  // namespace

std::string_view color_of(Rate rate) {
  const auto* found = std::find_if(colors.begin(), colors.end(),
                                   [rate](const RateColor& each) { return each.rate == rate; });
  return found != colors.end() ? found->fill : "#ffffff";
}

std::string legend_text(const Legend& legend) {
  std::string rows = "<tr><td align=\"left\"><b>computed per</b></td></tr>";
  for (const RateColor& color : colors) {
    if (legend.rates.count(color.rate) != 0) {
      rows += fmt::format(R"(<tr><td bgcolor="{}" border="1" color="#55585e">{}</td></tr>)",
                          color.fill, rate_name(color.rate));
    }
  }
  const auto say = [&](bool occurs, std::string_view words) {
    if (occurs) {
      rows += fmt::format("<tr><td align=\"left\">{}</td></tr>", words);
    }
  };
  say(legend.has_conversion, "<b>name +2</b>: a conversion and its difficulty");
  say(legend.has_interpolation, "<font color=\"#b4541a\"><b>- - -</b></font> interpolated");
  say(legend.has_moved, "<font color=\"#b4541a\"><b>▭</b></font> moved to the vertices");
  say(legend.has_uniform,
      "<font color=\"#2f5fa8\"><b>- - -</b></font> given by the uniform program");
  say(legend.has_context, "<font color=\"#7d828a\"><b>· · ·</b></font> read from the context");
  say(legend.has_function,
      "<font color=\"#6a3d8a\"><b>▭</b></font> a function or the step of a loop, and what it "
      "captures");
  return fmt::format(
      "  legend [shape=plaintext, style=\"\", fontsize=10, label=<<table border=\"0\" "
      "cellborder=\"0\" cellspacing=\"3\" cellpadding=\"3\">{}</table>>];\n",
      rows);
}

}  // namespace weft
