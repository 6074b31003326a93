#pragma once

#include <numbers>

#include "render/mesh.h"
#include "render/scene.h"

namespace weft::render {

/// An angle of one degree, in radians.
inline constexpr float degree = std::numbers::pi_v<float> / 180.0F;

/// A camera's place on a sphere around its target: what a viewer's mouse turns. Angles in radians,
/// lengths in meters.
struct Orbit {
  float yaw = 0.0F;       ///< 0: in front, on the side of +z; grows to the right, to +x
  float pitch = 0.0F;     ///< above the horizon, -pi/2 to pi/2
  float distance = 4.0F;  ///< positive
};

Orbit orbit_of(const Camera& camera);

/// Moves the camera onto its orbit, upright, also at the poles. The near and far planes follow the
/// distance: 2 % of it, and 50 times it or 100 m.
void place_on_orbit(Camera& camera, const Orbit& orbit);

/// The middle of a mesh's bounding box, and the distance from there to its farthest vertex.
struct BoundingSphere {
  Float3 center = {0.0F, 0.0F, 0.0F};
  float radius = 0.0F;
};
BoundingSphere bounding_sphere(const Mesh& mesh);

}  // namespace weft::render
