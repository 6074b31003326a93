#pragma once

#include <cstdint>
#include <vector>

#include "render/mesh.h"

namespace weft::render {

/// The attribute indices of one triangle corner, as in an OBJ file.
struct Corner {
  static constexpr std::int32_t none = -1;
  std::int32_t position = none;
  std::int32_t uv = none;      ///< none: (0, 0)
  std::int32_t normal = none;  ///< none: computed
};

/// Triangles whose corners index shared attribute lists. If `faceted[i]`, the triangle with the
/// corners 3i..3i+2 gets its own computed normals instead of smooth ones.
struct CornerMesh {
  std::vector<Float3> positions;
  std::vector<Float2> uvs;
  std::vector<Float3> normals;
  std::vector<Corner> corners;
  std::vector<bool> faceted;
};

/// Assembles a mesh from `source`, whose indices must be in range. Missing and zero-length normals
/// are computed: the triangle normals at the position, weighted by angle. Corners with equal
/// attributes become one vertex, in the order of first appearance. O(n log n) in corners.
Mesh assemble_mesh(const CornerMesh& source);

/// Replaces the tangents by those of MikkTSpace: per triangle the direction of growing u, projected
/// into the plane of the vertex normal and averaged by angle. Splits a vertex if its triangles
/// differ in whether the image is mirrored. Where the texture coordinates are degenerate the
/// tangent is an arbitrary orthogonal one with w = -1. Linear in triangles.
void compute_tangents(Mesh& mesh);

}  // namespace weft::render
