// A transformed object looks like its mesh with the transform baked into the vertices, including
// the normal map.

#include <cstddef>

#include "render/image.h"
#include "render/matrix.h"
#include "render/textures.h"
#include "render/vector_math.h"
#include "tests/render/material_drawing.h"
#include "tests/support/catch.h"

namespace weft::testing::baked_transforms_test {

namespace {

using namespace weft::render;

constexpr const char* show_mapped_normals = R"(
import "core";
import "display";
import "profiles";

fragment color_of(n: float3 {use: normal, basis: world, norm: unit}) -> float3
{
    return n * 0.5 + 0.5;
}

material mapped {
    param normal_map: texture2d {use: normal, basis: tangent, packing: unorm};
    output albedo = color_of(sample(normal_map).xyz) as {use: reflectance, encoding: srgb};
}
)";

Float3 linear_part(const Mat4& m, const Float3& v) {
  return transform_point(m, v) - transform_point(m, {0, 0, 0});
}

Mesh baked(Mesh mesh, const Mat4& m) {
  const auto normal = *normal_matrix(m);
  const Float3 x = linear_part(m, {1, 0, 0});
  const Float3 y = linear_part(m, {0, 1, 0});
  const Float3 z = linear_part(m, {0, 0, 1});
  const float handedness = dot(cross(x, y), z) < 0.0F ? -1.0F : 1.0F;
  for (std::size_t i = 0; i < mesh.positions.size(); ++i) {
    mesh.positions[i] = transform_point(m, mesh.positions[i]);
    const Float3 n = mesh.normals[i];
    Float3 turned{};
    for (std::size_t row = 0; row < 3; ++row) {
      turned[row] = normal[row] * n[0] + normal[3 + row] * n[1] + normal[6 + row] * n[2];
    }
    mesh.normals[i] = normalized_or(turned, n);
    const Float4 t = mesh.tangents[i];
    const Float3 along = normalized_or(linear_part(m, {t[0], t[1], t[2]}), {1, 0, 0});
    mesh.tangents[i] = {along[0], along[1], along[2], t[3] * handedness};
  }
  return mesh;
}

View scene(const Mat4& object_to_world) {
  View view;
  view.mesh = uv_sphere(192, 96);
  view.scene.object_to_world = object_to_world;
  view.scene.camera.position = {0.4F, 0.9F, 4.0F};
  view.settings.width = 192;
  view.settings.height = 192;
  view.settings.format = ColorFormat::Rgba8Unorm;
  return view;
}

}  // namespace

TEST_CASE("Y7: a transformed object looks like its mesh with the transform baked in") {
  const ComposedMaterial material = compose_text(show_mapped_normals, "mapped", "unlit");
  Mat4 sheared = rotation({0.2F, 1, 0.4F}, 0.7F);
  sheared[4] += 0.6F;
  sheared[9] -= 0.3F;
  struct Row {
    const char* name;
    Mat4 transform;
  };
  for (const Row& row : {
           Row{"none", identity_matrix},
           Row{"small", scaling({0.4F, 0.4F, 0.4F})},
           Row{"large", multiply(rotation({1, 0.2F, 0}, 0.5F), scaling({1.7F, 1.7F, 1.7F}))},
           Row{"uneven", multiply(rotation({0, 0.3F, 1}, 0.6F), scaling({0.4F, 1.2F, 0.9F}))},
           Row{"sheared", sheared},
           Row{"mirrored", scaling({0.7F, -1.2F, 0.5F})},
           Row{"sheared and mirrored", multiply(sheared, scaling({-0.6F, 1, 0.8F}))},
       }) {
    INFO(row.name);
    View object = scene(row.transform);
    REQUIRE(object.mesh.positions.size() >= 10'000);
    auto map = make_texture(normal_map(worn_height(256), 6.0F), Encoding::Linear);
    REQUIRE(map);
    object.inputs.textures["normal_map"] = std::move(*map);
    View mesh = object;
    mesh.mesh = baked(mesh.mesh, row.transform);
    mesh.scene.object_to_world = identity_matrix;
    for (const ShadingLanguage language : both_languages) {
      check_alike(draw(material, language, mesh).image, draw(material, language, object).image, 1);
    }
  }
}

}  // namespace weft::testing::baked_transforms_test
