#include "render/orbit.h"

#include <algorithm>
#include <cmath>
#include <cstddef>

#include "render/vector_math.h"

namespace weft::render {

Orbit orbit_of(const Camera& camera) {
  const Float3 away = camera.position - camera.target;
  const float distance = length(away);
  if (distance == 0.0F) {
    return {};
  }
  return {std::atan2(away[0], away[2]), std::asin(std::clamp(away[1] / distance, -1.0F, 1.0F)),
          distance};
}

void place_on_orbit(Camera& camera, const Orbit& orbit) {
  const float level = std::cos(orbit.pitch);
  const float rise = std::sin(orbit.pitch);
  const float right = std::sin(orbit.yaw);
  const float front = std::cos(orbit.yaw);
  camera.position = camera.target + Float3{right * level, rise, front * level} * orbit.distance;
  camera.up = {-right * rise, level, -front * rise};
  camera.near = 0.02F * orbit.distance;
  camera.far = std::max(100.0F, 50.0F * orbit.distance);
}

BoundingSphere bounding_sphere(const Mesh& mesh) {
  if (mesh.positions.empty()) {
    return {};
  }
  Float3 low = mesh.positions.front();
  Float3 high = low;
  for (const Float3& position : mesh.positions) {
    for (std::size_t i = 0; i < 3; ++i) {
      low[i] = std::min(low[i], position[i]);
      high[i] = std::max(high[i], position[i]);
    }
  }
  // Halves first: the sum of two finite numbers need not be one.
  BoundingSphere sphere{low * 0.5F + high * 0.5F, 0.0F};
  for (const Float3& position : mesh.positions) {
    sphere.radius = std::max(sphere.radius, length(position - sphere.center));
  }
  return sphere;
}

}  // namespace weft::render
