// Every shipped material: composed for every applicable profile, valid in both languages, the same
// from both, and equal to its reference image.

#include <cmath>
#include <cstddef>
#include <string>
#include <vector>

#include "render/showcase.h"
#include "tests/render/material_drawing.h"
#include "tests/support/catch.h"
#include "tests/support/seed.h"

namespace weft::testing::shipped_materials_test {

namespace {

using namespace weft::render;
using weft::ShadingLanguage;
using weft::testing::check_reference;
using weft::testing::compose_text;
using weft::testing::ComposedMaterial;
using weft::testing::draw_all;
using weft::testing::draw_both;
using weft::testing::shipped_text;
using weft::testing::View;

/// Composes a shipped material with `additions` appended. Not all of them import the profiles,
/// which drawing does not need.
ComposedMaterial shipped(const std::string& material, const std::string& profile,
                         const std::string& additions = "") {
  return compose_text(
      "import \"profiles\";\n" + shipped_text("materials/" + material + ".weft") + additions,
      material, profile);
}

View showcase(const ComposedMaterial& material, int size) {
  Showcase shown = default_showcase(material.shader(ShadingLanguage::Glsl), std::nullopt);
  View view;
  view.mesh = std::move(shown.mesh);
  view.scene = std::move(shown.scene);
  view.settings.width = size;
  view.settings.height = size;
  return view;
}

/// Silhouettes may differ in a pixel: the two compilers order sums differently.
void check_alike(const FloatImage& a, const FloatImage& b) {
  REQUIRE(a.values.size() == b.values.size());
  std::size_t different = 0;
  for (std::size_t i = 0; i < a.values.size(); ++i) {
    different += std::fabs(a.values[i] - b.values[i]) > 1e-5F ? 1 : 0;
  }
  CHECK(different <= a.values.size() / 500);
}

View tiny_view(const ComposedMaterial& material) {
  View view = showcase(material, 24);
  view.mesh = uv_sphere(12, 6);
  view.settings.read_depth = true;
  return view;
}

struct Shown {
  const char* material;
  const char* profile;
};

}  // namespace

TEST_CASE("the shipped materials draw the same from GLSL and HLSL and match their references") {
  for (const Shown& shown :
       {Shown{"latticework", "forward"}, Shown{"glazed", "forward"}, Shown{"beads", "instanced"},
        Shown{"rubber", "skinned"}, Shown{"asteroid", "forward"}, Shown{"verdigris", "forward"}}) {
    INFO(shown.material << " for " << shown.profile);
    const ComposedMaterial material = shipped(shown.material, shown.profile);
    check_reference(draw_both(material, showcase(material, 128)).image,
                    std::string(shown.material) + "." + shown.profile);
  }
}

TEST_CASE("the shipped materials compose and draw for every shipped profile") {
  // Every fourth material for one of the profiles, in turn; in CI all for three, in the soak for
  // all.
  const std::vector<std::string> profiles = {"forward", "unlit",     "depth",
                                             "gbuffer", "instanced", "skinned"};
  std::size_t turn = 0;
  const std::vector<std::string> materials = shipped_materials();
  for (std::size_t k = 0; k < materials.size(); k += by_scale(4, 1, 1)) {
    const std::string& material = materials[k];
    for (std::size_t i = 0; i < by_scale(1, 3, profiles.size()); ++i) {
      const std::string& profile = profiles[(turn + i) % profiles.size()];
      INFO(material << " for " << profile);
      const ComposedMaterial composed = shipped(material, profile);
      const View view = tiny_view(composed);
      if (profile == "depth") {
        check_alike(*draw_all(composed, ShadingLanguage::Glsl, view).depth,
                    *draw_all(composed, ShadingLanguage::Hlsl, view).depth);
      } else {
        draw_both(composed, view);
      }
    }
    ++turn;
  }
}

TEST_CASE("the shipped materials look the same to a host with every convention changed") {
  const std::string elsewhere = R"(
profile elsewhere: forward {
    provide object as push;
    provide view as buffer;
    provide surface.position as attribute 5;
    set samplers combined;
    set targets srgb_views;
    set clip_y up;
    set depth minus_one_to_one;
    set reversed_z on;
    set frame_set 3;
    set view_set 3;
    set material_set 0;
    set texture_binding 9;
    set varying_location 2;
})";
  // Every fourth material, in the soak all.
  const std::vector<std::string> materials = shipped_materials();
  for (std::size_t i = 0; i < materials.size(); i += by_scale(4, 4, 1)) {
    const std::string& material = materials[i];
    INFO(material);
    const ComposedMaterial here = shipped(material, "forward");
    const ComposedMaterial there = shipped(material, "elsewhere", elsewhere);
    const View view = tiny_view(here);
    weft::testing::check_alike(draw_both(there, view).image, draw_both(here, view).image, 2);
  }
}

}  // namespace weft::testing::shipped_materials_test
