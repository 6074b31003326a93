#pragma once

#include <cstdint>
#include <functional>
#include <string>
#include <vector>

#include "render/error.h"
#include "render/mesh.h"

namespace weft::render {

/// Reads the meshes of a glTF 2.0 file (text or binary, told apart by its first bytes) as one mesh:
/// every triangle of the default scene's nodes, transformed to world space. Takes positions,
/// normals, tangents, two sets of texture coordinates and colors; ignores materials, skins,
/// animations, points and lines. Triangles without normals are flat, as glTF demands, and missing
/// tangents are those of compute_tangents(). Buffers in other files are beside `path`, which
/// messages have; `on_file` is told of each before it is read. Fails for damaged files, for
/// extensions that are required and change geometry, for sparse accessors, and for scenes without
/// triangles.
Rendered<Mesh> parse_gltf(const std::vector<std::uint8_t>& bytes, const std::string& path,
                          const std::function<void(const std::string&)>& on_file = {});

}  // namespace weft::render
