// Normals as colors, compared pixel by pixel with those of a ray-traced ellipsoid: checks
// transforms, tangent frames and normal maps.

#include <cmath>
#include <optional>
#include <string>
#include <vector>

#include "render/image.h"
#include "render/matrix.h"
#include "render/textures.h"
#include "render/vector_math.h"
#include "tests/render/material_drawing.h"
#include "tests/support/catch.h"

namespace weft::testing::material_normals_test {

namespace {

using namespace weft::render;
using weft::ShadingLanguage;
using weft::testing::both_languages;
using weft::testing::compose_text;
using weft::testing::ComposedMaterial;
using weft::testing::draw;
using weft::testing::View;

constexpr const char* show_normals = R"(
import "core";
import "display";
import "profiles";

fragment color_of(n: float3 {use: normal, basis: world, norm: unit}) -> float3
{
    return n * 0.5 + 0.5;
}

material plain {
    output albedo = color_of(surface.normal) as {use: reflectance, encoding: srgb};
}

material bumped {
    param normal_map: texture2d {use: normal, basis: tangent, packing: unorm};
    output albedo = color_of(sample(normal_map).xyz) as {use: reflectance, encoding: srgb};
}
)";

/// The intersection of a pixel's ray with the unit sphere under `object_to_world`.
struct Hit {
  Float3 normal;  // model space, which is also the position on the sphere
  Float3 eye;     // world space, unit, toward the camera
};

std::optional<Hit> hit_sphere(const View& view, int x, int y) {
  const Camera& camera = view.scene.camera;
  const Mat4 to_world = *inverse(look_at(camera.position, camera.target, camera.up));
  const auto width = static_cast<float>(view.settings.width);
  const auto height = static_cast<float>(view.settings.height);
  const float tangent = std::tan(0.5F * camera.vertical_fov);
  const Float3 in_view = {
      ((static_cast<float>(x) + 0.5F) / width * 2.0F - 1.0F) * tangent * width / height,
      (1.0F - (static_cast<float>(y) + 0.5F) / height * 2.0F) * tangent, -1.0F};
  const Float3 direction = transform_point(to_world, in_view) - camera.position;
  const Mat4 to_model = *inverse(view.scene.object_to_world);
  const Float3 origin = transform_point(to_model, camera.position);
  const Float3 ray = transform_point(to_model, camera.position + direction) - origin;
  const float a = dot(ray, ray);
  const float b = dot(origin, ray);
  const float discriminant = b * b - a * (dot(origin, origin) - 1.0F);
  if (discriminant <= 0.0F) {
    return std::nullopt;
  }
  const Float3 place = origin + ray * ((-b - std::sqrt(discriminant)) / a);
  return Hit{place, normalized_or(direction * -1.0F, {0, 0, 1})};
}

Float3 linear_part(const Mat4& m, const Float3& v) {
  return transform_point(m, v) - transform_point(m, {0, 0, 0});
}

Float3 world_normal(const Mat4& to_world, const Float3& n) {
  const auto m = *normal_matrix(to_world);
  Float3 result{};
  for (std::size_t row = 0; row < 3; ++row) {
    result[row] = m[row] * n[0] + m[3 + row] * n[1] + m[6 + row] * n[2];
  }
  return normalized_or(result, {0, 0, 1});
}

struct Comparison {
  int pixels = 0;  // number of compared pixels
  int wrong = 0;   // number of pixels beyond the tolerance
  double mean = 0.0;
};

/// Compares the image with `expected(hit)`, except at grazing angles (where the facets of the mesh
/// are visible) and, if `around_poles` is false, near the poles.
template <class Expected>
Comparison compare(const FloatImage& image, const View& view, bool around_poles,
                   const Expected& expected) {
  Comparison result;
  for (int y = 0; y < image.height; ++y) {
    for (int x = 0; x < image.width; ++x) {
      const auto hit = hit_sphere(view, x, y);
      if (!hit || dot(world_normal(view.scene.object_to_world, hit->normal), hit->eye) < 0.25F ||
          (!around_poles && std::fabs(hit->normal[1]) > 0.93F)) {
        continue;
      }
      const Float3 shown = {value(image, x, y, 0) * 2.0F - 1.0F,
                            value(image, x, y, 1) * 2.0F - 1.0F,
                            value(image, x, y, 2) * 2.0F - 1.0F};
      const float error = length(shown - expected(*hit));
      ++result.pixels;
      result.wrong += error > 0.02F ? 1 : 0;
      result.mean += error;
    }
  }
  result.mean /= result.pixels;
  return result;
}

void check_close(const Comparison& comparison) {
  INFO(comparison.wrong << " of " << comparison.pixels << " pixels are off, mean error "
                        << comparison.mean);
  CHECK(comparison.pixels > 2000);
  CHECK(comparison.wrong * 1000 <= comparison.pixels);
}

View exact_view(const Mat4& object_to_world) {
  View view;
  view.mesh = uv_sphere(192, 96);
  view.scene.object_to_world = object_to_world;
  view.scene.camera.position = {0.4F, 0.9F, 4.0F};
  view.settings.width = 128;
  view.settings.height = 128;
  view.settings.format = ColorFormat::Rgba32Float;
  return view;
}

std::vector<Mat4> rigid_and_mirrored() {
  return {identity_matrix, rotation({0.2F, 1, 0.4F}, 1.1F), scaling({-1, 1, 1}),
          multiply(rotation({1, 0.5F, 0}, 0.8F), scaling({1, 1, -1}))};
}

void give_normal(View& view, const std::array<std::uint8_t, 4>& packed) {
  auto texture = make_texture(solid_color(4, packed), Encoding::Linear);
  REQUIRE(texture);
  view.inputs.textures["normal_map"] = std::move(*texture);
}

Float3 tangent_of(const Float3& place) {
  return normalized_or({place[2], 0, -place[0]}, {1, 0, 0});  // increasing u: about +y
}

}  // namespace

