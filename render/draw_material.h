#pragma once

#include <array>
#include <cstdint>
#include <functional>
#include <map>
#include <string>
#include <utility>
#include <vector>

#include "codegen/ir/interface.h"
#include "composer/evaluations/uniform_program.h"
#include "fragments/model/constant.h"
#include "fragments/model/library.h"
#include "render/default_textures.h"
#include "render/mesh.h"
#include "render/renderer.h"
#include "render/scene.h"

namespace weft::render {

/// A material as composed and compiled: the two modules, and how they say that they are fed. The
/// referred-to things must outlive the draw.
struct MaterialShader {
  const Library* library = nullptr;
  MaterialId material = MaterialId(0);
  const Interface* interface = nullptr;
  const DataTypeTable* types = nullptr;       ///< that the interface's types are of
  std::vector<std::uint32_t> vertex_spirv;    ///< valid modules with the entry point "main"
  std::vector<std::uint32_t> fragment_spirv;  ///< empty: depth only
  /// Whether the modules have samplers combined with textures: only if the interface says so, and
  /// then only those that were made from GLSL.
  bool has_combined_samplers = false;
  /// What is to be computed before the draw; null where the interface has no results of it.
  const UniformProgram* uniform_program = nullptr;
};

/// What the material is given, by the names of its parameters. What is not named has the
/// parameter's default; without one, numbers are 0 and textures those of default_texture_kind.
struct MaterialInputs {
  std::map<std::string, Texture, std::less<>> textures;
  /// In the parameter's own type and encoding.
  std::vector<std::pair<std::string, Constant>> values;
};

struct PictureSettings {
  int width = 256;
  int height = 256;
  /// Of all targets. Materials that encode want Rgba8Unorm (or Rgba32Float, for exact values); a
  /// target of which the profile says that its view encodes then has Rgba8Srgb.
  ColorFormat format = ColorFormat::Rgba8Unorm;
  std::array<float, 4> background = {0.0F, 0.0F, 0.0F, 0.0F};
  Cull cull = Cull::None;
  bool read_depth = false;
};

/// The draw that shows `mesh` with the material in the scene: blocks filled at the reflected
/// offsets from the scene and the inputs, textures through the views and samplers that the
/// interface states, and only those streams that the shader reads. Fails for features that the
/// scene does not know, inputs that are no parameters or of another type, more lights than the
/// block has room for, members that do not lie within their block, and textures of another kind
/// than the shader samples. The result refers to `inputs` and `textures`.
Rendered<DrawInput> material_draw_input(const MaterialShader& shader, const Mesh& mesh,
                                        const Scene& scene, const MaterialInputs& inputs,
                                        DefaultTextures& textures, const PictureSettings& settings);

/// Draws that.
Rendered<DrawOutput> draw_material(Renderer& renderer, const MaterialShader& shader,
                                   const Mesh& mesh, const Scene& scene,
                                   const MaterialInputs& inputs, DefaultTextures& textures,
                                   const PictureSettings& settings = {});

}  // namespace weft::render
