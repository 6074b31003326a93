// Profiles that read or make images: blending, deferred lighting, whole images, baking, motion, and
// what lies behind a surface.

#include <array>
#include <cmath>
#include <cstddef>
#include <memory>
#include <string>
#include <utility>
#include <vector>

#include "render/backdrop.h"
#include "render/shown_target.h"
#include "render/vector_math.h"
#include "tests/render/material_drawing.h"
#include "tests/support/catch.h"

namespace weft::testing::screen_profiles_test {

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

const std::string imports = R"(
import "core";
import "bsdf";
import "deferred";
import "display";
import "environment";
import "lights";
import "profiles";
import "screen";
)";

/// One that all passes can draw. The base color is one that 8 bits hold.
const std::string painted = imports + R"(
material painted {
    param base: float3 {use: reflectance, encoding: srgb} = #c04020;
    rough = 0.3 + 0.4 * surface.uv.x;
    metal = surface.uv.y;
    share = 0.25 + 0.5 * surface.uv.y;
    output color = sum_lights(metallic_roughness(base, rough, metal)) + environment_light(base, rough, metal) * 0.75 + glow;
    glow: float3 {use: radiance, encoding: linear} = float3(0.02, 0.1, 0.3);
    output albedo = base;
    output roughness = rough;
    output metallic = metal;
    output occlusion = 0.75;
    output emission = glow;
    output opacity = share;
}
)";

View small_view() {
  View view;
  view.settings.width = 96;
  view.settings.height = 96;
  view.settings.read_depth = true;
  return view;
}

View whole_image() {
  View view = small_view();
  view.mesh = {};
  view.mesh.positions.assign(3, {0, 0, 0});
  view.mesh.indices = {0, 1, 2};
  return view;
}

std::shared_ptr<const Texture> float_texture(FloatImage image) {
  auto texture = make_float_texture(std::move(image), false);
  REQUIRE(texture);
  return std::make_shared<const Texture>(std::move(*texture));
}

/// One channel as the first of four.
FloatImage widened(const FloatImage& narrow) {
  FloatImage wide{narrow.width, narrow.height, 4, {}};
  for (const float number : narrow.values) {
    wide.values.insert(wide.values.end(), {number, 0.0F, 0.0F, 1.0F});
  }
  return wide;
}

FloatImage filled(int size, const std::array<float, 4>& color) {
  FloatImage image{size, size, 4, {}};
  for (int i = 0; i < size * size; ++i) {
    image.values.insert(image.values.end(), color.begin(), color.end());
  }
  return image;
}

/// The base colors of a drawn target, encoded, as the host binds them again.
std::shared_ptr<const Texture> encoded_texture(const Image& image) {
  auto texture = make_texture(image, Encoding::Srgb, false);
  REQUIRE(texture);
  return std::make_shared<const Texture>(std::move(*texture));
}

}  // namespace

TEST_CASE("deferred lighting equals the lighting of one pass") {
  const ComposedMaterial one_pass = compose_text(painted, "painted", "forward");
  const ComposedMaterial first = compose_text(painted, "painted", "gbuffer");
  const ComposedMaterial second = compose_text(painted, "deferred_lighting", "deferred");
  for (const ShadingLanguage language : both_languages) {
    View view = small_view();
    const Image expected = draw_all(one_pass, language, view).colors.front().image;
    view.settings.format = ColorFormat::Rgba32Float;
    const DrawOutput stored = draw_all(first, language, view);
    REQUIRE(stored.colors.size() == 4);
    View image = whole_image();
    image.scene.given_textures = {{"gbuffer.albedo", encoded_texture(stored.colors[0].image)},
                                  {"gbuffer.normal", float_texture(stored.colors[1].floats)},
                                  {"gbuffer.terms", float_texture(stored.colors[2].floats)},
                                  {"gbuffer.emission", float_texture(stored.colors[3].floats)},
                                  {"scene.depth", float_texture(widened(*stored.depth))}};
    const Image lit = draw_all(second, language, image).colors.front().image;
    check_alike(lit, expected, 2);
  }
}

