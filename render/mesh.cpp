#include "render/mesh.h"

#include <algorithm>
#include <cmath>
#include <numbers>

#include "render/vector_math.h"

namespace weft::render {
namespace {

void add_vertex(Mesh& mesh, const Float3& position, const Float3& normal, const Float4& tangent,
                const Float2& uv) {
  mesh.positions.push_back(position);
  mesh.normals.push_back(normal);
  mesh.tangents.push_back(tangent);
  mesh.uvs.push_back(uv);
}

/// Adds a flat grid of cells x cells quads from `corner` (the image's upper left) along `right` and
/// `down`, both of length `size`.
void add_grid(Mesh& mesh, const Float3& corner, const Float3& right, const Float3& down, float size,
              int cells) {
  const auto base = static_cast<std::uint32_t>(mesh.positions.size());
  const Float3 normal = cross(down, right);
  for (int row = 0; row <= cells; ++row) {
    for (int column = 0; column <= cells; ++column) {
      const float u = static_cast<float>(column) / static_cast<float>(cells);
      const float v = static_cast<float>(row) / static_cast<float>(cells);
      add_vertex(mesh, corner + right * (u * size) + down * (v * size), normal,
                 {right[0], right[1], right[2], -1.0F}, {u, v});
    }
  }
  const auto stride = static_cast<std::uint32_t>(cells + 1);
  for (std::uint32_t row = 0; row + 1 < stride; ++row) {
    for (std::uint32_t column = 0; column + 1 < stride; ++column) {
      const std::uint32_t a = base + row * stride + column;
      const std::uint32_t c = a + stride;
      mesh.indices.insert(mesh.indices.end(), {a, c, c + 1, a, c + 1, a + 1});
    }
  }
}

}  // namespace

Mesh uv_sphere(int segments, int rings, float radius) {
  segments = std::max(segments, 3);
  rings = std::max(rings, 2);
  Mesh mesh;
  const auto add = [&](double u, int ring) {
    const double phi = 2.0 * std::numbers::pi * (u - 0.5);
    const double theta = std::numbers::pi * ring / rings;
    // The poles are exact: sin(pi) is not zero in floating point.
    const bool pole = ring == 0 || ring == rings;
    const double ring_radius = pole ? 0.0 : std::sin(theta);
    const double height = pole ? (ring == 0 ? 1.0 : -1.0) : std::cos(theta);
    const Float3 normal = {static_cast<float>(ring_radius * std::sin(phi)),
                           static_cast<float>(height),
                           static_cast<float>(ring_radius * std::cos(phi))};
    add_vertex(mesh, normal * radius, normal,
               {static_cast<float>(std::cos(phi)), 0.0F, static_cast<float>(-std::sin(phi)), -1.0F},
               {static_cast<float>(u), static_cast<float>(ring) / static_cast<float>(rings)});
  };
  // Rows of segments + 1 vertices between two pole rows of one vertex per segment.
  for (int i = 0; i < segments; ++i) {
    add((i + 0.5) / segments, 0);
  }
  for (int ring = 1; ring < rings; ++ring) {
    for (int i = 0; i <= segments; ++i) {
      add(static_cast<double>(i) / segments, ring);
      // The duplicate vertex on the seam must be bit-identical, or the surface has a crack.
      if (i == segments) {
        const std::size_t first = mesh.positions.size() - 1 - static_cast<std::size_t>(segments);
        mesh.positions.back() = mesh.positions[first];
        mesh.normals.back() = mesh.normals[first];
        mesh.tangents.back() = mesh.tangents[first];
      }
    }
  }
  for (int i = 0; i < segments; ++i) {
    add((i + 0.5) / segments, rings);
  }

  const auto count = static_cast<std::uint32_t>(segments);
  const auto row_start = [&](int ring) {
    return count + static_cast<std::uint32_t>(ring - 1) * (count + 1);
  };
  for (std::uint32_t i = 0; i < count; ++i) {
    mesh.indices.insert(mesh.indices.end(), {i, row_start(1) + i, row_start(1) + i + 1});
  }
  for (int ring = 1; ring + 1 < rings; ++ring) {
    for (std::uint32_t i = 0; i < count; ++i) {
      const std::uint32_t a = row_start(ring) + i;
      const std::uint32_t c = row_start(ring + 1) + i;
      mesh.indices.insert(mesh.indices.end(), {a, c, c + 1, a, c + 1, a + 1});
    }
  }
  for (std::uint32_t i = 0; i < count; ++i) {
    const std::uint32_t a = row_start(rings - 1) + i;
    mesh.indices.insert(mesh.indices.end(), {a, row_start(rings) + i, a + 1});
  }
  return mesh;
}

Mesh coarse_sphere(float radius) { return uv_sphere(8, 6, radius); }

Mesh plane(float size, int cells) {
  Mesh mesh;
  add_grid(mesh, {-0.5F * size, 0.5F * size, 0.0F}, {1, 0, 0}, {0, -1, 0}, size,
           std::max(cells, 1));
  return mesh;
}

Mesh skinned_tube(int segments, int rings, int joints, float radius) {
  joints = std::max(joints, 1);
  Mesh mesh = uv_sphere(segments, rings, 1.0F);
  // Turns the sphere into a capsule: its halves move apart, and the rings between them form a tube.
  const auto count = static_cast<float>(rings);
  const float lowest = -0.8F;
  const float step = joints > 1 ? 1.6F / static_cast<float>(joints - 1) : 1.0F;
  for (std::size_t i = 0; i < mesh.positions.size(); ++i) {
    Float3& position = mesh.positions[i];
    Float3& normal = mesh.normals[i];
    const float v = std::round(mesh.uvs[i][1] * count) / count;
    const Float3 around = normalized_or({position[0], 0.0F, position[2]}, {0, 0, 0});
    // The quarter circle at each end gets an eighth of the rings, the straight part the rest.
    const float cap = 0.125F;
    const float half = 1.0F - radius;  // half length of the straight part
    const float quarter = 1.57079633F;
    if (v < cap || v > 1.0F - cap) {
      const bool is_top = v < cap;
      const float angle = quarter * (is_top ? v : 1.0F - v) / cap;
      const bool is_pole = v == 0.0F || v == 1.0F;
      const float out = is_pole ? 0.0F : std::sin(angle);
      const float up = (is_top ? 1.0F : -1.0F) * (is_pole ? 1.0F : std::cos(angle));
      normal = around * out + Float3{0.0F, up, 0.0F};
      position = normal * radius + Float3{0.0F, is_top ? half : -half, 0.0F};
    } else {
      const float along = (v - cap) / (1.0F - 2.0F * cap);
      normal = around;
      position = around * radius + Float3{0.0F, half * (1.0F - 2.0F * along), 0.0F};
    }
    const float place =
        std::clamp((position[1] - lowest) / step, 0.0F, static_cast<float>(joints - 1));
    const auto below = static_cast<std::uint32_t>(place);
    const std::uint32_t above = std::min(below + 1, static_cast<std::uint32_t>(joints - 1));
    const float part = place - static_cast<float>(below);
    const float weight = part * part * (3.0F - 2.0F * part);
    mesh.skin.joints.push_back({below, above, 0, 0});
    mesh.skin.weights.push_back({1.0F - weight, weight, 0.0F, 0.0F});
  }
  return mesh;
}

Mesh cube(float size) {
  // {right, down} of each face seen from outside; the face normal is cross(down, right).
  static constexpr struct {
    Float3 right, down;
  } faces[] = {
      {{1, 0, 0}, {0, -1, 0}},   // +z
      {{0, 0, -1}, {0, -1, 0}},  // +x
      {{-1, 0, 0}, {0, -1, 0}},  // -z
      {{0, 0, 1}, {0, -1, 0}},   // -x
      {{1, 0, 0}, {0, 0, 1}},    // +y
      {{1, 0, 0}, {0, 0, -1}},   // -y
  };
  Mesh mesh;
  for (const auto& face : faces) {
    const Float3 outward = cross(face.down, face.right);
    add_grid(mesh, (outward - face.right - face.down) * (0.5F * size), face.right, face.down, size,
             1);
  }
  return mesh;
}

}  // namespace weft::render
