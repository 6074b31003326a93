#pragma once

#include <array>
#include <memory>
#include <optional>
#include <string>
#include <utility>
#include <vector>

#include "render/compute_material.h"
#include "render/orbit.h"
#include "render/scene.h"
#include "support/source.h"
#include "tools/options.h"
#include "tools/report.h"

namespace weft::tools {

/// The greatest width and height of a picture, in pixels.
inline constexpr int longest_side = 8192;
/// Of a simulation, and steps of each.
inline constexpr std::uint32_t most_frames = 100'000;
inline constexpr std::uint32_t most_substeps = 1000;

/// Where the camera stands. Angles in degrees, lengths in meters.
struct CameraDescription {
  std::optional<std::array<float, 2>> orbit;  ///< yaw and pitch
  std::optional<float> distance;
  std::optional<float> vertical_fov;
  std::optional<render::Float3> position;  ///< in place of an orbit and a distance
  std::optional<render::Float3> target;
};

/// Light from all around.
struct EnvironmentDescription {
  std::string file;                     ///< Radiance HDR; empty: a color
  std::optional<render::Float3> color;  ///< radiance, linear
  float intensity = 1.0F;               ///< a factor
  float turn = 0.0F;                    ///< degrees to the right, as seen from the middle
};

/// A place in a file that is read, for errors that are found later.
struct FilePlace {
  SourceFile source;
  Span span;
};

/// The lights of a scene file, which replace those of the showcase.
struct LightsDescription {
  std::vector<render::DirectionalLight> directional;
  std::vector<render::PunctualLight> punctual;
  std::vector<render::AreaLight> area;
  std::shared_ptr<const FilePlace> place = {};  ///< of the list
};

/// How long simulations run, and the elements of those that are sampled as textures.
struct SimulationDescription {
  std::optional<std::uint32_t> frames = {};
  std::optional<std::uint32_t> substeps = {};  ///< of a frame
  std::optional<std::array<int, 2>> state_size = {};
};

/// What a picture shows besides the material. What is absent is the showcase's.
struct PictureDescription {
  std::array<int, 2> size = {256, 256};  ///< width and height in pixels
  CameraDescription camera;
  std::optional<float> time;  ///< seconds
  SimulationDescription simulation = {};
  std::string mesh = "sphere";
  /// Parameters, and PNG files or states of simulations (state_textures.h).
  std::vector<std::pair<std::string, std::string>> textures;
  std::vector<std::string> parameter_values;  ///< `name=value`
  std::vector<std::string> feature_values;    ///< `feature.path=value`
  std::optional<LightsDescription> lights = {};
  std::optional<render::Float3> ambient = {};  ///< irradiance, linear
  std::optional<EnvironmentDescription> environment = {};
  std::optional<std::array<float, 4>> background = {};  ///< as the target stores it

  /// Adds a `name=value` word, of a parameter or of a feature.
  void add_value(const std::string& word);
};

/// How long simulations run.
render::SimulatedTime simulated_time(const PictureDescription& picture);

/// Reads the scene file and the options, which win; refuses impossible ones, reports errors in the
/// file, and returns nothing then.
std::optional<PictureDescription> describe_picture(const RenderOptions& options, Report& report);

/// Sets the camera, the time, the lights of a scene, but not its environment. A mesh from a file is
/// framed: `frame` is its size.
void describe_scene(const PictureDescription& picture,
                    const std::optional<render::BoundingSphere>& frame, render::Scene& scene);

}  // namespace weft::tools
