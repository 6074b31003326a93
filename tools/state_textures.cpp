#include "tools/state_textures.h"

#include <algorithm>
#include <optional>
#include <string>
#include <utility>
#include <vector>

#include <fmt/format.h>
#include <fmt/ranges.h>

#include "composer/compose.h"
#include "fragments/model/thread_grid.h"
#include "render/compute_material.h"
#include "tools/choice.h"

namespace weft::tools {
namespace {

constexpr std::string_view state_prefix = "state:";

/// A state of a material.
struct StateChoice {
  MaterialId material;
  std::uint32_t state;
};

void refuse(Report& report, std::string message, std::string hint = {}) {
  report.add(error(Code::RenderFailed, std::move(message), std::move(hint)));
}

std::optional<StateChoice> chosen_state(const Library& library, std::string_view words,
                                        Report& report) {
  const std::string_view path = words.substr(state_prefix.size());
  const std::size_t dot = path.find('.');
  if (dot == std::string_view::npos) {
    refuse(report, fmt::format("'{}' is no state of a simulation", words),
           "written: state:MATERIAL.STATE");
    return std::nullopt;
  }
  const std::string_view name = path.substr(0, dot);
  const auto material = library.find_material(name);
  if (!material) {
    report.add(unknown_material(library, name));
    return std::nullopt;
  }
  const auto& states = library.materials[*material].states;
  std::vector<std::string_view> names;
  for (std::uint32_t i = 0; i < states.size(); ++i) {
    names.push_back(library.text(states[i].demand.name));
    if (names.back() == path.substr(dot + 1)) {
      return StateChoice{*material, i};
    }
  }
  refuse(report, fmt::format("material '{}' has no state '{}'", name, path.substr(dot + 1)),
         names.empty() ? "it has no simulation"
                       : fmt::format("its states are: {}", fmt::join(names, ", ")));
  return std::nullopt;
}

/// `simulation`, else the first profile in sight that stores states in images.
std::optional<ProfileId> profile_of_states(const Library& library, Report& report) {
  std::optional<ProfileId> found;
  for (std::size_t i = library.profiles.size(); i-- > 0;) {
    const Profile& profile = library.profiles[ProfileId(i)];
    const bool fits = profile.states && thread_grid(library, profile).dimensions == 2;
    const bool is_usual = found && library.text(library.profiles[*found].name) == "simulation";
    if (fits && !is_usual) {
      found = ProfileId(i);
    }
  }
  if (!found) {
    refuse(report, "no profile in sight stores states in two dimensions", "import \"profiles\";");
  }
  return found;
}

/// A simulation, composed and emitted.
struct ComposedSimulation {
  PlacedPlan placed;
  Emission emission;
};

std::optional<ComposedSimulation> compose_simulation(const Library& library, MaterialId material,
                                                     ProfileId profile, bool is_glsl,
                                                     Report& report) {
  const Composer composer(library);
  auto placed = compose(composer, {material, profile, {}});
  if (!placed) {
    report.add(placed.error(), library.sources);
    return std::nullopt;
  }
  auto emission = emit_modules(library, *placed, is_glsl, report);
  if (!emission) {
    return std::nullopt;
  }
  return ComposedSimulation{std::move(*placed), std::move(*emission)};
}

/// Runs a simulation in the scene of the picture.
std::optional<render::FloatImage> run(PictureMaker& maker, const PictureDescription& picture,
                                      const Library& library, const StateChoice& choice,
                                      bool is_glsl, const render::Scene& scene, Report& report) {
  const auto profile = profile_of_states(library, report);
  auto composed = profile ? compose_simulation(library, choice.material, *profile, is_glsl, report)
                          : std::nullopt;
  render::Renderer* const renderer = composed ? maker.renderer(report) : nullptr;
  if (renderer == nullptr) {
    return std::nullopt;
  }
  const render::MaterialShader shader =
      shader_of(library, choice.material, composed->emission, is_glsl);
  const std::array<int, 2> size =
      picture.simulation.state_size.value_or(std::array<int, 2>{256, 256});
  render::Scene own = scene;
  own.given.clear();
  const auto computed = render::simulate_material(
      *renderer, shader,
      {static_cast<std::uint32_t>(size[0]), static_cast<std::uint32_t>(size[1]), 1}, own, {},
      maker.textures(), simulated_time(picture));
  if (!computed) {
    report_trouble(computed.error(), report);
    return std::nullopt;
  }
  const std::size_t demand = library.profiles[*profile].demands.size() + choice.state;
  const auto state =
      std::find_if(computed->begin(), computed->end(),
                   [&](const render::ComputedOutput& one) { return one.demand == demand; });
  return render::texels_of(*state);
}

}  // namespace

bool names_state(std::string_view words) { return words.starts_with(state_prefix); }

bool add_state_textures(PictureMaker& maker, const PictureDescription& picture,
                        const Drawing& drawing, bool is_glsl, Scenery& scenery, Report& report) {
  const Library& library = *drawing.library;
  const Material& material = library.materials[drawing.placed.plan.material];
  for (const auto& [name, words] : picture.textures) {
    if (!names_state(words)) {
      continue;
    }
    const MaterialParameter* parameter = find_texture_parameter(library, material, name, report);
    const auto choice = parameter != nullptr ? chosen_state(library, words, report) : std::nullopt;
    if (!choice) {
      return false;
    }
    if (parameter->type.data() != DataType::texture(TextureShape::Texture2d)) {
      refuse(report, fmt::format("'{}' is a {}, but a state makes a texture2d", name,
                                 library.type_name(parameter->type.data())));
      return false;
    }
    auto texels = run(maker, picture, library, *choice, is_glsl, scenery.shown.scene, report);
    if (!texels) {
      return false;
    }
    auto texture = render::make_float_texture(std::move(*texels), false);
    if (!texture) {
      report_trouble(texture.error(), report);
      return false;
    }
    scenery.inputs.textures.insert_or_assign(name, std::move(*texture));
  }
  return true;
}

}  // namespace weft::tools
