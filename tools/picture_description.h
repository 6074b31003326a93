#pragma once

#include <array>
#include <map>
#include <optional>
#include <string>
#include <utility>
#include <vector>

#include "render/orbit.h"
#include "render/scene.h"
#include "tools/options.h"
#include "tools/report.h"

namespace weft::tools {

/// Where the camera stands. Angles in degrees, lengths in meters.
struct CameraDescription {
  std::optional<std::array<float, 2>> orbit;  ///< yaw and pitch
  std::optional<float> distance;
  std::optional<float> vertical_fov;
};

/// What a picture shows besides the material. What is absent is the showcase's.
struct PictureDescription {
  std::array<int, 2> size = {256, 256};  ///< width and height in pixels
  CameraDescription camera;
  std::optional<float> time;  ///< seconds
  std::string mesh = "sphere";
  std::vector<std::pair<std::string, std::string>> textures;  ///< parameters and PNG files
  std::vector<std::string> parameter_values;                  ///< `name=value`
  std::vector<std::string> feature_values;                    ///< `feature.path=value`
};

/// Reads the options; refuses impossible ones and returns nothing.
std::optional<PictureDescription> describe_picture(const RenderOptions& options, Report& report);

/// Moves the camera of a scene. A mesh from a file is framed: `frame` is its size.
void place_camera(const PictureDescription& picture,
                  const std::optional<render::BoundingSphere>& frame, render::Scene& scene);

}  // namespace weft::tools
