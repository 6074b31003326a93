#include "tests/bench/frame_time.h"

#include <cstdio>
#include <utility>

#include "render/renderer.h"
#include "render/showcase.h"

namespace weft::testing {
namespace {

render::Rendered<render::Renderer>& shared_renderer() {
  static render::Rendered<render::Renderer> renderer = render::Renderer::create();
  return renderer;
}

std::vector<std::uint32_t> module_of(const Emission& emission, const char* suffix) {
  const std::string* content = emission.find(suffix);
  return content == nullptr ? std::vector<std::uint32_t>() : words_of(*content);
}

DrawnFrames nothing_for(const render::RenderError& error) {
  std::fprintf(stderr, "%s\n", error.message.c_str());
  return {};
}

}  // namespace

DrawnFrames draw_frames(const Library& library, MaterialId material, const Emission& emission,
                        const Twin* twin, const FrameSettings& settings) {
  static render::DefaultTextures textures;
  auto& renderer = shared_renderer();
  if (!renderer) {
    return nothing_for(renderer.error());
  }
  render::MaterialShader shader;
  shader.library = &library;
  shader.material = material;
  shader.interface = &emission.programs.interface;
  shader.types = &emission.programs.types;
  shader.uniform_program = &emission.uniform_program;
  shader.vertex_spirv = twin != nullptr ? twin->vertex.words : module_of(emission, "vert.glsl.spv");
  shader.fragment_spirv =
      twin != nullptr ? twin->fragment.words : module_of(emission, "frag.glsl.spv");
  shader.has_combined_samplers = emission.programs.interface.combined_samplers;
  render::PictureSettings picture;
  picture.width = picture.height = settings.size;
  const render::Showcase shown = render::default_showcase(shader, {});
  const render::MaterialInputs inputs;
  auto input =
      render::material_draw_input(shader, shown.mesh, shown.scene, inputs, textures, picture);
  if (!input) {
    return nothing_for(input.error());
  }
  input->timed_draws = settings.frames;
  auto drawn = renderer->draw(*input);
  if (!drawn) {
    return nothing_for(drawn.error());
  }
  render::DrawTimings& timings = drawn->timings;
  DrawnFrames frames;
  frames.milliseconds = std::move(timings.device_ms.empty() ? timings.again_ms : timings.device_ms);
  frames.rgba = std::move(drawn->colors.front().image.rgba);
  return frames;
}

std::string frame_device() {
  const auto& renderer = shared_renderer();
  return renderer ? renderer->device_name() : "";
}

}  // namespace weft::testing
