// Shipped fragments that take derivatives, which the interpreter has none of: drawn from both
// languages.

#include <algorithm>
#include <cmath>
#include <string>
#include <vector>

#include "tests/render/pixel_row.h"
#include "tests/support/catch.h"

namespace weft::testing::library_derivatives_test {

namespace {

const std::string host_text = R"(
import "reflections";
fragment place(p: float3) -> float4 { return float4(p, 1.0); }
/// A normal that turns by `step` radians from pixel to pixel.
fragment turned(step: float, pixel: float4 = surface.frag_coord) -> float3 {use: normal, basis: world, norm: unit}
{
    float angle = step * floor(pixel.x);
    return float3(sin(angle), 0.0, cos(angle));
}
profile host {
    provide surface.position as attribute 0;
    provide surface.frag_coord as builtin;
    vertex demand position: float4 as clip = place(surface.position);
    fragment demand out0: float4 as target 0;
}
)";

}  // namespace

TEST_CASE("library derivatives: highlights are widened by the turn of the normal in a pixel") {
  const ComposedMaterial material = compose_text(
      host_text +
          "material m {\n    output out0 = float4(specular_antialiasing(0.3, turned(0.1)), "
          "specular_antialiasing(0.0, turned(0.6)), specular_antialiasing(0.7, turned(0.0)), "
          "1.0);\n"
          "}\n",
      "m", "host");
  const auto widened = [](double roughness, double step) {
    const double turn = 2.0 * std::sin(0.5 * step);  // the length of the difference of two normals
    const double added = std::min(turn * turn / 3.14159265358979, 0.18);
    return std::sqrt(std::sqrt(std::pow(roughness, 4.0) + added));
  };
  for (const ShadingLanguage language : both_languages) {
    INFO(name_of(language));
    const std::vector<render::FloatImage> images = draw_row(material, language);
    for (int x = 0; x < row_width; ++x) {
      INFO("pixel " << x);
      CHECK(render::value(images[0], x, 0, 0) == Approx(widened(0.3, 0.1)).epsilon(1e-3));
      CHECK(render::value(images[0], x, 0, 1) == Approx(widened(0.0, 0.6)).epsilon(1e-3));
      CHECK(render::value(images[0], x, 0, 2) == Approx(0.7).epsilon(1e-3));
    }
  }
}

}  // namespace weft::testing::library_derivatives_test