TEST_CASE("fragments that read the surface by default work in a pass over the whole image") {
  // Each reads `surface.position`, `surface.normal` or what is derived from them.
  const std::string seen = imports + R"(
import "fog";
material seen {
    stripes = fract(surface.world_position * 2.0);
    facing = saturate(dot(surface.normal, view.to_eye));
    near: float3 {use: position, basis: view} = surface.position;
    shown = stripes * 0.5 + float3(facing, eye_distance() * 0.1, saturate(near.z * -0.1)) * 0.5;
    output color = shown as {use: display_color, encoding: linear, primaries: rec709};
    output albedo = float3(0.5) as {use: reflectance, encoding: linear};
    output coverage = true;
}
profile shown: forward { fragment demand color: float4 {use: display_color, encoding: srgb, primaries: rec709} as target 0; }
)";
  const ComposedMaterial one_pass = compose_text(seen, "seen", "shown");
  const ComposedMaterial first = compose_text(seen, "seen", "gbuffer");
  const ComposedMaterial second = compose_text(seen, "seen", "deferred");
  for (const ShadingLanguage language : both_languages) {
    View view = small_view();
    const Image expected = draw_all(one_pass, language, view).colors.front().image;
    view.settings.format = ColorFormat::Rgba32Float;
    const DrawOutput stored = draw_all(first, language, view);
    View image = whole_image();
    image.scene.given_textures = {{"gbuffer.normal", float_texture(stored.colors[1].floats)},
                                  {"scene.depth", float_texture(widened(*stored.depth))}};
    const Image shown = draw_all(second, language, image).colors.front().image;
    std::size_t covered = 0;
    std::size_t far = 0;
    for (std::size_t i = 0; i < shown.rgba.size(); i += 4) {
      if (expected.rgba[i + 3] == 0) {
        continue;  // where nothing is drawn, the second pass shows the far plane
      }
      ++covered;
      for (std::size_t channel = 0; channel < 3; ++channel) {
        far += std::abs(shown.rgba[i + channel] - expected.rgba[i + channel]) > 2 ? 1U : 0U;
      }
    }
    CHECK(covered > 2000);
    CHECK(far <= covered / 200);  // at the jumps of `fract`
  }
}

TEST_CASE("a blended color is exposed and encoded, and then multiplied by its opacity") {
  const ComposedMaterial opaque = compose_text(painted, "painted", "forward");
  const ComposedMaterial blended = compose_text(painted, "painted", "forward_blended");
  const Image whole = draw_both(opaque, small_view()).image;
  const Image part = draw_both(blended, small_view()).image;
  std::size_t seen = 0;
  for (std::size_t i = 0; i < whole.rgba.size(); i += 4) {
    if (whole.rgba[i + 3] == 0) {
      CHECK(part.rgba[i + 3] == 0);
      continue;
    }
    ++seen;
    const float opacity = static_cast<float>(part.rgba[i + 3]) / 255.0F;
    CHECK(opacity > 0.24F);
    CHECK(opacity < 0.76F);
    for (std::size_t channel = 0; channel < 3; ++channel) {
      const float expected = static_cast<float>(whole.rgba[i + channel]) * opacity;
      CHECK(std::fabs(static_cast<float>(part.rgba[i + channel]) - expected) <= 1.5F);
    }
  }
  CHECK(seen > 1000);
}

TEST_CASE("the picture of a blended material lies over what is behind") {
  const ComposedMaterial blended = compose_text(painted, "painted", "forward_blended");
  const View view = small_view();
  const MaterialShader shader = blended.shader(ShadingLanguage::Glsl);
  const auto profile = blended.library->find_profile("forward_blended");
  REQUIRE(profile);
  const auto target = shown_target(shader, *profile);
  REQUIRE(target);
  CHECK(target->over_backdrop);
  const DrawOutput drawn = draw_all(blended, ShadingLanguage::Glsl, view);
  const auto picture = picture_of(*target, drawn, view.scene);
  REQUIRE(picture);
  for (std::size_t i = 3; i < picture->rgba.size(); i += 4) {
    CHECK(picture->rgba[i] == 255);
  }
  CHECK_FALSE(shown_target(shader, *profile, "albedo"));
}

TEST_CASE("a whole image is one triangle of three vertices without attributes") {
  const ComposedMaterial material = compose_text(imports + R"(
profile places: fullscreen { fragment demand color: float4 as target 0; }
material place { output color = float4(surface.uv, surface.frag_coord.xy / viewport.size); }
)",
                                                 "place", "places");
  CHECK(material.interface().attributes.empty());
  View view = whole_image();
  view.settings.format = ColorFormat::Rgba32Float;
  for (const ShadingLanguage language : both_languages) {
    const FloatImage drawn = draw_all(material, language, view).colors.front().floats;
    for (int y = 0; y < drawn.height; y += 5) {
      for (int x = 0; x < drawn.width; x += 5) {
        const float u = (static_cast<float>(x) + 0.5F) / 96.0F;
        const float v = (static_cast<float>(y) + 0.5F) / 96.0F;
        CHECK(value(drawn, x, y, 0) == Approx(u).margin(1e-4));
        CHECK(value(drawn, x, y, 1) == Approx(v).margin(1e-4));
        CHECK(value(drawn, x, y, 2) == Approx(u).margin(1e-4));
        CHECK(value(drawn, x, y, 3) == Approx(v).margin(1e-4));
      }
    }
  }
}