TEST_CASE("scaled, rotated or mirrored objects have their analytic normals") {
  const ComposedMaterial material = compose_text(show_normals, "plain", "unlit");
  std::vector<Mat4> transforms = rigid_and_mirrored();
  transforms.push_back(scaling({1.3F, 0.45F, 0.8F}));
  transforms.push_back(
      multiply(multiply(translation({0.1F, -0.2F, 0.3F}), rotation({0, 0.3F, 1}, 0.6F)),
               scaling({0.4F, 1.2F, 0.9F})));
  transforms.push_back(scaling({0.7F, -1.2F, 0.5F}));
  for (std::size_t i = 0; i < transforms.size(); ++i) {
    INFO("transform " << i);
    const View view = exact_view(transforms[i]);
    for (const ShadingLanguage language : both_languages) {
      const FloatImage image = draw(material, language, view).floats;
      check_close(compare(image, view, true,
                          [&](const Hit& hit) { return world_normal(transforms[i], hit.normal); }));
    }
  }
}

TEST_CASE("the normal comparison detects the wrong matrix") {
  const ComposedMaterial material = compose_text(show_normals, "plain", "unlit");
  const Mat4 scaled = scaling({1.3F, 0.45F, 0.8F});
  const View view = exact_view(scaled);
  const FloatImage image = draw(material, ShadingLanguage::Glsl, view).floats;
  const Comparison wrong = compare(image, view, true, [&](const Hit& hit) {
    return normalized_or(linear_part(scaled, hit.normal), {0, 0, 1});
  });
  CHECK(wrong.mean > 0.1);
}

TEST_CASE("a flat normal map changes nothing") {
  const ComposedMaterial plain = compose_text(show_normals, "plain", "unlit");
  const ComposedMaterial bumped = compose_text(show_normals, "bumped", "unlit");
  for (const Mat4& transform : rigid_and_mirrored()) {
    View view = exact_view(transform);
    view.settings.format = ColorFormat::Rgba8Unorm;
    give_normal(view, {128, 128, 255, 255});
    View without = view;
    without.inputs = {};
    for (const ShadingLanguage language : both_languages) {
      // 128 is 0.002 off the center: half a step of the image.
      weft::testing::check_alike(draw(plain, language, without).image,
                                 draw(bumped, language, view).image, 1);
    }
  }
}

TEST_CASE("a normal map tilts toward the tangent and the bitangent, mirrored or not") {
  const ComposedMaterial material = compose_text(show_normals, "bumped", "unlit");
  struct Row {
    const char* name;
    std::array<std::uint8_t, 4> packed;
  };
  for (const Row& row :
       {Row{"toward increasing u", {204, 128, 230, 255}},
        Row{"towards growing v", {128, 204, 230, 255}}, Row{"against both", {77, 60, 200, 255}}}) {
    for (const Mat4& transform : rigid_and_mirrored()) {
      INFO(row.name << ", first column " << transform[0] << ' ' << transform[1] << ' '
                    << transform[2]);
      View view = exact_view(transform);
      give_normal(view, row.packed);
      const auto component = [&row](std::size_t i) {
        return static_cast<float>(row.packed[i]) / 255.0F * 2.0F - 1.0F;
      };
      for (const ShadingLanguage language : both_languages) {
        const FloatImage image = draw(material, language, view).floats;
        check_close(compare(image, view, false, [&](const Hit& hit) {
          const Float3 tangent = tangent_of(hit.normal);
          // v grows downward: the third axis of a frame that is itself left-handed.
          const Float3 down = cross(hit.normal, tangent) * -1.0F;
          return normalized_or(linear_part(transform, tangent) * component(0) +
                                   linear_part(transform, down) * component(1) +
                                   world_normal(transform, hit.normal) * component(2),
                               {0, 0, 1});
        }));
      }
    }
  }
}

}  // namespace weft::testing::material_normals_test
