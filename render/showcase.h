#pragma once

#include <optional>

#include "render/draw_material.h"

namespace weft::render {

/// A mesh in a scene.
struct Showcase {
  Mesh mesh;
  Scene scene;
};

/// What shows a material well in default_scene(): `mesh`, or without one a sphere. A shader that
/// reads features of instances gets many small copies of the mesh in different tints, arranged in a
/// spiral around a ball; one that reads a skin a tube that its joints bend (or `mesh`, which then
/// follows the first joint).
Showcase default_showcase(const MaterialShader& shader, std::optional<Mesh> mesh);

}  // namespace weft::render
