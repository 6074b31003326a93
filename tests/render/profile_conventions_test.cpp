// The image does not depend on a profile's choice of bindings and clip space: the renderer follows
// the interface.

#include <algorithm>
#include <cmath>
#include <cstddef>
#include <string>
#include <vector>

#include <fmt/format.h>

#include "tests/render/material_drawing.h"
#include "tests/support/catch.h"

namespace weft::testing::profile_conventions_test {

namespace {

using namespace weft::render;
using weft::Block;
using weft::BlockKind;
using weft::Interface;
using weft::ShadingLanguage;
using weft::testing::both_languages;
using weft::testing::check_alike;
using weft::testing::compose_text;
using weft::testing::ComposedMaterial;
using weft::testing::draw;
using weft::testing::draw_all;
using weft::testing::shipped_text;
using weft::testing::View;

/// The worn metal under a profile that extends `forward` with these lines.
ComposedMaterial variant(const std::string& lines) {
  const std::string text = shipped_text("materials/worn_metal.weft") +
                           "\nprofile variant: forward {\n" + lines + "\n}\n";
  return compose_text(text, "worn_metal", "variant", {.uniform_program = false});
}

View small_view() {
  View view;
  view.mesh = uv_sphere(32, 16);
  view.settings.width = 64;
  view.settings.height = 64;
  return view;
}

/// The bindings: `frame 0.0, view 0.1, …; base_map 1.1, …; linear_repeat 1.4`.
std::string places(const Interface& interface) {
  std::string text;
  for (const Block& block : interface.blocks) {
    text += block.kind == BlockKind::Push
                ? fmt::format("{} push, ", block.instance)
                : fmt::format("{} {}.{}{}, ", block.instance, block.set, block.binding,
                              block.kind == BlockKind::Storage ? " buffer" : "");
  }
  for (const auto& texture : interface.textures) {
    text += fmt::format("{} {}.{}, ", texture.name, texture.set, texture.binding);
  }
  for (const auto& sampler : interface.samplers) {
    text += fmt::format("{} {}.{}", sampler.name, sampler.set, sampler.binding);
  }
  return text;
}

}  // namespace

TEST_CASE("the profile chooses bindings, with the same picture") {
  struct Row {
    const char* name;
    const char* lines;
    const char* places;
  };
  const std::vector<Row> rows = {
      {"nothing chosen", "",
       "frame 0.0, view 0.1, lights 0.2 buffer, material 1.0, object 2.0, base_map 1.1, "
       "normal_map 1.2, roughness_map 1.3, linear_repeat 1.4"},
      {"sets", "set frame_set 3; set view_set 1; set material_set 0; set object_set 1;",
       "material 0.0, view 1.0, object 1.1, frame 3.0, lights 3.1 buffer, base_map 0.1, "
       "normal_map 0.2, roughness_map 0.3, linear_repeat 0.4"},
      {"bindings",
       "set view_binding 0; set material_binding 2; set buffer_binding 7; set texture_binding 8; "
       "set sampler_binding 1;",
       "view 0.0, frame 0.1, lights 0.7 buffer, material 1.2, object 2.0, base_map 1.8, "
       "normal_map 1.9, roughness_map 1.10, linear_repeat 1.1"},
      {"the object in push constants", "provide object as push;",
       "frame 0.0, view 0.1, lights 0.2 buffer, material 1.0, object push, base_map 1.1, "
       "normal_map 1.2, roughness_map 1.3, linear_repeat 1.4"},
      {"the parameters in push constants", "provide material as push;",
       "frame 0.0, view 0.1, lights 0.2 buffer, object 2.0, material push, base_map 1.1, "
       "normal_map 1.2, roughness_map 1.3, linear_repeat 1.4"},
      {"the view in a buffer", "provide view as buffer; set view_set 4;",
       "frame 0.0, lights 0.1 buffer, material 1.0, object 2.0, view 4.1 buffer, base_map 1.1, "
       "normal_map 1.2, roughness_map 1.3, linear_repeat 1.4"},
      {"combined samplers", "set samplers combined;",
       "frame 0.0, view 0.1, lights 0.2 buffer, material 1.0, object 2.0, base_map 1.1, "
       "normal_map 1.2, roughness_map 1.3, linear_repeat 1.4"},
  };
  const View view = small_view();
  const Image expected = draw(variant(""), ShadingLanguage::Glsl, view).image;
  for (const Row& row : rows) {
    INFO(row.name);
    const ComposedMaterial material = variant(row.lines);
    CHECK(places(material.interface()) == row.places);
    for (const ShadingLanguage language : both_languages) {
      check_alike(draw(material, language, view).image, expected, 1);
    }
  }
}

TEST_CASE("the profile chooses locations, with the same picture") {
  const View view = small_view();
  const Image expected = draw(variant(""), ShadingLanguage::Glsl, view).image;
  const ComposedMaterial material = variant(
      "provide surface.position as attribute 9; provide surface.normal as attribute 4;"
      "provide surface.uv as attribute 0; provide surface.tangent as attribute 1;"
      "set varying_location 6;");
  std::string attributes;
  for (const auto& attribute : material.interface().attributes) {
    attributes += fmt::format("{} {}, ", attribute.name, attribute.location);
  }
  CHECK(attributes == "uv 0, tangent 1, normal 4, position 9, ");
  REQUIRE_FALSE(material.interface().varyings.empty());
  CHECK(material.interface().varyings.front().location == 6);
  for (const ShadingLanguage language : both_languages) {
    check_alike(draw(material, language, view).image, expected, 1);
  }
}

TEST_CASE("other clip spaces give the same picture, reversed depth its complement") {
  struct Row {
    const char* lines;
    bool is_reversed;
  };
  View view = small_view();
  view.settings.read_depth = true;
  const DrawOutput expected = draw_all(variant(""), ShadingLanguage::Glsl, view);
  REQUIRE(expected.depth);
  for (const Row& row :
       {Row{"set clip_y up;", false}, Row{"set depth minus_one_to_one;", false},
        Row{"set clip_y up; set depth minus_one_to_one;", false}, Row{"set reversed_z on;", true},
        Row{"set clip_y up; set depth minus_one_to_one; set reversed_z on;", true}}) {
    INFO(row.lines);
    const ComposedMaterial material = variant(row.lines);
    for (const ShadingLanguage language : both_languages) {
      const DrawOutput drawn = draw_all(material, language, view);
      check_alike(drawn.colors.front().image, expected.colors.front().image, 1);
      REQUIRE(drawn.depth);
      float largest = 0.0F;
      for (std::size_t i = 0; i < drawn.depth->values.size(); ++i) {
        const float depth =
            row.is_reversed ? 1.0F - drawn.depth->values[i] : drawn.depth->values[i];
        largest = std::max(largest, std::fabs(depth - expected.depth->values[i]));
      }
      CHECK(largest < 1e-5F);
    }
  }
}

TEST_CASE("depths and positions from clip space agree in every convention") {
  // Per channel: depth along the view, distance between a place and the place found from its depth,
  // between a pixel and the screen position, and the angle of the ray through the pixel.
  const char* const read_back = R"(
material shown {
    world: float3 {use: position, basis: world} = surface.position;
    seen: float3 {use: position, basis: view} = surface.position;
    screen: float3 {use: position, basis: screen} = surface.position;
    depth: float {use: depth, depth_scale: linear} = own_depth();
    uv = surface.frag_coord.xy / viewport.size;
    found = position_at(own_depth(), uv);
    output value = float4(
        float(depth) + seen.z,
        length(float3(found) - float3(world)),
        length(float3(screen) - surface.frag_coord.xyz),
        length(float3(direction_at(uv)) - float3(normalize(world - view.position)))) + 1.0;
}
)";
  for (const char* const lines :
       {"", "set clip_y up;", "set depth minus_one_to_one;", "set reversed_z on;",
        "set clip_y up; set depth minus_one_to_one; set reversed_z on;"}) {
    INFO(lines);
    const ComposedMaterial material =
        compose_text(std::string("import \"core\";\nimport \"profiles\";\nimport \"screen\";\n"
                                 "profile variant: base_mesh { provide viewport as uniform; ") +
                         lines + " fragment demand value: float4 as target 0; }\n" + read_back,
                     "shown", "variant");
    View view = small_view();
    view.settings.format = ColorFormat::Rgba32Float;
    for (const ShadingLanguage language : both_languages) {
      const FloatImage drawn = draw_all(material, language, view).colors.front().floats;
      std::size_t seen = 0;
      float largest = 0.0F;
      for (std::size_t i = 0; i < drawn.values.size(); i += 4) {
        for (std::size_t channel = 0; drawn.values[i] > 0.5F && channel < 4; ++channel) {
          largest = std::max(largest, std::fabs(drawn.values[i + channel] - 1.0F));
          ++seen;
        }
      }
      CHECK(seen > 1000);
      CHECK(largest < 1e-3F);
    }
  }
}

