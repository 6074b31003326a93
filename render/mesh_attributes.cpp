#include "render/mesh_attributes.h"

#include <algorithm>
#include <array>
#include <cmath>
#include <cstddef>
#include <map>

#include "render/vector_math.h"

namespace weft::render {
namespace {

constexpr std::uint32_t unset = 0xFFFFFFFFU;

/// The angle at `at` between the directions to `a` and `b`, in radians; 0 for a degenerate corner.
float corner_angle(const Float3& at, const Float3& a, const Float3& b) {
  const Float3 to_a = normalized_or(a - at, {0, 0, 0});
  const Float3 to_b = normalized_or(b - at, {0, 0, 0});
  // atan2 stays accurate for slivers, where acos of a dot product loses half the digits.
  return std::atan2(length(cross(to_a, to_b)), dot(to_a, to_b));
}

Float3 triangle_normal(const Float3& a, const Float3& b, const Float3& c) {
  return normalized_or(cross(normalized_or(b - a, {0, 0, 0}), normalized_or(c - a, {0, 0, 0})),
                       {0, 0, 0});
}

/// Angle-weighted normals per position, from the triangles that are not faceted.
std::vector<Float3> smooth_normals(const CornerMesh& source) {
  std::vector<Float3> sums(source.positions.size(), Float3{0, 0, 0});
  for (std::size_t i = 0; i + 2 < source.corners.size(); i += 3) {
    if (source.faceted[i / 3]) {
      continue;
    }
    std::array<Float3, 3> p;
    for (std::size_t k = 0; k < 3; ++k) {
      p[k] = source.positions[static_cast<std::size_t>(source.corners[i + k].position)];
    }
    const Float3 normal = triangle_normal(p[0], p[1], p[2]);
    for (std::size_t k = 0; k < 3; ++k) {
      Float3& sum = sums[static_cast<std::size_t>(source.corners[i + k].position)];
      sum = sum + normal * corner_angle(p[k], p[(k + 1) % 3], p[(k + 2) % 3]);
    }
  }
  return sums;
}

}  // namespace

Mesh assemble_mesh(const CornerMesh& source) {
  const std::vector<Float3> smooth = smooth_normals(source);
  Mesh mesh;
  // Position, texture coordinate, normal, and the triangle if the normal is computed per face.
  using Key = std::array<std::int64_t, 4>;
  std::map<Key, std::uint32_t> vertices;
  for (std::size_t i = 0; i + 2 < source.corners.size(); i += 3) {
    for (std::size_t k = 0; k < 3; ++k) {
      const Corner& corner = source.corners[i + k];
      const auto at = static_cast<std::size_t>(corner.position);
      Float3 normal = {0, 0, 0};
      if (corner.normal != Corner::none) {
        normal = normalized_or(source.normals[static_cast<std::size_t>(corner.normal)], normal);
      }
      Key key = {corner.position, corner.uv, corner.normal, -1};
      if (normal == Float3{0, 0, 0}) {
        const auto position = [&](std::size_t n) {
          return source.positions[static_cast<std::size_t>(source.corners[i + n].position)];
        };
        const bool own = source.faceted[i / 3];
        key[2] = Corner::none;
        key[3] = own ? static_cast<std::int64_t>(i / 3) : -1;
        // Only degenerate triangles meet at a position without a normal: use up.
        normal = normalized_or(
            own ? triangle_normal(position(0), position(1), position(2)) : smooth[at], {0, 1, 0});
      }
      const auto [entry, added] =
          vertices.emplace(key, static_cast<std::uint32_t>(mesh.positions.size()));
      if (added) {
        mesh.positions.push_back(source.positions[at]);
        mesh.normals.push_back(normal);
        mesh.uvs.push_back(corner.uv == Corner::none
                               ? Float2{0, 0}
                               : source.uvs[static_cast<std::size_t>(corner.uv)]);
      }
      mesh.indices.push_back(entry->second);
    }
  }
  compute_tangents(mesh);
  return mesh;
}

void compute_tangents(Mesh& mesh) {
  // Per vertex, one sum for each handedness: [0] for w = -1, [1] for w = +1.
  std::vector<std::array<Float3, 2>> sums(mesh.positions.size());
  std::vector<std::array<bool, 2>> used(mesh.positions.size(), {false, false});
  std::vector<signed char> sides(mesh.indices.size() / 3, -1);  // -1: degenerate
  for (std::size_t i = 0; i + 2 < mesh.indices.size(); i += 3) {
    const std::array<std::uint32_t, 3> v = {mesh.indices[i], mesh.indices[i + 1],
                                            mesh.indices[i + 2]};
    const Float3 e1 = mesh.positions[v[1]] - mesh.positions[v[0]];
    const Float3 e2 = mesh.positions[v[2]] - mesh.positions[v[0]];
    const float du1 = mesh.uvs[v[1]][0] - mesh.uvs[v[0]][0];
    const float dv1 = mesh.uvs[v[1]][1] - mesh.uvs[v[0]][1];
    const float du2 = mesh.uvs[v[2]][0] - mesh.uvs[v[0]][0];
    const float dv2 = mesh.uvs[v[2]][1] - mesh.uvs[v[0]][1];
    const float area = du1 * dv2 - du2 * dv1;
    // Solves e = du * T + dv * B for T; the sign of the area tells whether the image is mirrored.
    const Float3 direction =
        normalized_or((e1 * dv2 - e2 * dv1) * (area < 0.0F ? -1.0F : 1.0F), {0, 0, 0});
    if (area == 0.0F || !std::isfinite(area) || direction == Float3{0, 0, 0}) {
      continue;
    }
    const std::size_t side = area > 0.0F ? 1 : 0;
    sides[i / 3] = static_cast<signed char>(side);
    for (std::size_t k = 0; k < 3; ++k) {
      const Float3& n = mesh.normals[v[k]];
      const Float3 projected = normalized_or(direction - n * dot(n, direction), {0, 0, 0});
      const float angle = corner_angle(mesh.positions[v[k]], mesh.positions[v[(k + 1) % 3]],
                                       mesh.positions[v[(k + 2) % 3]]);
      sums[v[k]][side] = sums[v[k]][side] + projected * angle;
      used[v[k]][side] = true;
    }
  }

  const std::size_t count = mesh.positions.size();
  const auto tangent = [&](std::size_t vertex, std::size_t side) {
    const Float3& n = mesh.normals[vertex];
    const Float3 any = any_orthogonal(n);
    const Float3 sum = sums[vertex][side];
    // Project again: a sum of rounded vectors is only nearly orthogonal.
    const Float3 t = normalized_or(sum - n * dot(n, sum), any);
    return Float4{t[0], t[1], t[2], side == 1 ? 1.0F : -1.0F};
  };
  mesh.tangents.resize(count);
  std::vector<std::uint32_t> twin(count, unset);  // the copy for w = +1 of a split vertex
  for (std::size_t vertex = 0; vertex < count; ++vertex) {
    mesh.tangents[vertex] = tangent(vertex, used[vertex][0] || !used[vertex][1] ? 0 : 1);
    if (used[vertex][0] && used[vertex][1]) {
      twin[vertex] = static_cast<std::uint32_t>(mesh.positions.size());
      mesh.positions.push_back(Float3(mesh.positions[vertex]));
      mesh.normals.push_back(Float3(mesh.normals[vertex]));
      mesh.uvs.push_back(Float2(mesh.uvs[vertex]));
      mesh.tangents.push_back(tangent(vertex, 1));
      if (!mesh.more_uvs.empty()) {
        const Float2 uv = mesh.more_uvs[vertex];
        mesh.more_uvs.push_back(uv);
      }
      if (!mesh.colors.empty()) {
        const Float4 color = mesh.colors[vertex];
        mesh.colors.push_back(color);
      }
    }
  }
  for (std::size_t i = 0; i + 2 < mesh.indices.size(); i += 3) {
    for (std::size_t k = 0; k < 3 && sides[i / 3] == 1; ++k) {
      const std::uint32_t vertex = mesh.indices[i + k];
      mesh.indices[i + k] = twin[vertex] == unset ? vertex : twin[vertex];
    }
  }
}

}  // namespace weft::render
