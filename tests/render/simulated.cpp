#include "tests/render/simulated.h"

#include <algorithm>

#include "composer/compose.h"
#include "composer/evaluations/plan_demands.h"
#include "fragments/load/disk_reader.h"
#include "tests/support/catch.h"
#include "tests/support/places.h"

namespace weft::testing {

render::MaterialShader Computing::shader(ShadingLanguage language) const {
  const bool is_glsl = language == ShadingLanguage::Glsl;
  render::MaterialShader shader;
  shader.library = &library();
  shader.material = material;
  shader.interface = &emission->programs.interface;
  shader.types = &emission->programs.types;
  shader.uniform_program = &emission->uniform_program;
  shader.thread_spirv = words_of(*emission->find(is_glsl ? "comp.glsl.spv" : "cs.hlsl.spv"));
  return shader;
}

std::vector<render::ComputedOutput> Computing::run(ShadingLanguage language,
                                                   const std::array<std::uint32_t, 3>& size,
                                                   const render::MaterialInputs& inputs) const {
  render::Scene scene = render::default_scene();
  scene.time = 2.0F;
  auto computed = render::compute_material(shared_renderer(), shader(language), size, scene, inputs,
                                           shared_textures());
  if (!computed) {
    FAIL(computed.error().message);
  }
  return std::move(*computed);
}

std::vector<render::ComputedOutput> Computing::simulate(
    ShadingLanguage language, const std::array<std::uint32_t, 3>& size,
    const render::SimulatedTime& time, const render::MaterialInputs& inputs) const {
  auto computed =
      render::simulate_material(shared_renderer(), shader(language), size, render::default_scene(),
                                inputs, shared_textures(), time);
  if (!computed) {
    FAIL(computed.error().message);
  }
  return std::move(*computed);
}

const render::ComputedOutput& Computing::output(const std::vector<render::ComputedOutput>& all,
                                                std::string_view name) const {
  const auto found = std::find_if(all.begin(), all.end(), [&](const render::ComputedOutput& one) {
    const ProfileDemand& demand =
        demand_at(library().profiles[profile], library().materials[material], one.demand);
    return library().text(demand.name) == name;
  });
  REQUIRE(found != all.end());
  return *found;
}

Computing compute_text(const std::string& text, const std::string& material,
                       const std::string& profile) {
  Computing made;
  LoadOptions options;
  options.shipped_directories = {(repository_root() / "shaders").string()};
  made.loaded = std::make_unique<LoadedLibrary>(
      load_text("compute.weft", "import \"profiles\";\n" + text, DiskReader(), options));
  const Library& library = made.library();
  INFO(render_text(made.loaded->diagnostics, library.sources));
  REQUIRE_FALSE(has_errors(made.loaded->diagnostics));
  made.material = *library.find_material(material);
  made.profile = *library.find_profile(profile);
  const Composer composer(library);
  const auto placed = compose(composer, {made.material, made.profile, {}});
  if (!placed) {
    FAIL(render_text(placed.error(), library.sources));
  }
  auto emission = emit(library, *placed, {.glsl = true, .hlsl = true, .spirv = true});
  if (!emission) {
    FAIL(render_text(emission.error(), library.sources));
  }
  made.emission.emplace(std::move(*emission));
  return made;
}

}  // namespace weft::testing
