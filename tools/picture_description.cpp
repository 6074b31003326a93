#include "tools/picture_description.h"

#include <algorithm>
#include <cmath>
#include <string_view>

#include <fmt/format.h>

#include "tools/numbers_in_words.h"
#include "tools/scene_file.h"

namespace weft::tools {
namespace {

std::optional<std::array<int, 2>> size_of(const std::string& words) {
  auto size = pair_of_words<int>(words, ',');
  if (const auto both = number_of_words<int>(words)) {
    size = {*both, *both};
  }
  const auto is_side = [](int side) { return side >= 1 && side <= longest_side; };
  return size && is_side((*size)[0]) && is_side((*size)[1]) ? size : std::nullopt;
}

void read_camera(const PictureOptions& options, CameraDescription& camera, Report& report) {
  if (options.orbit) {
    camera.orbit = pair_of_words<float>(*options.orbit, ',');
    if (!camera.orbit || std::fabs((*camera.orbit)[1]) > 90.0F) {
      report.refuse(
          fmt::format("--orbit is YAW,PITCH in degrees, with a pitch from -90 to 90, not '{}'",
                      *options.orbit));
    }
  }
  if (options.distance) {
    camera.distance = number_of_words<float>(*options.distance);
    if (!camera.distance || !(*camera.distance > 0.0F)) {
      report.refuse(
          fmt::format("--distance is a positive number of meters, not '{}'", *options.distance));
    }
  }
  if (options.fov) {
    camera.vertical_fov = number_of_words<float>(*options.fov);
    if (!camera.vertical_fov || *camera.vertical_fov < 1.0F || *camera.vertical_fov > 170.0F) {
      report.refuse(fmt::format("--fov is an angle from 1 to 170 degrees, not '{}'", *options.fov));
    }
  }
}

std::string_view name_of(std::string_view word) { return word.substr(0, word.find('=')); }

/// What the options give takes the place of what the scene file gives, by name.
void replace_values(std::vector<std::string>& values, const std::vector<std::string>& given) {
  std::erase_if(values, [&](const std::string& value) {
    return std::any_of(given.begin(), given.end(),
                       [&](const std::string& word) { return name_of(word) == name_of(value); });
  });
}

void read_textures(const PictureOptions& words, PictureDescription& picture, Report& report) {
  std::vector<std::pair<std::string, std::string>> textures;
  for (const std::string& word : words.textures) {
    const std::size_t equals = word.find('=');
    if (equals == std::string::npos || equals == 0 || equals + 1 == word.size()) {
      report.refuse(fmt::format("--texture is NAME=FILE.png, not '{}'", word));
      continue;
    }
    textures.emplace_back(word.substr(0, equals), word.substr(equals + 1));
  }
  std::erase_if(picture.textures, [&](const auto& texture) {
    return std::any_of(textures.begin(), textures.end(),
                       [&](const auto& given) { return given.first == texture.first; });
  });
  picture.textures.insert(picture.textures.end(), textures.begin(), textures.end());
}

void read_simulated_time(const PictureOptions& words, PictureDescription& picture, Report& report) {
  const auto count = [&](const std::optional<std::string>& word, std::string_view option,
                         std::uint32_t least, std::uint32_t most,
                         std::optional<std::uint32_t>& into) {
    if (!word) {
      return;
    }
    into = number_of_words<std::uint32_t>(*word);
    if (!into || *into < least || *into > most) {
      report.refuse(
          fmt::format("{} is a number from {} to {}, not '{}'", option, least, most, *word));
    }
  };
  count(words.frames, "--frames", 0, most_frames, picture.simulation.frames);
  count(words.substeps, "--substeps", 1, most_substeps, picture.simulation.substeps);
  if (words.state_size) {
    picture.simulation.state_size = size_of(*words.state_size);
    if (!picture.simulation.state_size) {
      report.refuse(fmt::format("--state-size is N or WIDTH,HEIGHT from 1 to {}, not '{}'",
                                longest_side, *words.state_size));
    }
  }
}

void place_camera(const PictureDescription& picture,
                  const std::optional<render::BoundingSphere>& frame, render::Camera& camera) {
  const CameraDescription& wanted = picture.camera;
  render::Orbit orbit = render::orbit_of(camera);
  const float aspect = static_cast<float>(picture.size[0]) / static_cast<float>(picture.size[1]);
  if (wanted.vertical_fov) {
    camera.vertical_fov = *wanted.vertical_fov * render::degree;
  }
  if (frame) {
    camera.target = frame->center;
    orbit.distance *= frame->radius > 0.0F ? frame->radius : 1.0F;
  }
  camera.target = wanted.target.value_or(camera.target);
  orbit.distance /= std::min(aspect, 1.0F);  // a high picture shows as much from side to side
  if (wanted.position && !wanted.orbit && !wanted.distance) {
    camera.position = *wanted.position;
    orbit = render::orbit_of(camera);
  }
  if (wanted.orbit) {
    orbit.yaw = (*wanted.orbit)[0] * render::degree;
    orbit.pitch = (*wanted.orbit)[1] * render::degree;
  }
  orbit.distance = wanted.distance.value_or(orbit.distance);
  const bool is_default = !wanted.orbit && !wanted.distance && !wanted.position && !wanted.target &&
                          !frame && aspect >= 1.0F;
  if (!is_default) {
    render::place_on_orbit(camera, orbit);
  }
}

}  // namespace

void PictureDescription::add_value(const std::string& word) {
  const bool is_feature = name_of(word).find('.') != std::string_view::npos;
  (is_feature ? feature_values : parameter_values).push_back(word);
}

std::optional<PictureDescription> describe_picture(const RenderOptions& options, Report& report) {
  const PictureOptions& words = options.picture;
  PictureDescription picture;
  if (words.scene && !read_scene_file(*words.scene, picture, report)) {
    return std::nullopt;
  }
  if (words.size) {
    if (const auto size = size_of(*words.size)) {
      picture.size = *size;
    } else {
      report.refuse(fmt::format("--size is N or WIDTH,HEIGHT from 1 to {} pixels, not '{}'",
                                longest_side, *words.size));
    }
  }
  read_camera(words, picture.camera, report);
  if (words.time) {
    picture.time = number_of_words<float>(*words.time);
    if (!picture.time) {
      report.refuse(fmt::format("--time is a number of seconds, not '{}'", *words.time));
    }
  }
  read_simulated_time(words, picture, report);
  picture.mesh = words.mesh.value_or(picture.mesh);
  if (words.environment) {
    picture.environment = EnvironmentDescription{*words.environment, {}, 1.0F, 0.0F};
  }
  read_textures(words, picture, report);
  replace_values(picture.parameter_values, options.values);
  replace_values(picture.feature_values, options.values);
  if (words.time) {
    replace_values(picture.feature_values, {"frame.time=0.0"});
  }
  for (const std::string& word : options.values) {
    picture.add_value(word);
    if (words.time && name_of(word) == "frame.time") {
      report.refuse("--time and -D frame.time=… give the same value: leave one of them out");
    }
  }
  return report.has_errors() ? std::nullopt : std::optional(std::move(picture));
}

render::SimulatedTime simulated_time(const PictureDescription& picture) {
  render::SimulatedTime time;
  time.frames = picture.simulation.frames.value_or(time.frames);
  time.substeps = picture.simulation.substeps.value_or(time.substeps);
  return time;
}

void describe_scene(const PictureDescription& picture,
                    const std::optional<render::BoundingSphere>& frame, render::Scene& scene) {
  place_camera(picture, frame, scene.camera);
  scene.time = picture.time.value_or(scene.time);
  scene.ambient = picture.ambient.value_or(scene.ambient);
  if (picture.lights) {
    scene.lights = picture.lights->directional;
    scene.punctual_lights = picture.lights->punctual;
    scene.area_lights = picture.lights->area;
  }
}

}  // namespace weft::tools
