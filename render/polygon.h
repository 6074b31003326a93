#pragma once

#include <cstddef>
#include <vector>

#include "render/mesh.h"

namespace weft::render {

/// Triangulates a simple, nearly planar polygon by ear clipping, preserving the winding. Returns
/// indices into `polygon`, three per triangle, always size - 2 triangles; they overlap if the
/// polygon is not simple. O(n^3) worst case, O(n^2) in practice, so callers bound n.
std::vector<std::size_t> triangulate(const std::vector<Float3>& polygon);

}  // namespace weft::render
