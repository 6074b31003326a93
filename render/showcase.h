#pragma once

#include <optional>

#include "render/draw_material.h"

namespace weft::render {

/// A mesh in a scene.
struct Showcase {
  Mesh mesh;
  Scene scene;
};

/// Picks a mesh and a scene that show a material well, based on default_scene(): `mesh`, or a
/// sphere. A shader that reads instance features gets many small copies of the mesh in different
/// tints, in a spiral around a ball; one that reads skin features gets a tube bent by its joints
/// (or `mesh`, which then follows the first joint).
Showcase default_showcase(const MaterialShader& shader, std::optional<Mesh> mesh);

}  // namespace weft::render
