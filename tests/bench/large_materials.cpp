#include "tests/bench/large_materials.h"

#include <utility>

#include <fmt/format.h>

namespace weft::testing {
namespace {

constexpr const char* large_head = R"(import "core";
import "profiles";
profile p: base_mesh { fragment demand shade: float as target 0; }
)";

std::string repeated(const char* step, int n) {
  std::string text;
  for (int i = 1; i <= n; ++i) {
    text += fmt::format(fmt::runtime(step), i, i - 1);
  }
  return text;
}

}  // namespace

namespace {

/// The sum of surface.uv.x and n parameters, in pairs.
std::string tree(int n) {
  std::string text = "material m {\n" + repeated("  param p{0}: float = 0.5;\n", n);
  std::vector<std::string> level = {"surface.uv.x"};
  for (int i = 1; i <= n; ++i) {
    level.push_back(fmt::format("p{}", i));
  }
  int sums = 0;
  while (level.size() > 1) {
    std::vector<std::string> next;
    for (std::size_t i = 0; i + 1 < level.size(); i += 2) {
      next.push_back(fmt::format("x{}", sums++));
      text += fmt::format("  {} = {} + {};\n", next.back(), level[i], level[i + 1]);
    }
    if (level.size() % 2 == 1) {
      next.push_back(level.back());
    }
    level = std::move(next);
  }
  return text + fmt::format("  output shade = {};\n}}\n", level.front());
}

}  // namespace

std::string large_material(const std::string& kind, int n) {
  std::string text = large_head;
  if (kind == "chain") {
    text += "material m {\n" + repeated("  param p{0}: float = 0.5;\n", n) +
            "  x0 = surface.uv.x;\n" + repeated("  x{0} = x{1} + p{0};\n", n) +
            fmt::format("  output shade = x{};\n}}\n", n);
  } else if (kind == "diamond") {
    text += "material m {\n  x0 = surface.uv.x;\n" + repeated("  x{0} = x{1} * x{1};\n", n) +
            fmt::format("  output shade = x{};\n}}\n", n);
  } else if (kind == "tree") {
    text += tree(n);
  } else if (kind == "uses") {
    text +=
        "graph g(x: float) -> float { y = x * 0.5; output y * y + 1.0; }\n"
        "material m {\n  x0 = surface.uv.x;\n" +
        repeated("  x{0} = g(x{1});\n", n) + fmt::format("  output shade = x{};\n}}\n", n);
  } else if (kind == "levels") {
    text += "graph g0(x: float) -> float { output sin(x); }\n" +
            repeated("graph g{0}(x: float) -> float {{ output g{1}(x) + g{1}(x); }}\n", n) +
            fmt::format("material m {{ output shade = g{}(surface.uv.x); }}\n", n);
  } else if (kind == "nested") {
    text += "graph g0(x: float) -> float { output sin(x); }\n" +
            repeated("graph g{0}(x: float) -> float {{ output g{1}(x + 1.0) * 0.5; }}\n", n) +
            fmt::format("material m {{ output shade = g{}(surface.uv.x); }}\n", n);
  } else if (kind == "links") {
    text += "material m {\n  param t: float3 {use: color, encoding: linear} = float3(1);\n" +
            repeated("  param p{0}: float3 {{use: color, encoding: srgb}} = #808080;\n", n) +
            "  x0 = t;\n" + repeated("  x{0} = x{1} + p{0};\n", n) +
            fmt::format("  output shade = x{}.x;\n}}\n", n);
  }
  return text;
}

const std::vector<std::string>& large_material_kinds() {
  static const std::vector<std::string> kinds = {"chain",  "diamond", "uses",
                                                 "levels", "nested",  "links"};
  return kinds;
}

}  // namespace weft::testing
