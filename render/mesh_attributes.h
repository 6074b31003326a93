#pragma once

#include <cstdint>
#include <vector>

#include "render/mesh.h"

namespace weft::render {

/// One corner of a triangle by the numbers of its attributes, as in an OBJ file.
struct Corner {
  static constexpr std::int32_t none = -1;
  std::int32_t position = none;
  std::int32_t uv = none;      ///< none: (0, 0)
  std::int32_t normal = none;  ///< none: computed
};

/// Triangles whose corners refer to shared attribute lists. `faceted[i]` belongs to the triangle of
/// corners 3i..3i+2: its computed normals are its own instead of being shared with its neighbours.
struct CornerMesh {
  std::vector<Float3> positions;
  std::vector<Float2> uvs;
  std::vector<Float3> normals;
  std::vector<Corner> corners;
  std::vector<bool> faceted;
};

/// Makes a mesh of `source`, whose indices must be in range. Normals that are missing or have no
/// length are computed: the triangles' normals weighted by their angles at the position. Corners
/// with equal attributes become one vertex, in the order of their first appearance.
/// O(n log n) in corners.
Mesh assemble_mesh(const CornerMesh& source);

/// Replaces the tangents by those of MikkTSpace's rule: per triangle the direction of growing u,
/// projected into the plane of the vertex normal and averaged by angle. A vertex whose triangles
/// disagree about the image being mirrored is split. Where the texture coordinates have no
/// direction the tangent is an arbitrary orthogonal one with w = -1. Linear in triangles.
void compute_tangents(Mesh& mesh);

}  // namespace weft::render
