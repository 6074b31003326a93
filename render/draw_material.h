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

/// A composed and compiled material: its modules and their interface. All pointees must outlive the
/// draw.
struct MaterialShader {
  const Library* library = nullptr;
  MaterialId material = MaterialId(0);
  const Interface* interface = nullptr;
  const DataTypeTable* types = nullptr;       ///< of the interface's types
  std::vector<std::uint32_t> vertex_spirv;    ///< valid modules with the entry point "main"
  std::vector<std::uint32_t> fragment_spirv;  ///< empty: depth only
  std::vector<std::uint32_t> thread_spirv;    ///< of a compute profile, which has no others
  /// Whether the modules use combined image samplers: only if the interface lists them, and only in
  /// modules compiled from GLSL.
  bool has_combined_samplers = false;
  /// The program to run before the draw; null if the interface has no results of it.
  const UniformProgram* uniform_program = nullptr;
};

/// Values for the material, by parameter name. Other parameters get their defaults; without a
/// default, numbers are 0 and textures those of default_texture_kind.
struct MaterialInputs {
  std::map<std::string, Texture, std::less<>> textures;
  /// In the parameter's own type and encoding.
  std::vector<std::pair<std::string, Constant>> values;
};

struct PictureSettings {
  int width = 256;
  int height = 256;
  /// The format of all targets. Materials that encode colors need Rgba8Unorm (or Rgba32Float, for
  /// exact values); a target whose view encodes, according to the profile, gets Rgba8Srgb instead.
  ColorFormat format = ColorFormat::Rgba8Unorm;
  std::array<float, 4> background = {0.0F, 0.0F, 0.0F, 0.0F};
  Cull cull = Cull::None;
  bool read_depth = false;
};

/// Builds the draw of `mesh` with the material in the scene: fills blocks at the reflected offsets
/// from the scene and the inputs, binds textures with the views and samplers of the interface, and
/// adds only the streams that the shader reads. Fails for features that the scene does not have,
/// inputs that are not parameters or have another type, more lights than the block has room for,
/// members outside their block, and textures of another kind than the shader samples. The result
/// refers to `inputs` and `textures`.
Rendered<DrawInput> material_draw_input(const MaterialShader& shader, const Mesh& mesh,
                                        const Scene& scene, const MaterialInputs& inputs,
                                        DefaultTextures& textures, const PictureSettings& settings);

/// The same without mesh and targets: blocks, textures and constants.
Rendered<DrawInput> material_resources(const MaterialShader& shader, const Scene& scene,
                                       const MaterialInputs& inputs, DefaultTextures& textures,
                                       const PictureSettings& settings);

/// material_draw_input, then Renderer::draw.
Rendered<DrawOutput> draw_material(Renderer& renderer, const MaterialShader& shader,
                                   const Mesh& mesh, const Scene& scene,
                                   const MaterialInputs& inputs, DefaultTextures& textures,
                                   const PictureSettings& settings = {});

}  // namespace weft::render
