#pragma once

#include <array>
#include <cstdint>
#include <vector>

namespace weft::render {

using Float2 = std::array<float, 2>;
using Float3 = std::array<float, 3>;
using Float4 = std::array<float, 4>;

/// The joints of each vertex and their weights, which sum to 1. Empty lists for a rigid mesh.
struct Skin {
  std::vector<std::array<std::uint32_t, 4>> joints;
  std::vector<Float4> weights;
};

/// An indexed triangle mesh. The attribute lists have one entry per vertex; every three
/// indices form a triangle, counterclockwise seen from outside. Right-handed, y up.
///
/// Texture coordinates: u grows to the right of an image and v *downward*, so that (0, 0) is the
/// upper left corner of its first pixel, as Vulkan samples it.
/// Tangent frames follow MikkTSpace (http://www.mikktspace.com): `t.xyz` is the direction in which
/// u grows, `t.w * cross(n, t.xyz)` the one in which v grows; t.w is -1 or +1. Because v grows
/// downward, t.w is -1 where the image is not mirrored, and the green channel of a normal map
/// points along +v (down in the image). Normals and tangents are unit and orthogonal.
struct Mesh {
  std::vector<Float3> positions;
  std::vector<Float3> normals;
  std::vector<Float4> tangents;
  std::vector<Float2> uvs;
  std::vector<std::uint32_t> indices;
  Skin skin = {};
  std::vector<Float2> more_uvs = {};  ///< a second set; empty: none
  std::vector<Float4> colors = {};    ///< reflectance, linear, and coverage; empty: white
};

/// A sphere around the origin with its poles on the y axis. u goes once around, to the right seen
/// from outside, and is 0.5 at +z, 0.75 at +x (the seam faces -z); v goes from 0 at the north pole
/// (+y) to 1. Normals and tangents are those of the exact sphere. Vertices on the seam are
/// duplicated, those at the poles exist once per segment (with u at the segment's center). Uses at
/// least 3 segments and 2 rings. Linear in segments * rings.
Mesh uv_sphere(int segments, int rings, float radius = 1.0F);

/// A sphere so coarse (8 segments, 6 rings) that interpolation across triangles is visible.
Mesh coarse_sphere(float radius = 1.0F);

/// A square in the plane z = 0 facing +z, divided into `cells` x `cells` quads (at least 1).
Mesh plane(float size = 2.0F, int cells = 1);

/// An upright capsule around the y axis from -1 to 1, u once around and v downward, skinned to
/// `joints` joints (at least 1) at even heights from -0.8 up. Each vertex is weighted between the
/// two joints nearest to its height.
Mesh skinned_tube(int segments, int rings, int joints, float radius = 0.28F);

/// An axis-aligned cube around the origin; each face shows the whole texture, upright on the sides.
Mesh cube(float size = 1.5F);

}  // namespace weft::render
