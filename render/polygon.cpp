#include "render/polygon.h"

#include <cmath>

#include "render/vector_math.h"

namespace weft::render {
namespace {

/// Projects the polygon along its normal, so that it is counterclockwise.
std::vector<Float2> flatten(const std::vector<Float3>& polygon) {
  Float3 normal = {0, 0, 0};  // Newell's method: handles concave, slightly bent polygons
  for (std::size_t i = 0; i < polygon.size(); ++i) {
    normal =
        normal + cross(polygon[i] - polygon[0], polygon[(i + 1) % polygon.size()] - polygon[0]);
  }
  normal = normalized_or(normal, {0, 0, 1});
  const Float3 x = any_orthogonal(normal);
  const Float3 y = cross(normal, x);
  std::vector<Float2> flat;
  flat.reserve(polygon.size());
  for (const Float3& point : polygon) {
    flat.push_back({dot(point - polygon[0], x), dot(point - polygon[0], y)});
  }
  return flat;
}

float turn(const Float2& a, const Float2& b, const Float2& c) {
  return (b[0] - a[0]) * (c[1] - a[1]) - (b[1] - a[1]) * (c[0] - a[0]);
}

/// Whether corner `at` of the remaining polygon is convex and its triangle contains no other
/// corner.
bool is_ear(const std::vector<Float2>& points, const std::vector<std::size_t>& rest,
            std::size_t at) {
  const std::size_t before = rest[(at + rest.size() - 1) % rest.size()];
  const std::size_t after = rest[(at + 1) % rest.size()];
  const Float2& a = points[before];
  const Float2& b = points[rest[at]];
  const Float2& c = points[after];
  if (!(turn(a, b, c) > 0.0F)) {
    return false;
  }
  for (const std::size_t other : rest) {
    if (other == before || other == rest[at] || other == after) {
      continue;
    }
    const Float2& p = points[other];
    if (p == a || p == b || p == c) {
      continue;  // a bridge between an outline and a hole visits its ends twice
    }
    if (turn(a, b, p) >= 0.0F && turn(b, c, p) >= 0.0F && turn(c, a, p) >= 0.0F) {
      return false;
    }
  }
  return true;
}

}  // namespace

std::vector<std::size_t> triangulate(const std::vector<Float3>& polygon) {
  std::vector<std::size_t> triangles;
  if (polygon.size() < 3) {
    return triangles;
  }
  const std::vector<Float2> points = flatten(polygon);
  std::vector<std::size_t> rest(polygon.size());
  for (std::size_t i = 0; i < rest.size(); ++i) {
    rest[i] = i;
  }
  // Starting after the previous ear turns a convex polygon into a fan and keeps the search short.
  std::size_t start = 1;
  while (rest.size() > 3) {
    std::size_t ear = start % rest.size();
    for (std::size_t tried = 0; tried < rest.size(); ++tried) {
      const std::size_t candidate = (start + tried) % rest.size();
      if (is_ear(points, rest, candidate)) {
        ear = candidate;
        break;
      }
    }
    triangles.insert(triangles.end(), {rest[(ear + rest.size() - 1) % rest.size()], rest[ear],
                                       rest[(ear + 1) % rest.size()]});
    rest.erase(rest.begin() + static_cast<std::ptrdiff_t>(ear));
    start = ear;
  }
  triangles.insert(triangles.end(), rest.begin(), rest.end());
  return triangles;
}

}  // namespace weft::render
