// Use cases of fragments that take functions, as images: a ray-marched scene, a rock without
// coordinates, a blurred pattern.

#include <cmath>
#include <string>
#include <utility>
#include <vector>

#include "render/textures.h"
#include "tests/render/material_drawing.h"
#include "tests/support/catch.h"

namespace weft::testing::functions_picture_test {

namespace {

using namespace weft::render;
using weft::testing::check_reference;
using weft::testing::compose_text;
using weft::testing::ComposedMaterial;
using weft::testing::draw_both;
using weft::testing::shipped_text;
using weft::testing::View;

View small_view() {
  View view;
  view.settings.width = 128;
  view.settings.height = 128;
  return view;
}

}  // namespace

TEST_CASE("materials with function ports draw the same in both languages and match references") {
  for (const std::string name : {"marched", "rock", "blurred", "marbled"}) {
    INFO(name);
    const ComposedMaterial material =
        compose_text(shipped_text("materials/" + name + ".weft"), name, "forward");
    check_reference(draw_both(material, small_view()).image, name + ".forward");
  }
}

TEST_CASE("colors of three primaries mix and draw the same in both languages") {
  const ComposedMaterial material =
      compose_text(shipped_text("materials/graded_tile.weft"), "graded_tile", "forward");
  check_reference(draw_both(material, small_view()).image, "graded_tile.forward");
}

TEST_CASE("sixteen lights: sum_lights adds all, with invariant code hoisted before its loop") {
  const ComposedMaterial material =
      compose_text(shipped_text("materials/rock.weft"), "rock", "forward");
  View view = small_view();
  view.scene.lights.clear();
  for (int i = 0; i < 16; ++i) {
    const float turn =
        static_cast<float>(i) * 2.3999632F;  // the golden angle: a spiral around the view
    const float up = 1.0F - static_cast<float>(i) / 8.0F;
    const float side = std::sqrt(1.0F - up * up);
    const float hue = static_cast<float>(i) / 16.0F;
    const auto channel = [&](float offset) {
      return 0.25F + 0.25F * std::cos(6.2831853F * (hue + offset));
    };
    view.scene.lights.push_back({{side * std::cos(turn), up, side * std::sin(turn)},
                                 {channel(0.0F), channel(0.33F), channel(0.67F)}});
  }
  check_reference(draw_both(material, view).image, "rock.sixteen_lights");
  // The rock's noise is not in a function that is called per light.
  const std::string& text = material.in(weft::ShadingLanguage::Glsl).fragment_text;
  const std::size_t loop = text.find("sum_lights(");
  REQUIRE(loop != std::string::npos);
  CHECK(text.find("bump_around(") < text.rfind("sum_lights("));
}

TEST_CASE("a choice by a runtime parameter draws the same as by a static one") {
  const auto text = [](const std::string& kind) {
    return "import \"core\"; import \"noise\"; import \"profiles\";\n"
           "material m {\n" +
           kind + " coated: bool = true;\n" + kind +
           " detailed: bool = false;\n"
           "param map: texture2d {use: reflectance, encoding: srgb};\n"
           "rough = detailed ? fbm(surface.position * 8.0) * 0.5 + 0.5 : 0.5;\n"
           "over = sample(map).rgb * noise(surface.position * 4.0);\n"
           "steps = loop 4 with (sum: float = 0.0) { sum = coated ? sum * 0.5 + "
           "noise(surface.position * 2.0) : sum + 0.1; };\n"
           "output albedo = (coated ? over * rough : sample(map).rgb * (detailed ? 0.25 : 0.5)) * "
           "(steps.sum + 0.25);\n"
           "}\n";
  };
  std::vector<Image> seen;
  for (const bool coated : {true, false}) {
    for (const bool detailed : {true, false}) {
      INFO(coated << detailed);
      std::vector<Image> images;
      for (const std::string kind : {"param", "static param"}) {
        std::string source = text(kind);
        source.replace(source.find("coated: bool = true"), 19,
                       coated ? "coated: bool = true" : "coated: bool = false");
        source.replace(source.find("detailed: bool = false"), 22,
                       detailed ? "detailed: bool = true" : "detailed: bool = false");
        View view = small_view();
        auto map = make_texture(worn_metal_color(64), Encoding::Srgb);
        REQUIRE(map);
        view.inputs.textures["map"] = std::move(*map);
        images.push_back(draw_both(compose_text(source, "m", "unlit"), view).image);
      }
      weft::testing::check_alike(images[0], images[1], 1);
      for (const Image& other : seen) {
        CHECK_FALSE(images[0] == other);
      }
      seen.push_back(images[0]);
    }
  }
}

TEST_CASE("forwarded functions draw like functions written for the other signature") {
  const auto image = [](const std::string& way, const std::string& basis) {
    const std::string text = R"(import "core"; import "profiles";
fragment facing(f: fn(n: float3 {use: normal, basis: view}) -> float, at: float3 {use: normal, basis: view}) -> float
{
    return 0.75 * f(at) + 0.25 * f(float3(0.0, 0.6, 0.8));
}
)" + way + R"(
material m { output albedo = float3(way((n) => 0.5 + 0.5 * n.y, surface.normal)) as {use: reflectance, encoding: linear}; }
)";
    std::string written = text;
    for (std::size_t at = written.find("BASIS"); at != std::string::npos;
         at = written.find("BASIS")) {
      written.replace(at, 5, basis);
    }
    return draw_both(compose_text(written, "m", "unlit"), small_view()).image;
  };
  const std::string signature =
      "way(f: fn(n: float3 {use: normal, basis: BASIS}) -> float, "
      "at: float3 {use: normal, basis: view}) -> float ";
  const std::string by_body = "fragment " + signature + "{ return facing(f, at); }";
  const std::string by_hand = "graph " + signature + "{ output facing((n) => f(n), at); }";
  const Image of_world = image(by_body, "world");
  weft::testing::check_alike(of_world, image(by_hand, "world"), 0);
  CHECK_FALSE(of_world == image(by_body, "view"));
}

}  // namespace weft::testing::functions_picture_test
