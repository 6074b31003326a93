#include "tests/bench/materialx_element.h"

#include <algorithm>
#include <cstdint>
#include <optional>
#include <utility>
#include <vector>

#include "composer/compose.h"

namespace weft::testing {
namespace {

std::vector<std::uint32_t> module_of(const Emission& emission, const char* suffix) {
  const std::string* content = emission.find(suffix);
  return content == nullptr ? std::vector<std::uint32_t>() : words_of(*content);
}

}  // namespace

tl::expected<std::unique_ptr<WeftElement>, std::string> weft_element(
    std::shared_ptr<const LoadedDocument> document, const std::string& name,
    const MaterialxLight& light, int size) {
  auto made = std::make_unique<WeftElement>();
  made->document = std::move(document);
  const Library& library = made->document->loaded->library;
  const auto& elements = made->document->module.elements;
  const auto element = std::find_if(elements.begin(), elements.end(),
                                    [&](const auto& found) { return found.path == name; });
  const auto material =
      element == elements.end() ? std::nullopt : library.find_material(element->material);
  auto profile = library.find_profile("materialx_geometry");
  profile = profile ? profile : library.find_profile("materialx");
  if (!material || !profile) {
    return tl::unexpected("Weft has no such element: " + made->document->messages());
  }
  const auto placed = compose(Composer(library), {*material, *profile, {}});
  EmitOptions options;
  options.glsl = options.spirv = true;
  auto emission = placed ? emit(library, *placed, options) : tl::unexpected(placed.error());
  if (!emission) {
    return tl::unexpected(render_text(emission.error(), library.sources));
  }
  made->emission = std::move(*emission);
  render::MaterialShader shader;
  shader.library = &library;
  shader.material = *material;
  shader.interface = &made->emission.programs.interface;
  shader.types = &made->emission.programs.types;
  shader.uniform_program = &made->emission.uniform_program;
  shader.vertex_spirv = module_of(made->emission, "vert.glsl.spv");
  shader.fragment_spirv = module_of(made->emission, "frag.glsl.spv");
  shader.has_combined_samplers = made->emission.programs.interface.combined_samplers;
  render::PictureSettings picture;
  picture.width = picture.height = size;
  picture.format = render::ColorFormat::Rgba32Float;
  picture.cull = render::Cull::Back;
  made->inputs.textures = materialx_images(library, *material);
  auto draw = render::material_draw_input(shader, materialx_sphere(), materialx_scene(light),
                                          made->inputs, made->textures, picture);
  if (!draw) {
    return tl::unexpected(draw.error().message);
  }
  made->draw = std::move(*draw);
  return made;
}

}  // namespace weft::testing
