// Volumes, cubes and arrays: the shader reads the requested slice, face or layer, in both
// languages, with separate and with combined samplers, and at the requested level.

#include <array>
#include <cmath>
#include <cstdint>
#include <string>
#include <utility>
#include <vector>

#include "render/textures.h"
#include "tests/render/material_drawing.h"
#include "tests/support/catch.h"

namespace weft::testing::texture_kinds_test {

namespace {

using namespace weft::render;
using weft::ShadingLanguage;
using weft::testing::both_languages;
using weft::testing::compose_text;
using weft::testing::ComposedMaterial;
using weft::testing::draw;
using weft::testing::draw_both;
using weft::testing::View;

/// One plain color for each slice: its index times 20.
std::vector<Image> slices(int count, int size = 4) {
  std::vector<Image> images;
  for (int i = 0; i < count; ++i) {
    images.push_back(solid_color(size, {static_cast<std::uint8_t>(20 * i + 10), 40, 90, 255}));
  }
  return images;
}

View plane_view() {
  View view;
  view.mesh = plane(2.0F);
  view.scene.object_to_world = identity_matrix;
  view.scene.camera.position = {0, 0, 1};
  view.scene.camera.vertical_fov = 1.5F;
  view.settings.width = 8;
  view.settings.height = 8;
  return view;
}

ComposedMaterial shown(const std::string& type, const std::string& expression,
                       const std::string& settings = "") {
  return compose_text(
      "import \"core\";\nimport \"profiles\";\n"
      "fragment look(map: " +
          type + ") -> float4 { return " + expression +
          "; }\n"
          "profile values: base_mesh { " +
          settings +
          " fragment demand color: float4 as target 0; }\n"
          "material shown { param map: " +
          type +
          " [filter: nearest];"
          " output color = look(map); }\n",
      "shown", "values");
}

}  // namespace

TEST_CASE("sampling selects the right slice, face or layer") {
  struct Row {
    const char* type;
    const char* coordinates;
    TextureKind kind;
    int slices;
    int expected;
  };
  const std::vector<Row> rows = {
      {"texture2d_array", "float3(0.5, 0.5, 3.0)", TextureKind::Array, 5, 3},
      {"texture2d_array", "float3(0.2, 0.7, 0.0)", TextureKind::Array, 5, 0},
      {"texture3d", "float3(0.5, 0.5, 0.9)", TextureKind::Volume, 8, 7},
      {"texture3d", "float3(0.5, 0.5, 0.2)", TextureKind::Volume, 8, 1},
      {"texturecube", "float3(1.0, 0.1, 0.2)", TextureKind::Cube, 6, 0},
      {"texturecube", "float3(-1.0, 0.1, 0.2)", TextureKind::Cube, 6, 1},
      {"texturecube", "float3(0.1, 2.0, 0.2)", TextureKind::Cube, 6, 2},
      {"texturecube", "float3(0.1, -2.0, 0.2)", TextureKind::Cube, 6, 3},
      {"texturecube", "float3(0.3, 0.1, 0.6)", TextureKind::Cube, 6, 4},
      {"texturecube", "float3(0.3, 0.1, -0.6)", TextureKind::Cube, 6, 5},
      {"texturecube_array", "float4(-1.0, 0.1, 0.2, 1.0)", TextureKind::CubeArray, 12, 7},
  };
  for (const Row& row : rows) {
    INFO(row.type << " at " << row.coordinates);
    View view = plane_view();
    const auto texture = row.kind == TextureKind::Volume
                             ? make_volume(slices(row.slices), Encoding::Linear)
                             : make_layers(slices(row.slices), row.kind, Encoding::Linear);
    REQUIRE(texture);
    view.inputs.textures["map"] = *texture;
    for (const std::string settings : {"", "set samplers combined;"}) {
      for (const std::string call : {"sample(map, %)", "sample_lod(map, %, 0.0)"}) {
        std::string expression = call;
        expression.replace(expression.find('%'), 1, row.coordinates);
        const ComposedMaterial material = shown(row.type, expression, settings);
        CHECK(pixel(draw_both(material, view).image, 4, 4) ==
              std::array<std::uint8_t, 4>{static_cast<std::uint8_t>(20 * row.expected + 10), 40, 90,
                                          255});
      }
    }
  }
}

TEST_CASE("graphs sample a cube of an array by direction and number") {
  View view = plane_view();
  const auto texture = make_layers(slices(12), TextureKind::CubeArray, Encoding::Linear);
  REQUIRE(texture);
  view.inputs.textures["map"] = *texture;
  for (const std::string call : {"sample(map, d, 1.0)", "sample_lod(map, d, 1.0, 0.0)"}) {
    const ComposedMaterial material = compose_text(
        "import \"profiles\";\n"
        "profile values: base_mesh { fragment demand color: float4 as target 0; }\n"
        "material shown { param map: texturecube_array; "
        "d = float3(-1.0, 0.1, 0.2) as {use: direction, basis: world}; output color = " +
            call + "; }\n",
        "shown", "values");
    CHECK(pixel(draw_both(material, view).image, 4, 4)[0] == 20 * 7 + 10);
  }
}

TEST_CASE("mip levels of a volume average its slices, those of an array do not") {
  View view = plane_view();
  const auto volume = make_volume(slices(4), Encoding::Linear);
  REQUIRE(volume);
  REQUIRE(volume->level_count() == 3);
  view.inputs.textures["map"] = *volume;
  // Slices 10 30 | 50 70, then all of them.
  CHECK(
      pixel(
          draw_both(shown("texture3d", "sample_lod(map, float3(0.5, 0.5, 0.9), 1.0)"), view).image,
          4, 4)[0] == 60);
  CHECK(pixel(draw_both(shown("texture3d", "sample_lod(map, float3(0.5), 2.0)"), view).image, 4,
              4)[0] == 40);
  const auto layers = make_layers(slices(4), TextureKind::Array, Encoding::Linear);
  REQUIRE(layers);
  view.inputs.textures["map"] = *layers;
  CHECK(
      pixel(draw_both(shown("texture2d_array", "sample_lod(map, float3(0.5, 0.5, 2.0), 2.0)"), view)
                .image,
            4, 4)[0] == 50);
}

TEST_CASE("textures of the wrong kind are rejected, missing ones get defaults") {
  View view = plane_view();
  const ComposedMaterial material = shown("texturecube", "sample(map, float3(1.0, 0.0, 0.0))");
  const auto flat = make_texture(solid_color(4, {1, 2, 3, 4}), Encoding::Linear);
  REQUIRE(flat);
  view.inputs.textures["map"] = *flat;
  const auto input =
      material_draw_input(material.shader(ShadingLanguage::Glsl), view.mesh, view.scene,
                          view.inputs, weft::testing::shared_textures(), view.settings);
  REQUIRE_FALSE(input);
  CHECK_THAT(input.error().message, weft::testing::contains("is no texturecube"));
  view.inputs.textures.clear();
  for (const std::string type : {"texture2d_array", "texture3d", "texturecube"}) {
    INFO(type);
    const Image image = draw_both(shown(type, "sample(map, float3(0.4, 0.3, 0.2))"), view).image;
    CHECK(pixel(image, 4, 4)[3] == 255);
    CHECK(pixel(image, 4, 4)[0] > 0);
  }
}

TEST_CASE("textures that do not fit together are rejected") {
  CHECK_FALSE(make_layers(slices(5), TextureKind::Cube, Encoding::Linear));
  CHECK_FALSE(make_layers(slices(5), TextureKind::CubeArray, Encoding::Linear));
  CHECK_FALSE(make_layers(slices(2), TextureKind::Volume, Encoding::Linear));
  CHECK_FALSE(make_layers({}, TextureKind::Array, Encoding::Linear));
  CHECK_FALSE(make_volume({solid_color(4, {}), solid_color(2, {})}, Encoding::Linear));
  CHECK_FALSE(make_float_texture(FloatImage{2, 2, 3, std::vector<float>(12)}));
}

TEST_CASE("each texture has its own mip filter") {
  // Between two levels: the nearer one, or a blend.
  Texture texture{{solid_color(2, {0, 0, 0, 255}), solid_color(1, {200, 200, 200, 255})}};
  View view = plane_view();
  view.inputs.textures["map"] = texture;
  const auto drawn = [&](const std::string& meta) {
    return pixel(
        draw_both(compose_text("import \"core\";\nimport \"profiles\";\n"
                               "profile values: base_mesh { fragment demand color: float4 "
                               "as target 0; }\n"
                               "material shown { param map: texture2d [" +
                                   meta + "]; output color = sample_lod(map, surface.uv, 0.4); }\n",
                               "shown", "values"),
                  view)
            .image,
        4, 4)[0];
  };
  CHECK(drawn("filter: linear, mip_filter: nearest") == 0);
  CHECK(std::abs(int{drawn("filter: linear, mip_filter: linear")} - 80) <= 2);
  CHECK(drawn("filter: nearest, mip_filter: nearest") == 0);
  CHECK(std::abs(int{drawn("filter: nearest, mip_filter: linear")} - 80) <= 2);
}

TEST_CASE("a table of colors has its first and last entries at 0 and 1") {
  View view = plane_view();
  const auto volume = make_volume(slices(4), Encoding::Linear);
  REQUIRE(volume);
  view.inputs.textures["map"] = *volume;
  for (const auto& [blue, expected] :
       {std::pair{"-0.5", 10}, {"0.0", 10}, {"0.5", 40}, {"1.0", 70}}) {
    INFO("blue " << blue);
    const ComposedMaterial material = compose_text(
        std::string("import \"grading\";\nimport \"profiles\";\n"
                    "profile values: base_mesh { fragment demand color: float4 as target 0; }\n"
                    "material shown { param map: texture3d; "
                    "output color = color_table(map, float3(0.3, 0.6, ") +
            blue + "), 4.0); }\n",
        "shown", "values");
    CHECK(pixel(draw_both(material, view).image, 4, 4)[0] == expected);
  }
}

}  // namespace weft::testing::texture_kinds_test
