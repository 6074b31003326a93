// The twins by hand of docs/placement-figures.md: for the host of the composed materials, and drawn
// equal, so that their figures compare the same pictures.

#include <string>
#include <utility>

#include <fmt/format.h>
#include <fmt/ranges.h>

#include "render/showcase.h"
#include "tests/bench/twin.h"
#include "tests/render/material_drawing.h"
#include "tests/support/catch.h"

namespace weft::testing::by_hand_test {

namespace {

using namespace weft::render;

ComposedMaterial composed(const std::string& material) {
  return compose_text("import \"profiles\";\n" + shipped_text("materials/" + material + ".weft"),
                      material, material == "rubber" ? "skinned" : "forward");
}

View showcase(const ComposedMaterial& material) {
  Showcase shown = default_showcase(material.shader(ShadingLanguage::Glsl), std::nullopt);
  View view;
  view.mesh = std::move(shown.mesh);
  view.scene = std::move(shown.scene);
  return view;
}

Twin twin_of(const std::string& material) {
  auto twin = find_twin(material);
  if (!twin) {
    FAIL(material << " by hand does not compile: " << twin.error());
  }
  REQUIRE(*twin);
  return std::move(**twin);
}

Image draw_twin(const ComposedMaterial& material, const Twin& twin, const View& view) {
  MaterialShader shader = material.shader(ShadingLanguage::Glsl);
  shader.vertex_spirv = twin.vertex.words;
  shader.fragment_spirv = twin.fragment.words;
  auto output = draw_material(shared_renderer(), shader, view.mesh, view.scene, view.inputs,
                              shared_textures(), view.settings);
  if (!output) {
    FAIL(output.error().message);
  }
  return std::move(output->colors.front().image);
}

}  // namespace

TEST_CASE("by hand: the twins draw what the composed materials draw") {
  const std::vector<std::string> materials = materials_by_hand();
  CHECK(materials.size() >= 6);
  for (const std::string& name : materials) {
    INFO(name);
    const ComposedMaterial material = composed(name);
    const Twin twin = twin_of(name);
    const auto differences = differences_of_interface(twin, material.emission->reflection);
    if (!differences.empty()) {
      FAIL("the interface of the composed " << name
                                            << " changed; change its twin in tests/bench/by_hand:\n"
                                            << fmt::format("{}", fmt::join(differences, "\n")));
    }
    View view = showcase(material);
    check_alike(draw(material, ShadingLanguage::Glsl, view).image, draw_twin(material, twin, view),
                2);
    // Normals and positions transform differently, and other sides are lit.
    view.scene.object_to_world = {0.9F, 0.1F, -0.3F, 0.0F, 0.3F, 0.7F, 0.0F, 0.0F,
                                  0.0F, 0.2F, 1.0F,  0.0F, 0.1F, 0.0F, 0.0F, 1.0F};
    view.scene.exposure = 2.5F;
    check_alike(draw(material, ShadingLanguage::Glsl, view).image, draw_twin(material, twin, view),
                2);
  }
}

TEST_CASE("by hand: a twin for another host is told apart") {
  const Twin twin = twin_of("skittle");
  const auto differences = differences_of_interface(twin, composed("clay").emission->reflection);
  REQUIRE_FALSE(differences.empty());
  CHECK_THAT(fmt::format("{}", fmt::join(differences, "\n")),
             contains("block Material has no float shininess at offset 0"));
}

}  // namespace weft::testing::by_hand_test