TEST_CASE("pictures of a square are upright in every convention") {
  for (const char* const base : {"fullscreen", "bake"}) {
    for (const char* const lines : {"", "set clip_y up;", "set depth minus_one_to_one;"}) {
      INFO(base << " " << lines);
      const bool is_baked = std::string(base) == "bake";
      const ComposedMaterial material = compose_text(
          std::string("import \"core\";\nimport \"profiles\";\nprofile variant: ") + base + " { " +
              lines + " fragment demand place: float4 as target " + (is_baked ? "4" : "1") +
              "; }\nmaterial shown { output place = float4(surface.uv, 0.0, 1.0); "
              "output color = #808080 as {use: display_color, primaries: rec709}; "
              "output albedo = #808080; }\n",
          "shown", "variant");
      View view = small_view();
      view.mesh = is_baked ? plane(2.0F) : view.mesh;
      view.settings.format = ColorFormat::Rgba32Float;
      for (const ShadingLanguage language : both_languages) {
        const FloatImage drawn = draw_all(material, language, view).colors.back().floats;
        CHECK(drawn.values[1] == Approx(0.5F / 64.0F).margin(1e-3));
        CHECK(drawn.values[4 * 63 * 64 + 1] == Approx(63.5F / 64.0F).margin(1e-3));
      }
    }
  }
}

