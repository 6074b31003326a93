#pragma once

#include <array>
#include <cstdint>
#include <optional>
#include <vector>

namespace weft::render {

// Which triangle covers a pixel, by definition, in homogeneous coordinates (Olano and Greer,
// Triangle Scan Conversion using 2D Homogeneous Coordinates, 1997): nothing is clipped or snapped.

/// In Vulkan's clip space: y points down, depth is from 0 to 1.
using ClipPosition = std::array<double, 4>;
using Triangle = std::array<ClipPosition, 3>;

/// A point of the image as normalized coordinates, from -1 to 1.
struct ScreenPoint {
  double x = 0.0;
  double y = 0.0;
};
/// The center of a pixel.
ScreenPoint pixel_center(int x, int y, int width, int height);

/// The perspective-correct weights of a triangle's vertices at a point of its plane, inside or not;
/// nothing for triangles seen from the side.
std::optional<std::array<double, 3>> weights_at(const Triangle& triangle, ScreenPoint point);

/// A triangle at a point inside of it.
struct Hit {
  std::array<double, 3> weights{};
  double depth = 0.0;
  double w = 1.0;  ///< of the clip position
  bool is_front = false;
};
/// Nothing if the triangle does not cover the point between the near and the far plane.
std::optional<Hit> hit_of(const Triangle& triangle, ScreenPoint point);

}  // namespace weft::render
