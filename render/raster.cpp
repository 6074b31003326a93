#include "render/raster.h"

#include <algorithm>

namespace weft::render {
namespace {

/// Of the vectors (x, y, w).
std::array<double, 3> cross_of(const ClipPosition& a, const ClipPosition& b) {
  return {a[1] * b[3] - a[3] * b[1], a[3] * b[0] - a[0] * b[3], a[0] * b[1] - a[1] * b[0]};
}

/// Twice the area, seen from the eye, of the parts of the triangle opposite to each vertex.
std::array<double, 3> areas_at(const Triangle& triangle, ScreenPoint point) {
  std::array<double, 3> areas{};
  for (std::size_t i = 0; i < 3; ++i) {
    const auto edge = cross_of(triangle[(i + 1) % 3], triangle[(i + 2) % 3]);
    areas[i] = edge[0] * point.x + edge[1] * point.y + edge[2];
  }
  return areas;
}

}  // namespace

ScreenPoint pixel_center(int x, int y, int width, int height) {
  return {(2.0 * x + 1.0) / width - 1.0, (2.0 * y + 1.0) / height - 1.0};
}

std::optional<std::array<double, 3>> weights_at(const Triangle& triangle, ScreenPoint point) {
  std::array<double, 3> areas = areas_at(triangle, point);
  const double sum = areas[0] + areas[1] + areas[2];
  if (sum == 0.0) {
    return std::nullopt;
  }
  for (double& area : areas) {
    area /= sum;
  }
  return areas;
}

std::optional<Hit> hit_of(const Triangle& triangle, ScreenPoint point) {
  const std::array<double, 3> areas = areas_at(triangle, point);
  const bool is_inside = std::all_of(areas.begin(), areas.end(), [](double a) { return a >= 0; }) ||
                         std::all_of(areas.begin(), areas.end(), [](double a) { return a <= 0; });
  const auto weights = weights_at(triangle, point);
  if (!is_inside || !weights) {
    return std::nullopt;
  }
  double z = 0.0;
  double w = 0.0;
  for (std::size_t i = 0; i < 3; ++i) {
    z += (*weights)[i] * triangle[i][2];
    w += (*weights)[i] * triangle[i][3];
  }
  if (w <= 0.0 || z < 0.0 || z > w) {
    return std::nullopt;
  }
  // Counterclockwise triangles are front faces: negative areas where y points down.
  return Hit{*weights, z / w, w, areas[0] + areas[1] + areas[2] < 0.0};
}

}  // namespace weft::render
