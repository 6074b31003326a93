#pragma once

#include <string>
#include <string_view>

#include "render/error.h"
#include "render/mesh.h"

namespace weft::render {

/// Reads a Wavefront OBJ text: `v`, `vt`, `vn`, `f` (polygons, relative indices) and `s off`; other
/// statements are skipped. Polygons are triangulated. OBJ's v grows upwards: it is stored as 1 - v.
/// Missing normals are computed (smooth, or per face after `s off`), tangents always.
/// `name` stands in messages, which say the line. Fails for malformed numbers, indices out of
/// range, faces of fewer than 3 or more than 1024 corners, numbers that are not finite, and text
/// without a face. O(n log n).
Rendered<Mesh> parse_obj(std::string_view text, const std::string& name);

/// parse_obj of a file's content.
Rendered<Mesh> read_obj(const std::string& path);

}  // namespace weft::render
