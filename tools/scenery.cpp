#include "tools/scenery.h"

#include <algorithm>
#include <cstdint>
#include <string_view>
#include <vector>

#include <fmt/format.h>
#include <fmt/ranges.h>

namespace weft::tools {
namespace {

/// The module of a stage; empty if the stage is missing.
std::vector<std::uint32_t> module_of(const Emission& emission, const std::string& suffix) {
  const std::string* content = emission.find(suffix);
  return content == nullptr ? std::vector<std::uint32_t>() : words_of(*content);
}

}  // namespace

render::MaterialShader shader_of(const Library& library, MaterialId material,
                                 const Emission& emission, bool is_glsl) {
  render::MaterialShader shader;
  shader.library = &library;
  shader.material = material;
  shader.interface = &emission.programs.interface;
  shader.types = &emission.programs.types;
  shader.uniform_program = &emission.uniform_program;
  shader.vertex_spirv = module_of(emission, is_glsl ? "vert.glsl.spv" : "vs.hlsl.spv");
  shader.fragment_spirv = module_of(emission, is_glsl ? "frag.glsl.spv" : "ps.hlsl.spv");
  shader.thread_spirv = module_of(emission, is_glsl ? "comp.glsl.spv" : "cs.hlsl.spv");
  shader.has_combined_samplers = is_glsl && emission.programs.interface.combined_samplers;
  return shader;
}

Scenery scenery_of(const Shown& shown, std::optional<render::Mesh> mesh) {
  render::MaterialShader shader =
      shader_of(shown.library, shown.placed.plan.material, shown.emission, shown.is_glsl);
  render::PictureSettings settings;
  settings.width = shown.width;
  settings.height = shown.height;
  render::Showcase showcase = render::default_showcase(shader, std::move(mesh));
  render::MaterialInputs inputs;
  inputs.values = shown.values;
  const auto target = render::shown_target(shader, shown.placed.plan.profile, shown.output);
  settings = target ? render::settings_for(*target, settings) : settings;
  return {std::move(shader), settings, std::move(showcase), std::move(inputs), target};
}

std::string why_not_drawable(const Library& library, ProfileId profile) {
  const Profile& asked = library.profiles[profile];
  return asked.as_functions
             ? fmt::format("the profile '{}' makes functions to include, not a shader to draw",
                           library.text(asked.name))
             : std::string();
}

Diagnostic without_color(const Library& library, ProfileId id, const Interface& interface,
                         std::string_view output) {
  const Profile& profile = library.profiles[id];
  std::vector<std::string_view> names;
  names.reserve(interface.storage.size() + profile.demands.size());
  for (const StorageOutput& stored : interface.storage) {
    names.push_back(stored.name);
  }
  for (const ProfileDemand& demand : profile.demands) {
    const bool is_drawn = std::any_of(
        interface.targets.begin(), interface.targets.end(), [&](const TargetOutput& target) {
          return demand.target == TargetKind::Color && demand.target_index == target.index;
        });
    if (is_drawn) {
      names.push_back(library.text(demand.name));
    }
  }
  return error(
      Code::RenderFailed,
      fmt::format("the profile '{}' demands no color{}", library.text(profile.name),
                  output.empty() ? std::string() : fmt::format(" '{}'", output)),
      names.empty() ? std::string() : fmt::format("it has '{}'", fmt::join(names, "', '")));
}

std::optional<render::Mesh> named_mesh(std::string_view name) {
  return name == "plane"  ? std::optional(render::plane())
         : name == "cube" ? std::optional(render::cube())
                          : std::nullopt;
}

}  // namespace weft::tools
