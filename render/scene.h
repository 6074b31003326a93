#pragma once

#include <array>
#include <cstdint>
#include <functional>
#include <map>
#include <memory>
#include <optional>
#include <string>
#include <string_view>
#include <vector>

#include "codegen/ir/interface.h"
#include "render/environment.h"
#include "render/error.h"
#include "render/matrix.h"
#include "render/mesh.h"

namespace weft::render {

/// A perspective camera. Lengths in meters, angles in radians.
struct Camera {
  Float3 position = {0.0F, 0.0F, 4.0F};
  Float3 target = {0.0F, 0.0F, 0.0F};
  Float3 up = {0.0F, 1.0F, 0.0F};
  float vertical_fov = 0.6F;
  float near = 0.1F;
  float far = 100.0F;
};

/// A light at infinity.
struct DirectionalLight {
  Float3 direction = {0.0F, 1.0F, 0.0F};   ///< from the surface to the light; of any nonzero length
  Float3 irradiance = {1.0F, 1.0F, 1.0F};  ///< linear, on a surface facing the light
};

/// A light at a place: a point, a sphere or a spot, as `punctual.weft` takes it.
struct PunctualLight {
  Float3 position = {0.0F, 0.0F, 0.0F};   ///< in world space
  Float3 intensity = {1.0F, 1.0F, 1.0F};  ///< linear: the irradiance at a distance of 1 m
  float range = 0.0F;                     ///< where it ends, in meters; 0: nowhere
  float radius = 0.0F;                    ///< of a sphere, in meters; 0: a point
  Float3 axis = {0.0F, -1.0F, 0.0F};      ///< of a spot, away from it; of any nonzero length
  /// The cosines of the inner and outer angle of a spot's cone; -1 and -1: no spot.
  std::array<float, 2> cone = {-1.0F, -1.0F};
};

enum class PunctualKind { Point, Spot, Sphere };

/// The array by kind that a light is in. Those arrays have no spheres with a cone: it is a spot.
inline PunctualKind kind_of(const PunctualLight& light) {
  return light.cone[1] > -1.0F ? PunctualKind::Spot
         : light.radius > 0.0F ? PunctualKind::Sphere
                               : PunctualKind::Point;
}

/// A rectangle or a disk that shines to the side of cross(half_x, half_y), as `area_lights.weft`
/// takes it.
struct AreaLight {
  Float3 center = {0.0F, 2.0F, 0.0F};  ///< in world space
  Float3 half_x = {0.5F, 0.0F, 0.0F};  ///< from the center to an edge or to the rim
  Float3 half_y = {0.0F, 0.0F, 0.5F};
  Float3 radiance = {1.0F, 1.0F, 1.0F};  ///< linear
  bool is_disk = false;
};

/// One copy of a mesh in an instanced draw.
struct Instance {
  Mat4 to_object = identity_matrix;
  Float3 tint = {1.0F, 1.0F, 1.0F};  ///< reflectance, linear
};

/// The host state besides the mesh and the material: enough for every non-derived feature of the
/// shipped library.
struct Scene {
  Camera camera;
  Mat4 object_to_world = identity_matrix;
  /// One frame earlier; nothing: the same, the object does not move.
  std::optional<Mat4> previous_object_to_world = {};
  std::vector<Instance> instances;               ///< empty: one, untransformed
  std::vector<Mat4> joints = {identity_matrix};  ///< per joint of a skin: mesh to object
  std::vector<DirectionalLight> lights;
  std::vector<PunctualLight> punctual_lights = {};
  std::vector<AreaLight> area_lights = {};
  Float3 ambient = {0.0F, 0.0F, 0.0F};  ///< uniform irradiance from all directions, linear
  float exposure = 1.0F;
  float time = 0.0F;  ///< seconds
  std::uint32_t frame_index = 0;
  bool starts_simulation = true;
  float simulation_delta = 1.0F / 60.0F;                ///< seconds of a step
  std::shared_ptr<const Environment> environment = {};  ///< null: default_environment()
  /// Values of features by path, as scene_value() returns them, that take the place of its own.
  std::map<std::string, std::vector<std::uint32_t>, std::less<>> given = {};
  /// Textures of features by path, besides `environment.map`.
  std::map<std::string, std::shared_ptr<const Texture>, std::less<>> given_textures = {};
};

/// The scene's environment, or default_environment().
const Environment& environment_of(const Scene& scene);

/// A camera, a key, a fill and a rim light, and some ambient light, for a mesh of about 1 m radius
/// around the origin.
Scene default_scene();

/// The value of a uniform feature: the 32-bit patterns of its scalars in the order of a Constant
/// (matrices column by column, arrays element by element, with as many elements as there are lights
/// or joints): the given one, or else that of the scene, which supports the primitive features of
/// the shipped library and the derived ones that hosts commonly provide (`view.to_world`,
/// `object.to_clip`, …). Fails, naming the path, for other features and for matrices without an
/// inverse. `aspect`: width over height of the image. `clip`: the clip space of projections.
Rendered<std::vector<std::uint32_t>> scene_value(const Scene& scene, std::string_view feature,
                                                 float aspect, const ClipConvention& clip = {});

}  // namespace weft::render
