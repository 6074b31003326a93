#pragma once

#include <cstdint>
#include <string_view>
#include <vector>

#include "render/error.h"
#include "render/matrix.h"
#include "render/mesh.h"

namespace weft::render {

/// A perspective camera. Lengths in metres, angles in radians.
struct Camera {
  Float3 position = {0.0F, 0.0F, 4.0F};
  Float3 target = {0.0F, 0.0F, 0.0F};
  Float3 up = {0.0F, 1.0F, 0.0F};
  float vertical_fov = 0.6F;
  float near = 0.1F;
  float far = 100.0F;
};

/// A light that is infinitely far away.
struct DirectionalLight {
  Float3 direction = {0.0F, 1.0F, 0.0F};   ///< from the surface to the light; of any length but 0
  Float3 irradiance = {1.0F, 1.0F, 1.0F};  ///< linear, on a surface that faces the light
};

/// What a host knows besides the mesh and the material: enough for every feature of the shipped
/// library that is not derived from others.
struct Scene {
  Camera camera;
  Mat4 object_to_world = identity_matrix;
  std::vector<Mat4> instances;  ///< instance to object; empty: one, untransformed
  std::vector<DirectionalLight> lights;
  Float3 ambient = {0.0F, 0.0F, 0.0F};  ///< irradiance from everywhere alike, linear
  float exposure = 1.0F;
  float time = 0.0F;  ///< seconds
  std::uint32_t frame_index = 0;
};

/// A camera, a key, a fill and a rim light, and some ambient light: shows a mesh of about 1 m
/// radius around the origin.
Scene default_scene();

/// The value of a uniform feature: the 32-bit patterns of its scalars in order, as in a Constant
/// (matrices column by column, arrays element by element with as many elements as there are
/// lights). `aspect`: width over height of the picture. Knows the primitive features of the shipped
/// library and those derived features that hosts like to provide (`view.to_world`,
/// `object.to_clip`, …). Fails, naming the path, for other features and where a matrix has no
/// inverse.
Rendered<std::vector<std::uint32_t>> scene_value(const Scene& scene, std::string_view feature,
                                                 float aspect);

}  // namespace weft::render