TEST_CASE("a baked material is its picture over the texture coordinates") {
  const ComposedMaterial material = compose_text(imports + R"(
material squares {
    output albedo = float3(surface.uv, 0.5) as {use: reflectance, encoding: srgb};
    output roughness = surface.uv.x;
    output metallic = surface.uv.y;
}
)",
                                                 "squares", "bake");
  View view = small_view();
  view.settings.format = ColorFormat::Rgba32Float;
  for (const ShadingLanguage language : both_languages) {
    const DrawOutput drawn = draw_all(material, language, view);
    for (int y = 4; y < 92; y += 4) {
      for (int x = 4; x < 92; x += 4) {
        const float u = (static_cast<float>(x) + 0.5F) / 96.0F;
        const float v = (static_cast<float>(y) + 0.5F) / 96.0F;
        CHECK(value(drawn.colors[0].floats, x, y, 0) == Approx(u).margin(0.002));
        CHECK(value(drawn.colors[0].floats, x, y, 1) == Approx(v).margin(0.002));
        // The normal of the mesh, in its own frame.
        CHECK(value(drawn.colors[1].floats, x, y, 2) == Approx(1.0F).margin(0.002));
        CHECK(value(drawn.colors[2].floats, x, y, 0) == Approx(1.0F));
        CHECK(value(drawn.colors[2].floats, x, y, 1) == Approx(u).margin(0.002));
        CHECK(value(drawn.colors[2].floats, x, y, 2) == Approx(v).margin(0.002));
      }
    }
  }
}

TEST_CASE("motion is the way across the image since the last frame") {
  const ComposedMaterial material = compose_text(painted, "painted", "motion");
  View view = small_view();
  view.settings.format = ColorFormat::Rgba32Float;
  view.mesh = plane(2.0F);
  view.scene.object_to_world = identity_matrix;
  view.scene.camera = {{0, 0, 4}, {0, 0, 0}, {0, 1, 0}, 0.6F, 0.1F, 100.0F};
  view.scene.previous_object_to_world = translation({-0.25F, 0.125F, 0.0F});
  // Half of the image's height is 4 tan(0.3) meters there.
  const float height = 2.0F * 4.0F * std::tan(0.3F);
  for (const ShadingLanguage language : both_languages) {
    const FloatImage drawn = draw_all(material, language, view).colors.front().floats;
    CHECK(value(drawn, 48, 48, 0) == Approx(0.25F / height).margin(1e-5));
    CHECK(value(drawn, 48, 48, 1) == Approx(0.125F / height).margin(1e-5));
    CHECK(value(drawn, 30, 60, 0) == Approx(0.25F / height).margin(1e-5));
    View still = view;
    still.scene.previous_object_to_world.reset();
    CHECK(value(draw_all(material, language, still).colors.front().floats, 48, 48, 0) ==
          Approx(0.0F).margin(1e-6));
  }
}

TEST_CASE("a surface sees the color and the depth of what lies behind it") {
  const ComposedMaterial material = compose_text(imports + R"(
profile numbers: base_mesh { fragment demand color: float4 as target 0; }
material behind { output color = float4(float3(scene_color()).xy, float(depth_behind()), float(soft_edge(4.0))); }
)",
                                                 "behind", "numbers");
  View view = small_view();
  view.settings.format = ColorFormat::Rgba32Float;
  view.mesh = plane(2.0F);
  view.scene.object_to_world = identity_matrix;
  view.scene.camera = {{0, 0, 4}, {0, 0, 0}, {0, 1, 0}, 0.6F, 0.1F, 100.0F};
  // What is 6 m from the eye, 2 m behind the plane: far (z - near) / (z (far - near)).
  const float depth = 100.0F * (6.0F - 0.1F) / (6.0F * 99.9F);
  view.scene.given_textures = {{"scene.color", float_texture(filled(96, {0.25F, 3.0F, 0, 1}))},
                               {"scene.depth", float_texture(filled(96, {depth, 0, 0, 1}))}};
  for (const ShadingLanguage language : both_languages) {
    const FloatImage drawn = draw_all(material, language, view).colors.front().floats;
    CHECK(value(drawn, 48, 48, 0) == 0.25F);
    CHECK(value(drawn, 48, 48, 1) == 3.0F);
    CHECK(value(drawn, 48, 48, 2) == Approx(2.0F).margin(0.001));
    CHECK(value(drawn, 48, 48, 3) == Approx(0.5F).margin(0.001));
  }
}

TEST_CASE("the backdrop's depth is that of its places, in every convention") {
  const Scene scene = default_scene();
  const auto plain = make_backdrop(scene, 32, 32);
  REQUIRE(plain);
  ClipConvention other;
  other.y_up = true;
  other.minus_one_to_one = true;
  other.reversed_z = true;
  const auto same = make_backdrop(scene, 32, 32, other);
  REQUIRE(same);
  std::size_t drawn = 0;
  for (std::size_t i = 0; i < plain->depth.values.size(); i += 4) {
    const float depth = plain->depth.values[i];
    drawn += depth < 1.0F ? 1 : 0;
    CHECK(same->depth.values[i] == Approx(1.0F - depth).margin(1e-4));
    CHECK(same->radiance.values[i] == Approx(plain->radiance.values[i]).margin(0.02));
  }
  CHECK(drawn > 300);
}

}  // namespace weft::testing::screen_profiles_test
