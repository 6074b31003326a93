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

/// A material composed for a profile, with the data for drawing it.
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
  /// The modules made from that language, for Renderer.
  render::MaterialShader shader(ShadingLanguage language) const;
};

/// The text of a shipped file: `materials/worn_metal.weft`.
std::string shipped_text(const std::string& path);

/// The names of all files in shaders/materials, sorted. Some of them do not import the profiles.
std::vector<std::string> shipped_materials();

/// Composes `material` of the text (with the shipped library) for `profile`, prints it in both
/// languages, compiles and validates, and compares the SPIR-V's declarations with the interface.
/// Fails the test with the diagnostics or compiler messages on any error.
ComposedMaterial compose_text(const std::string& text, const std::string& material,
                              const std::string& profile, const PlacementOptions& placement = {});

/// One renderer with its textures for all cases of the process; fails the test if it cannot be
/// created.
render::Renderer& shared_renderer();
render::DefaultTextures& shared_textures();

/// The scene and settings of an image, without the material.
struct View {
  render::Mesh mesh = render::uv_sphere(64, 32);
  render::Scene scene = render::default_scene();
  render::MaterialInputs inputs;
  render::PictureSettings settings;
};

/// The plane at z = 0, seen from 4 m above it, as 64 x 64 pixels of floats: half of the image's
/// height is 1.24 m.
View floor_view();

/// The bits of numbers, as Scene::given holds the values of features.
std::vector<std::uint32_t> float_words(const std::vector<float>& numbers);

/// The image of every target, and the depth if the view requests it. Fails the test if drawing
/// fails.
render::DrawOutput draw_all(const ComposedMaterial& material, ShadingLanguage language,
                            const View& view);

/// The image of the first target. Fails the test if drawing fails.
render::ColorResult draw(const ComposedMaterial& material, ShadingLanguage language,
                         const View& view);

/// The same from both languages, which must agree within 1/255 on 99.9 % of the pixels; returns
/// GLSL's.
render::ColorResult draw_both(const ComposedMaterial& material, const View& view);

/// Checks that two images have the same size and at most 0.1 % of the pixels differ by more than
/// `threshold`/255 in some channel; adds a Catch message with the difference.
void check_alike(const render::Image& a, const render::Image& b, int threshold);

/// Compares with tests/render/reference/NAME.png (2/255 on 99.9 % of the pixels).
/// WEFT_UPDATE_GOLDEN=1 writes the file instead.
void check_reference(const render::Image& image, const std::string& name);

}  // namespace weft::testing
