#pragma once

#include <string>
#include <string_view>

#include "render/error.h"
#include "render/mesh.h"

namespace weft::render {

/// Parses Wavefront OBJ text: `v`, `vt`, `vn`, `f` (polygons, relative indices) and `s off`; skips
/// other statements. Triangulates polygons. OBJ's v grows upward and is stored as 1 - v. Computes
/// missing normals (smooth, or per face after `s off`), and always tangents. Messages have `name`
/// and the line. Fails for malformed numbers, indices out of range, faces of fewer than 3 or more
/// than 1024 corners, non-finite numbers, and text without a face. O(n log n).
Rendered<Mesh> parse_obj(std::string_view text, const std::string& name);

/// Parses a file with parse_obj.
Rendered<Mesh> read_obj(const std::string& path);

}  // namespace weft::render
