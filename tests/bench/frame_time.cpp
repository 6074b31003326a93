#include "tests/bench/frame_time.h"

#include <cstdio>
#include <vector>

#include "render/renderer.h"
#include "render/showcase.h"

namespace weft::testing {
namespace {

constexpr int picture_size = 768;
constexpr int frames = 7;

std::vector<std::uint32_t> module_of(const Emission& emission, const char* suffix) {
  const std::string* content = emission.find(suffix);
  return content == nullptr ? std::vector<std::uint32_t>() : words_of(*content);
}

}  // namespace

std::vector<double> frame_times(const Library& library, MaterialId material,
                                const Emission& emission) {
  static render::Rendered<render::Renderer> renderer = render::Renderer::create();
  static render::DefaultTextures textures;
  if (!renderer) {
    std::fprintf(stderr, "%s\n", renderer.error().message.c_str());
    return {};
  }
  render::MaterialShader shader;
  shader.library = &library;
  shader.material = material;
  shader.interface = &emission.programs.interface;
  shader.types = &emission.programs.types;
  shader.uniform_program = &emission.uniform_program;
  shader.vertex_spirv = module_of(emission, "vert.glsl.spv");
  shader.fragment_spirv = module_of(emission, "frag.glsl.spv");
  shader.has_combined_samplers = emission.programs.interface.combined_samplers;
  render::PictureSettings settings;
  settings.width = settings.height = picture_size;
  const render::Showcase shown = render::default_showcase(shader, {});
  const render::MaterialInputs inputs;
  auto input =
      render::material_draw_input(shader, shown.mesh, shown.scene, inputs, textures, settings);
  if (!input) {
    std::fprintf(stderr, "%s\n", input.error().message.c_str());
    return {};
  }
  input->timed_draws = frames;
  const auto drawn = renderer->draw(*input);
  if (!drawn) {
    std::fprintf(stderr, "%s\n", drawn.error().message.c_str());
    return {};
  }
  return drawn->timings.again_ms;
}

}  // namespace weft::testing
