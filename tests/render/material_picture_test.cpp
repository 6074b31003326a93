// Images of the shipped material and of small ones: the same from both languages, upright,
// correctly encoded, and lit from the right direction.

#include <array>
#include <cmath>
#include <cstring>
#include <string>
#include <vector>

#include "render/image.h"
#include "render/textures.h"
#include "tests/render/material_drawing.h"
#include "tests/support/catch.h"

namespace weft::testing::material_picture_test {

namespace {

using namespace weft::render;
using weft::ShadingLanguage;
using weft::testing::both_languages;
using weft::testing::check_alike;
using weft::testing::check_reference;
using weft::testing::compose_text;
using weft::testing::ComposedMaterial;
using weft::testing::draw;
using weft::testing::draw_both;
using weft::testing::shipped_text;
using weft::testing::View;

ComposedMaterial worn_metal(const std::string& profile) {
  return compose_text(shipped_text("materials/worn_metal.weft"), "worn_metal", profile);
}

/// A plane that fills the image.
View plane_view() {
  View view;
  view.mesh = plane(2.0F);
  view.scene.object_to_world = identity_matrix;
  view.scene.camera.position = {0, 0, 1};
  view.scene.camera.vertical_fov = 1.5F;  // sees slightly less than the plane
  view.settings.width = 32;
  view.settings.height = 32;
  return view;
}

/// The mean of red, green and blue over a region of the image, 0 to 255.
double brightness(const Image& image, int left, int top, int right, int bottom) {
  double sum = 0.0;
  for (int y = top; y < bottom; ++y) {
    for (int x = left; x < right; ++x) {
      const auto color = pixel(image, x, y);
      sum += color[0] + color[1] + color[2];
    }
  }
  return sum / (3.0 * (right - left) * (bottom - top));
}

double covered(const Image& image) {
  std::size_t count = 0;
  for (std::size_t i = 3; i < image.rgba.size(); i += 4) {
    count += image.rgba[i] == 255 ? 1 : 0;
  }
  return static_cast<double>(count) / (static_cast<double>(image.rgba.size()) / 4.0);
}

Texture texture(Image image, Encoding encoding) {
  auto made = make_texture(std::move(image), encoding);
  REQUIRE(made);
  return std::move(*made);
}

std::string unlit_material(const std::string& inside) {
  return "import \"core\";\nimport \"display\";\nimport \"profiles\";\nmaterial shown {\n" +
         inside + "\n}\n";
}

}  // namespace

TEST_CASE("the worn metal draws the same from GLSL and HLSL and matches its reference") {
  for (const std::string profile : {"forward", "unlit"}) {
    INFO(profile);
    const ComposedMaterial material = worn_metal(profile);
    View view;
    view.settings.width = 320;
    view.settings.height = 320;
    const Image image = draw_both(material, view).image;
    CHECK(covered(image) > 0.35);
    CHECK(covered(image) < 0.9);
    check_reference(image, "worn_metal." + profile);

    for (const Mesh& mesh : {cube(), plane(), coarse_sphere()}) {
      view.mesh = mesh;
      view.scene.object_to_world = multiply(rotation({0.3F, 1, 0.1F}, 0.7F), scaling({1, 0.8F, 1}));
      CHECK(covered(draw_both(material, view).image) > 0.1);
    }
  }
}

TEST_CASE("the skittle and the dunes draw the same from GLSL and HLSL and match their references") {
  View view;
  view.settings.width = 192;
  view.settings.height = 192;
  view.mesh = uv_sphere(128, 64);
  const auto skittle = compose_text(shipped_text("materials/skittle.weft"), "skittle", "forward");
  check_reference(draw_both(skittle, view).image, "skittle.forward");

  // A plane of sand, seen at an angle.
  view.mesh = plane(2.0F, 128);
  view.scene.object_to_world = rotation({1, 0.3F, 0}, -0.8F);
  const auto dunes = compose_text(shipped_text("materials/dunes.weft"), "dunes", "forward");
  check_reference(draw_both(dunes, view).image, "dunes.forward");
}

TEST_CASE("a gray of 0.5 in sRGB shows as 128 from every kind of source") {
  struct Row {
    const char* name;
    const char* inside;
    bool has_texture;
  };
  const std::vector<Row> rows = {
      {"as it is stored",
       "param grey: float3 {use: reflectance, encoding: srgb} = float3(0.5);"
       "output albedo = grey;",
       false},
      {"as a colour literal",
       "param grey: float3 {use: reflectance, encoding: srgb} = #808080; output albedo = grey;",
       false},
      {"decoded, blended and encoded again",
       "param grey: float3 {use: reflectance, encoding: srgb} = float3(0.5);"
       "param other: float3 {use: reflectance, encoding: srgb} = float3(0.5);"
       "output albedo = mix(grey, other, 0.3);",
       false},
      {"given as light",
       "param grey: float3 {use: reflectance, encoding: linear} = float3(0.21404114);"
       "output albedo = grey;",
       false},
      {"from a texture",
       "param map: texture2d {use: reflectance, encoding: srgb}; output albedo = sample(map);",
       true},
  };
  for (const Row& row : rows) {
    INFO(row.name);
    const ComposedMaterial material = compose_text(unlit_material(row.inside), "shown", "unlit");
    View view = plane_view();
    if (row.has_texture) {
      view.inputs.textures["map"] = texture(solid_color(4, {128, 128, 128, 255}), Encoding::Srgb);
    }
    for (const ShadingLanguage language : both_languages) {
      const auto color = pixel(draw(material, language, view).image, 16, 16);
      for (std::size_t channel = 0; channel < 3; ++channel) {
        CHECK(std::abs(int{color[channel]} - 128) <= 1);
      }
      CHECK(color[3] == 255);
    }
  }
}

TEST_CASE("a value set by the host replaces the default, wrong ones are rejected") {
  const ComposedMaterial material =
      compose_text(unlit_material("param tint: float3 {use: reflectance, encoding: srgb} = #204060;"
                                  "output albedo = tint;"),
                   "shown", "unlit");
  View view = plane_view();
  CHECK(pixel(draw_both(material, view).image, 5, 9) ==
        std::array<std::uint8_t, 4>{0x20, 0x40, 0x60, 255});

  std::vector<std::uint32_t> bits(3);
  const Float3 value = {1.0F, 0.2F, 0.4F};
  std::memcpy(bits.data(), value.data(), sizeof(value));
  view.inputs.values = {{"tint", {weft::float3_type, bits}}};
  CHECK(pixel(draw_both(material, view).image, 5, 9) ==
        std::array<std::uint8_t, 4>{255, 51, 102, 255});

  const auto refused = [&](const MaterialInputs& inputs) {
    const auto input =
        material_draw_input(material.shader(ShadingLanguage::Glsl), view.mesh, view.scene, inputs,
                            weft::testing::shared_textures(), {});
    REQUIRE_FALSE(input);
    return input.error().message;
  };
  MaterialInputs wrong;
  wrong.values = {{"hue", {weft::float3_type, bits}}};
  CHECK_THAT(refused(wrong), weft::testing::contains("no parameter hue"));
  wrong.values = {{"tint", {weft::float_type, {0}}}};
  CHECK_THAT(refused(wrong), weft::testing::contains("is a float3, not a float"));
  wrong.values.clear();
  wrong.textures["tint"] = {};
  CHECK_THAT(refused(wrong), weft::testing::contains("no texture parameter tint"));
}

TEST_CASE("a texture is upright on a plane, u to the right and v down") {
  const ComposedMaterial material = compose_text(
      unlit_material("param map: texture2d {use: reflectance, encoding: srgb} [filter: nearest];"
                     "output albedo = sample(map);"),
      "shown", "unlit");
  View view = plane_view();
  view.settings.width = 64;
  view.settings.height = 64;
  view.scene.camera.vertical_fov = 2.0F * std::atan(1.0F);  // exactly the plane
  view.inputs.textures["map"] = texture(uv_grid(64), Encoding::Srgb);
  const Image image = draw_both(material, view).image;
  const auto corner = pixel(image, 2, 2);
  CHECK(corner == std::array<std::uint8_t, 4>{255, 255, 255, 255});  // the cell at the origin
  const auto right = pixel(image, 60, 3);
  CHECK(right[0] > 230);
  CHECK(right[1] < 25);
  const auto low = pixel(image, 3, 60);
  CHECK(low[0] < 25);
  CHECK(low[1] > 230);
}

TEST_CASE("a sphere is bright on the light's side and dark on the other") {
  const ComposedMaterial material = worn_metal("forward");
  View view;
  view.settings.width = 128;
  view.settings.height = 128;
  view.scene.camera.position = {0, 0, 4};
  view.scene.ambient = {0, 0, 0};
  struct Row {
    Float3 direction;
    std::array<int, 2> bright;  // the center of an area of 16x16 pixels
    std::array<int, 2> dark;
  };
  for (const Row& row : {Row{{1, 0, 0}, {94, 64}, {34, 64}}, Row{{-1, 0, 0}, {34, 64}, {94, 64}},
                         Row{{0, 1, 0}, {64, 34}, {64, 94}}, Row{{0, -1, 0}, {64, 94}, {64, 34}}}) {
    INFO(row.direction[0] << ' ' << row.direction[1]);
    view.scene.lights = {{row.direction, {4, 4, 4}}};
    const Image image = draw_both(material, view).image;
    const auto around = [&image](const std::array<int, 2>& at) {
      return brightness(image, at[0] - 8, at[1] - 8, at[0] + 8, at[1] + 8);
    };
    CHECK(around(row.bright) > 60.0);
    CHECK(around(row.dark) < 3.0);
  }
  // Lit from the eye's side the center is bright; lit from behind it is dark.
  view.scene.lights = {{{0, 0, 1}, {4, 4, 4}}};
  CHECK(brightness(draw_both(material, view).image, 56, 56, 72, 72) > 60.0);
  view.scene.lights = {{{0, 0, -1}, {4, 4, 4}}};
  CHECK(brightness(draw_both(material, view).image, 56, 56, 72, 72) < 3.0);
}

TEST_CASE("more lights than the profile's capacity are an error") {
  const ComposedMaterial material = worn_metal("forward");
  View view;
  view.scene.lights.assign(17, DirectionalLight{});
  const auto input = material_draw_input(material.shader(ShadingLanguage::Glsl), view.mesh,
                                         view.scene, {}, weft::testing::shared_textures(), {});
  REQUIRE_FALSE(input);
  CHECK_THAT(input.error().message, weft::testing::contains("room for 16"));
  view.scene.lights.resize(16);
  CHECK(material_draw_input(material.shader(ShadingLanguage::Glsl), view.mesh, view.scene, {},
                            weft::testing::shared_textures(), {}));
}

}  // namespace weft::testing::material_picture_test
