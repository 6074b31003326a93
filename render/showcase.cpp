#include "render/showcase.h"

#include <algorithm>
#include <array>
#include <cmath>
#include <string_view>
#include <utility>

#include "render/vector_math.h"

namespace weft::render {
namespace {

/// Whether the shader reads a vertex attribute of that namespace.
bool reads(const MaterialShader& shader, std::string_view space) {
  const auto& attributes = shader.interface->attributes;
  return std::any_of(attributes.begin(), attributes.end(), [&](const VertexAttribute& attribute) {
    return shader.library->text(shader.library->features[attribute.feature].space) == space;
  });
}

/// Evenly distributed points on a ball, by the golden angle.
std::vector<Instance> spiral() {
  constexpr std::array<Float3, 5> tints = {{{0.55F, 0.06F, 0.03F},
                                            {0.70F, 0.34F, 0.04F},
                                            {0.72F, 0.64F, 0.48F},
                                            {0.02F, 0.20F, 0.27F},
                                            {0.05F, 0.06F, 0.15F}}};
  constexpr int count = 90;
  std::vector<Instance> instances;
  for (int i = 0; i < count; ++i) {
    const float y = 1.0F - 2.0F * (static_cast<float>(i) + 0.5F) / static_cast<float>(count);
    const float angle = 2.39996323F * static_cast<float>(i);
    const float r = std::sqrt(1.0F - y * y);
    const Float3 place = Float3{r * std::cos(angle), y, r * std::sin(angle)} * 0.86F;
    const float size = 0.155F + 0.03F * std::sin(4.0F * angle);
    instances.push_back({multiply(translation(place), scaling({size, size, size})),
                         tints[static_cast<std::size_t>(i) % tints.size()]});
  }
  return instances;
}

/// Rotates each joint of skinned_tube a little further than the one below it, about its own
/// position.
std::vector<Mat4> bent(int joints) {
  std::vector<Mat4> result;
  Mat4 parent = identity_matrix;
  const float step = joints > 1 ? 1.6F / static_cast<float>(joints - 1) : 0.0F;
  for (int i = 0; i < joints; ++i) {
    const Float3 place = {0.0F, -0.8F + step * static_cast<float>(i), 0.0F};
    const float angle = i == 0 ? 0.75F : -0.38F;
    const Mat4 turn = multiply(translation(place), multiply(rotation({0.25F, 0.0F, 1.0F}, angle),
                                                            translation(place * -1.0F)));
    parent = multiply(parent, turn);
    result.push_back(parent);
  }
  return result;
}

/// Three vertices that say nothing but their number: the profile places them.
Mesh bare_triangle() {
  Mesh mesh;
  mesh.positions = {{0, 0, 0}, {0, 0, 0}, {0, 0, 0}};
  mesh.indices = {0, 1, 2};
  return mesh;
}

}  // namespace

Showcase default_showcase(const MaterialShader& shader, std::optional<Mesh> mesh) {
  Showcase result{{}, default_scene()};
  if (shader.interface->attributes.empty()) {
    result.mesh = bare_triangle();
    return result;
  }
  if (reads(shader, "skin")) {
    constexpr int joints = 5;
    result.mesh = mesh ? std::move(*mesh) : skinned_tube(48, 96, joints);
    result.scene.joints =
        result.mesh.skin.joints.empty() ? std::vector<Mat4>{identity_matrix} : bent(joints);
    // The tube bends to the left: move it back to the center.
    result.scene.object_to_world = translation({0.32F, 0.06F, 0.0F});
    return result;
  }
  if (reads(shader, "instance")) {
    result.scene.instances = spiral();
    result.mesh = mesh ? std::move(*mesh) : uv_sphere(32, 16);
    return result;
  }
  result.mesh = mesh ? std::move(*mesh) : uv_sphere(128, 64);
  return result;
}

}  // namespace weft::render
