// Outputs of the shipped profiles other than the lit color: depth with holes, deferred targets,
// instances, skins.

#include <algorithm>
#include <array>
#include <cmath>
#include <cstddef>
#include <cstring>
#include <string>
#include <vector>

#include "render/vector_math.h"
#include "tests/render/material_drawing.h"
#include "tests/support/catch.h"

namespace weft::testing::shipped_profiles_test {

namespace {

using namespace weft::render;
using weft::ShadingLanguage;
using weft::testing::both_languages;
using weft::testing::check_alike;
using weft::testing::compose_text;
using weft::testing::ComposedMaterial;
using weft::testing::draw_all;
using weft::testing::draw_both;
using weft::testing::shipped_text;
using weft::testing::View;

ComposedMaterial shipped(const std::string& material, const std::string& profile) {
  return compose_text(shipped_text("materials/" + material + ".weft"), material, profile);
}

View small_view() {
  View view;
  view.mesh = uv_sphere(48, 24);
  view.settings.width = 96;
  view.settings.height = 96;
  view.settings.read_depth = true;
  return view;
}

std::vector<std::uint32_t> words_of(const Float3& value) {
  std::vector<std::uint32_t> words(3);
  std::memcpy(words.data(), value.data(), sizeof(value));
  return words;
}

/// The unit vector encoded by two numbers: octahedral decoding (Cigolle et al. 2014).
Float3 unfolded(float x, float y) {
  const float z = 1.0F - std::fabs(x) - std::fabs(y);
  const float t = std::max(-z, 0.0F);
  return normalized_or({x - std::copysign(t, x), y - std::copysign(t, y), z}, {0, 0, 1});
}

}  // namespace

TEST_CASE("the latticework's holes agree bit for bit between depth and color passes") {
  const View view = small_view();
  const ComposedMaterial forward = shipped("latticework", "forward");
  const ComposedMaterial depth = shipped("latticework", "depth");
  for (const ShadingLanguage language : both_languages) {
    const DrawOutput color = draw_all(forward, language, view);
    const DrawOutput alone = draw_all(depth, language, view);
    REQUIRE(color.depth);
    REQUIRE(alone.depth);
    CHECK(alone.colors.empty());
    CHECK(alone.depth->values == color.depth->values);
    // A pixel is colored exactly if it has depth, and the shell has holes that reveal its inside.
    const Image& image = color.colors.front().image;
    std::size_t differences = 0;
    for (std::size_t i = 0; i < color.depth->values.size(); ++i) {
      differences += (image.rgba[4 * i + 3] == 255) != (color.depth->values[i] < 1.0F) ? 1 : 0;
    }
    CHECK(differences == 0);
    const DrawOutput whole = draw_all(shipped("glazed", "depth"), language, view);
    REQUIRE(whole.depth);
    std::size_t deeper = 0;
    std::size_t nearer = 0;
    for (std::size_t i = 0; i < whole.depth->values.size(); ++i) {
      deeper += alone.depth->values[i] > whole.depth->values[i] ? 1 : 0;
      nearer += alone.depth->values[i] < whole.depth->values[i] ? 1 : 0;
    }
    CHECK(deeper > 500);
    CHECK(nearer == 0);
  }
}

TEST_CASE("a depth pass needs no fragment stage and matches the depth of the other passes") {
  const ComposedMaterial depth = shipped("glazed", "depth");
  CHECK_FALSE(depth.emission->programs.fragment);
  const View view = small_view();
  for (const std::string profile : {"forward", "unlit", "gbuffer"}) {
    INFO(profile);
    for (const ShadingLanguage language : both_languages) {
      CHECK(draw_all(depth, language, view).depth->values ==
            draw_all(shipped("glazed", profile), language, view).depth->values);
    }
  }
}

TEST_CASE("the g-buffer targets contain color, view-space normals, surface terms and emission") {
  View view = small_view();
  view.settings.format = ColorFormat::Rgba32Float;
  view.scene.object_to_world = identity_matrix;
  view.scene.camera.position = {0, 0, 4};  // so that the axes of view and world space agree
  for (const ShadingLanguage language : both_languages) {
    const DrawOutput drawn = draw_all(shipped("glazed", "gbuffer"), language, view);
    REQUIRE(drawn.colors.size() == 4);
    const DrawOutput unlit = draw_all(shipped("glazed", "unlit"), language, view);
    CHECK(drawn.colors[0].floats.values == unlit.colors[0].floats.values);
    const FloatImage& normals = drawn.colors[1].floats;
    const FloatImage& rough = drawn.colors[2].floats;
    const FloatImage& emission = drawn.colors[3].floats;
    std::size_t seen = 0;
    float worst = 1.0F;
    for (int y = 0; y < normals.height; ++y) {
      for (int x = 0; x < normals.width; ++x) {
        if (drawn.depth->values[static_cast<std::size_t>(y * normals.width + x)] >= 1.0F) {
          continue;
        }
        // The intersection of that pixel's ray with the unit sphere.
        const float scale = std::tan(0.5F * view.scene.camera.vertical_fov) * 2.0F / 96.0F;
        const Float3 ray = normalized_or({(static_cast<float>(x) + 0.5F - 48.0F) * scale,
                                          (48.0F - static_cast<float>(y) - 0.5F) * scale, -1.0F},
                                         {0, 0, -1});
        const Float3 eye = {0, 0, 4};
        const float b = dot(eye, ray);
        const float d = b * b - 15.0F;
        if (d < 0.4F) {
          continue;  // the rim, where the mesh differs from the sphere
        }
        ++seen;
        const Float3 expected = eye + ray * (-b - std::sqrt(d));
        worst = std::min(worst,
                         dot(expected, unfolded(value(normals, x, y, 0), value(normals, x, y, 1))));
        CHECK(value(rough, x, y) > 0.15F);
        CHECK(value(rough, x, y) < 0.35F);
        CHECK(value(rough, x, y, 1) == 0.0F);  // metallic
        CHECK(value(rough, x, y, 2) == 1.0F);  // occlusion
        CHECK(value(emission, x, y) == 0.0F);
      }
    }
    CHECK(seen > 1000);
    CHECK(worst > 0.999F);
  }
}

TEST_CASE("an instanced draw equals single draws, each with its tint") {
  const ComposedMaterial many = shipped("beads", "instanced");
  const ComposedMaterial one = shipped("beads", "forward");
  View view = small_view();
  view.mesh = uv_sphere(
      64, 32, 0.45F);  // fine: normals are interpolated before one scale and after the other
  view.scene.instances = {
      {multiply(translation({-0.55F, 0.2F, 0.0F}), scaling({1.0F, 1.6F, 1.0F})),
       {0.9F, 0.2F, 0.1F}},
      {multiply(translation({0.5F, 0.1F, 0.2F}), rotation({1, 2, 0}, 0.8F)), {0.1F, 0.6F, 0.9F}},
      {multiply(translation({0.05F, -0.45F, 0.35F}), scaling({-1.3F, 0.7F, 1.0F})),
       {0.9F, 0.8F, 0.2F}}};
  for (const ShadingLanguage language : both_languages) {
    const DrawOutput together = draw_all(many, language, view);
    Image nearest{view.settings.width, view.settings.height,
                  std::vector<std::uint8_t>(together.colors.front().image.rgba.size())};
    std::vector<float> depth(together.depth->values.size(), 1.0F);
    for (const Instance& instance : view.scene.instances) {
      View single = view;
      single.scene.instances.clear();
      single.scene.object_to_world = multiply(view.scene.object_to_world, instance.to_object);
      single.inputs.values = {{"base", {weft::float3_type, words_of(instance.tint * 0.9F)}}};
      const DrawOutput alone = draw_all(one, language, single);
      for (std::size_t i = 0; i < depth.size(); ++i) {
        if (alone.depth->values[i] < depth[i]) {
          depth[i] = alone.depth->values[i];
          std::copy_n(alone.colors.front().image.rgba.begin() + static_cast<std::ptrdiff_t>(4 * i),
                      4, nearest.rgba.begin() + static_cast<std::ptrdiff_t>(4 * i));
        }
      }
    }
    check_alike(together.colors.front().image, nearest, 3);
  }
}

TEST_CASE("a skinned mesh is drawn like a mesh skinned beforehand") {
  const ComposedMaterial skinned = shipped("rubber", "skinned");
  const ComposedMaterial rigid = shipped("rubber", "forward");
  View view = small_view();
  view.mesh = skinned_tube(24, 48, 4);
  view.scene.joints = {identity_matrix, rotation({0, 0, 1}, 0.35F),
                       multiply(translation({0.1F, 0.0F, 0.15F}), rotation({1, 0, 1}, 0.6F)),
                       multiply(rotation({0, 1, 1}, 0.9F), scaling({1.2F, 0.9F, 1.0F}))};
  View before = view;
  const Skin skin = view.mesh.skin;
  for (std::size_t i = 0; i < skin.joints.size(); ++i) {
    Mat4 m{};
    for (std::size_t k = 0; k < 4; ++k) {
      for (std::size_t j = 0; j < 16; ++j) {
        m[j] += skin.weights[i][k] * view.scene.joints[skin.joints[i][k]][j];
      }
    }
    before.mesh.positions[i] = transform_point(m, view.mesh.positions[i]);
    const auto matrix = normal_matrix(m);
    REQUIRE(matrix);
    const Float3& n = view.mesh.normals[i];
    Float3 moved{};
    for (std::size_t row = 0; row < 3; ++row) {
      moved[row] = (*matrix)[row] * n[0] + (*matrix)[3 + row] * n[1] + (*matrix)[6 + row] * n[2];
    }
    before.mesh.normals[i] = normalized_or(moved, n);
  }
  const Image expected = draw_both(rigid, before).image;
  check_alike(draw_both(skinned, view).image, expected, 3);
  // Bending has an effect.
  View straight = view;
  straight.scene.joints.assign(4, identity_matrix);
  const auto difference = compare_images(draw_both(skinned, straight).image, expected, 3);
  REQUIRE(difference);
  CHECK(difference->fraction_above > 0.05);
}

}  // namespace weft::testing::shipped_profiles_test
