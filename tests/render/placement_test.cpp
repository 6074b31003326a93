// A placed plan draws the same image as the naive one, on meshes so coarse that every incorrect
// interpolation is visible (on the GPU).

#include <string>
#include <vector>

#include <fmt/format.h>

#include "render/showcase.h"
#include "tests/property/random_material.h"
#include "tests/render/material_drawing.h"
#include "tests/support/catch.h"
#include "tests/support/seed.h"

namespace weft::testing::placement_test {

namespace {

using namespace weft::render;
using weft::ShadingLanguage;

/// Twelve triangles, stretched and sheared, so that normals vary and lengths differ.
void make_coarse(View& view) {
  view.mesh = uv_sphere(3, 3);
  view.scene.object_to_world = {1.4F, 0.1F, 0.0F, 0.0F, 0.3F, 0.7F, 0.0F, 0.0F,
                                0.0F, 0.2F, 1.0F, 0.0F, 0.1F, 0.0F, 0.0F, 1.0F};
  view.settings.width = 64;
  view.settings.height = 64;
}

View showcase(const ComposedMaterial& material) {
  Showcase shown = default_showcase(material.shader(ShadingLanguage::Glsl), std::nullopt);
  View view;
  view.mesh = std::move(shown.mesh);
  view.scene = std::move(shown.scene);
  return view;
}

void check_same_picture(const std::string& text, const std::string& material,
                        const std::string& profile) {
  const ComposedMaterial placed = compose_text(text, material, profile);
  const ComposedMaterial naive = compose_text(text, material, profile, {.is_on = false});
  View view = showcase(placed);
  const bool is_rigid = view.mesh.skin.joints.empty();
  if (is_rigid) {
    make_coarse(view);
  }
  for (const ShadingLanguage language : both_languages) {
    check_alike(draw(naive, language, view).image, draw(placed, language, view).image, 2);
  }
}

std::size_t random_materials() { return by_scale(6, 500, 5'000); }

}  // namespace

TEST_CASE("placement: shipped materials draw the same placed and unplaced on coarse meshes") {
  // Every fourth material for one of the profiles, in turn; in CI every second for two, in the soak
  // all for all.
  const std::vector<std::string> profiles = {"forward", "gbuffer", "instanced", "skinned"};
  std::size_t turn = 0;
  const std::vector<std::string> materials = shipped_materials();
  for (std::size_t k = 0; k < materials.size(); k += by_scale(4, 2, 1)) {
    const std::string& material = materials[k];
    for (std::size_t i = 0; i < by_scale(1, 2, profiles.size()); ++i) {
      const std::string& profile = profiles[(turn + i) % profiles.size()];
      INFO(material << " for " << profile);
      check_same_picture("import \"profiles\";\n" + shipped_text("materials/" + material + ".weft"),
                         material, profile);
    }
    ++turn;
  }
}

TEST_CASE("placement: random materials draw the same placed and unplaced") {
  Random random(seed());
  for (std::size_t i = 0; i < random_materials(); ++i) {
    // The renderer supports the shipped features; renames the generator's features to these.
    // The branch of `woven` is left out: lavapipe (Mesa 22.3) writes values of uniform blocks into
    // such shaders, and then reads in front of its array of constant buffers.
    std::string text = random_material(random);
    for (const auto& [from, to] :
         {std::pair{"feature rig.turn: float3x3 at object;", ""},
          std::pair{"feature rig.shift: float3 at frame;", ""},
          std::pair{"feature rig.weight: float at view;", ""},
          std::pair{"feature mesh.tone: float at vertex;", ""},
          std::pair{"provide mesh.tone as attribute 5;", ""},
          std::pair{"feature rig.palette: float3[] at frame;", ""},
          std::pair{"feature rig.tints: float3[] at frame;", ""},
          std::pair{"provide rig.palette, rig.tints as buffer [capacity: 4];",
                    "provide lights as buffer [capacity: 4];"},
          std::pair{"if (low.x > 0.0) { sum += cos(rig.turn * (a * 0.5 - b)); }",
                    "sum += cos(rig.turn * (a * 0.5 - b));"},
          std::pair{"provide rig, object, view as uniform;",
                    "provide frame, object, view, environment as uniform;"}}) {
      const std::string part = from;
      text.replace(text.find(part), part.size(), to);
    }
    for (const auto& [from, to] :
         {std::pair{"rig.turn", "object.normal_to_world"},
          std::pair{"rig.shift", "environment.ambient"}, std::pair{"rig.weight", "frame.exposure"},
          std::pair{"mesh.tone", "surface.uv.y"}, std::pair{"rig.palette", "lights.direction"},
          std::pair{"rig.tints", "lights.irradiance"}}) {
      const std::string part = from;
      for (std::size_t at = text.find(part); at != std::string::npos; at = text.find(part, at)) {
        text.replace(at, part.size(), to);
      }
    }
    INFO("case " << i << "\n" << text);
    check_same_picture(text, "m", "rig");
  }
}

}  // namespace weft::testing::placement_test
