#pragma once

#include <cstddef>
#include <vector>

#include "render/mesh.h"

namespace weft::render {

/// Cuts a simple, nearly planar polygon into triangles by clipping ears; the triangles keep the
/// polygon's winding. Returns positions in `polygon`, three per triangle, always size - 2
/// triangles; where the polygon is not simple they overlap. O(n^3) at worst, O(n^2) in practice:
/// callers bound n.
std::vector<std::size_t> triangulate(const std::vector<Float3>& polygon);

}  // namespace weft::render