TEST_CASE("an sRGB target view shows the same as encoding in the shader") {
  const View view = small_view();
  const Image expected = draw(variant(""), ShadingLanguage::Glsl, view).image;
  const ComposedMaterial material = variant("set targets srgb_views;");
  CHECK(material.interface().targets.front().srgb_view);
  CHECK(material.glsl.fragment_text.find("linear_to_srgb") == std::string::npos);
  for (const ShadingLanguage language : both_languages) {
    check_alike(draw(material, language, view).image, expected, 1);
  }
}

TEST_CASE("the shader decodes textures without an sRGB view") {
  // Not between texels: there nearest filtering hides the difference.
  const auto drawn = [](const std::string& value, const std::string& settings) {
    const ComposedMaterial material = compose_text(
        "import \"core\";\nimport \"display\";\nimport \"profiles\";\n"
        "fragment of_relation(map: texture2d, uv: float2) -> float4 where sampled(map) { return "
        "sample_lod(map, uv, 0.0); }\n"
        "fragment of_variable(map: texture2d {encoding: ?e}, uv: float2) -> float4 {use: "
        "reflectance, encoding: ?e} { return sample_lod(map, uv, 0.0); }\n"
        "profile variant: unlit { " +
            settings +
            " }\n"
            "material shown { param map: texture2d {use: reflectance, encoding: srgb} [filter: "
            "nearest];"
            " output albedo = mix(" +
            value + ".rgb, float3(0.5), 0.25); }\n",
        "shown", "variant");
    CHECK(material.interface().textures.front().srgb_view == settings.empty());
    return weft::testing::draw_both(material, small_view()).image;
  };
  const Image expected = drawn("sample_lod(map)", "");
  for (const char* const value :
       {"sample_lod(map)", "of_relation(map, surface.uv)", "of_variable(map, surface.uv)"}) {
    INFO(value);
    check_alike(drawn(value, ""), expected, 2);
    check_alike(drawn(value, "set textures raw_srgb;"), expected, 2);
  }
}

TEST_CASE("a depth in meters from the camera is stored as the projection says") {
  const ComposedMaterial material = compose_text(
      "import \"core\";\nimport \"profiles\";\n"
      "profile variant: base_mesh { fragment demand color: float4 as target 0;"
      " fragment demand depth: float {use: depth, depth_scale: device} as depth; }\n"
      "material shown { output color = float4(1.0); output depth = 2.5 + surface.uv.x * 0.0 as "
      "{use: depth, depth_scale: linear}; }\n",
      "shown", "variant");
  View view = small_view();
  view.settings.read_depth = true;
  const Camera& camera = view.scene.camera;
  const float expected = camera.far / (camera.far - camera.near) * (1.0F - camera.near / 2.5F);
  const DrawOutput drawn = draw_all(material, ShadingLanguage::Glsl, view);
  REQUIRE(drawn.depth);
  const float nearest = *std::min_element(drawn.depth->values.begin(), drawn.depth->values.end());
  CHECK(nearest == Approx(expected).epsilon(1e-5));
}

TEST_CASE("a demanded depth is the stored depth") {
  const ComposedMaterial material = compose_text(
      "import \"core\";\nimport \"profiles\";\n"
      "profile variant: base_mesh { fragment demand color: float4 as target 0;"
      " fragment demand depth: float as depth = 1.0; }\n"
      "material shown { output color = float4(surface.uv, 0.0, 1.0); output depth = 0.25 + 0.5 * "
      "surface.uv.x; }\n",
      "shown", "variant");
  View view = small_view();
  view.settings.format = ColorFormat::Rgba32Float;
  view.settings.read_depth = true;
  for (const ShadingLanguage language : both_languages) {
    const DrawOutput drawn = draw_all(material, language, view);
    REQUIRE(drawn.depth);
    const FloatImage& color = drawn.colors.front().floats;
    std::size_t seen = 0;
    float largest = 0.0F;
    for (std::size_t i = 0; i < drawn.depth->values.size(); ++i) {
      if (color.values[4 * i + 3] > 0.5F) {
        ++seen;
        largest = std::max(largest,
                           std::fabs(drawn.depth->values[i] - 0.25F - 0.5F * color.values[4 * i]));
      }
    }
    CHECK(seen > 1000);
    CHECK(largest < 1e-6F);
  }
}

}  // namespace weft::testing::profile_conventions_test
