#pragma once

#include <functional>
#include <memory>
#include <string>
#include <vector>

#include "codegen/emit.h"
#include "codegen/spirv/spirv.h"
#include "codegen/spirv/spirv_reflection.h"
#include "composer/compose.h"
#include "fragments/model/library.h"
#include "render/draw_material.h"
#include "render/renderer.h"

namespace weft::testing {

/// Both languages, for loops over them.
inline constexpr ShadingLanguage both_languages[] = {ShadingLanguage::Glsl, ShadingLanguage::Hlsl};

/// The two stages in one language, valid SPIR-V.
struct CompiledPair {
  std::string vertex_text;
  std::string fragment_text;
  SpirvModule vertex;
  SpirvModule fragment;
};

/// A material composed for a profile, with everything that a picture of it needs.
struct ComposedMaterial {
  std::shared_ptr<const Library> library;
  MaterialId material = MaterialId(0);
  std::shared_ptr<const Emission> emission;
  CompiledPair glsl;
  CompiledPair hlsl;

  const CompiledPair& in(ShadingLanguage language) const {
    return language == ShadingLanguage::Glsl ? glsl : hlsl;
  }
  const Interface& interface() const;
  const DataTypeTable& types() const;
  /// For Renderer: the modules made from that language.
  render::MaterialShader shader(ShadingLanguage language) const;
};

/// The text of a shipped file: `materials/worn_metal.weft`.
std::string shipped_text(const std::string& path);

/// Every file in shaders/materials, by name, in order. Some of them do not import the profiles.
std::vector<std::string> shipped_materials();

/// Composes `material` of the text (with the shipped library) for `profile`, prints it in both
/// languages, compiles and validates, and compares what the SPIR-V declares with the interface.
/// Ends the test with the diagnostics or the compiler's messages where anything fails.
ComposedMaterial compose_text(const std::string& text, const std::string& material,
                              const std::string& profile, const PlacementOptions& placement = {});

/// One renderer and its textures for all cases of the process; ends the test if there is none.
render::Renderer& shared_renderer();
render::DefaultTextures& shared_textures();

/// What is drawn, but for the material.
struct View {
  render::Mesh mesh = render::uv_sphere(64, 32);
  render::Scene scene = render::default_scene();
  render::MaterialInputs inputs;
  render::PictureSettings settings;
};

/// Every target's picture, and the depth if the view asks for it. Ends the test if drawing fails.
render::DrawOutput draw_all(const ComposedMaterial& material, ShadingLanguage language,
                            const View& view);

/// The first target's picture. Ends the test if drawing fails.
render::ColorResult draw(const ComposedMaterial& material, ShadingLanguage language,
                         const View& view);

/// The same from both languages, which must agree within 1/255 on 99.9 % of the pixels; returns
/// GLSL's.
render::ColorResult draw_both(const ComposedMaterial& material, const View& view);

/// Whether two pictures are of one size and at most 0.1 % of the pixels differ by more than
/// `threshold`/255 in some channel; says in a Catch message by how much they differ.
void check_alike(const render::Image& a, const render::Image& b, int threshold);

/// Compares with tests/render/reference/NAME.png (2/255 on 99.9 % of the pixels).
/// WEFT_UPDATE_GOLDEN=1 writes the file instead.
void check_reference(const render::Image& image, const std::string& name);

}  // namespace weft::testing
