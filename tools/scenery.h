#pragma once

#include <optional>
#include <string>
#include <string_view>
#include <utility>
#include <vector>

#include "codegen/emit.h"
#include "render/draw_material.h"
#include "render/showcase.h"
#include "render/shown_target.h"

namespace weft::tools {

/// A composed and emitted material. The library and the emission must outlive the scenery.
struct Shown {
  const Library& library;
  const PlacedPlan& placed;
  std::vector<std::pair<std::string, Constant>> values;  ///< of parameters
  const Emission& emission;                              ///< with modules
  bool is_glsl = true;                                   ///< the language whose modules are drawn
  int width = 256;                                       ///< of the picture
  int height = 256;
  std::string_view output = {};  ///< of the profile; empty: the first with a target
};

/// What a picture is drawn of.
struct Scenery {
  render::MaterialShader shader;
  render::PictureSettings settings;
  render::Showcase shown;
  render::MaterialInputs inputs;
  std::optional<render::ShownTarget> target = {};  ///< nothing: the profile demands no such color
};

/// The modules of one language, for the renderer. The library and the emission must outlive it.
render::MaterialShader shader_of(const Library& library, MaterialId material,
                                 const Emission& emission, bool is_glsl);

/// `mesh`: nothing for the default, which depends on the features that the shader reads.
Scenery scenery_of(const Shown& shown, std::optional<render::Mesh> mesh);

/// Why a profile's material cannot be drawn; empty if it can.
std::string why_not_drawable(const Library& library, ProfileId profile);
/// The error for a picture without colors, or without the one of that name; with the names that
/// there are.
Diagnostic without_color(const Library& library, ProfileId id, const Interface& interface,
                         std::string_view output = {});

/// `plane` or `cube`.
std::optional<render::Mesh> named_mesh(std::string_view name);

}  // namespace weft::tools
