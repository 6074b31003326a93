#include "render/scene.h"

#include <cstddef>
#include <optional>
#include <utility>

#include <fmt/format.h>

#include "fragments/model/simulation.h"
#include "render/feature_words.h"
#include "render/light_values.h"
#include "render/vector_math.h"

namespace weft::render {
namespace {

struct View {
  Mat4 from_world;
  Mat4 to_clip;
};

/// Converts Vulkan's projection to another clip space. Rows 1, 2 and 3 of the matrix yield y, z and
/// w.
Mat4 adapted(Mat4 m, const ClipConvention& clip) {
  for (std::size_t column = 0; column < 16; column += 4) {
    float& y = m[column + 1];
    float& z = m[column + 2];
    const float w = m[column + 3];
    y = clip.y_up ? -y : y;
    z = clip.reversed_z ? w - z : z;
    z = clip.minus_one_to_one ? 2.0F * z - w : z;
  }
  return m;
}

View view_of(const Camera& camera, float aspect, const ClipConvention& clip) {
  return {look_at(camera.position, camera.target, camera.up),
          adapted(perspective(camera.vertical_fov, aspect, camera.near, camera.far), clip)};
}

/// The derived space features. Empty words: the matrix is singular.
std::optional<Words> derived_value(const Scene& scene, std::string_view feature, float aspect,
                                   const ClipConvention& clip) {
  const auto inverse_words = [](const Mat4& m) {
    const auto inverted = inverse(m);
    return inverted ? words_of(*inverted) : Words{};
  };
  const View view = view_of(scene.camera, aspect, clip);
  if (feature == "view.to_world") {
    return inverse_words(view.from_world);
  }
  if (feature == "view.from_clip") {
    return inverse_words(view.to_clip);
  }
  if (feature == "object.from_world") {
    return inverse_words(scene.object_to_world);
  }
  if (feature == "object.normal_to_world") {
    const auto matrix = normal_matrix(scene.object_to_world);
    return matrix ? words_of(*matrix) : Words{};
  }
  if (feature == "object.orientation") {
    const Mat4& m = scene.object_to_world;
    const float volume =
        dot(cross({m[0], m[1], m[2]}, {m[4], m[5], m[6]}), Float3{m[8], m[9], m[10]});
    return Words{word_of(volume < 0.0F ? -1.0F : 1.0F)};
  }
  if (feature == "object.to_clip") {
    return words_of(multiply(multiply(view.to_clip, view.from_world), scene.object_to_world));
  }
  return std::nullopt;
}

/// The transforms one frame earlier: the camera does not move.
std::optional<Words> previous_value(const Scene& scene, std::string_view feature, float aspect,
                                    const ClipConvention& clip) {
  const View view = view_of(scene.camera, aspect, clip);
  if (feature == "view.previous_from_world") {
    return words_of(view.from_world);
  }
  if (feature == "view.previous_to_clip") {
    return words_of(view.to_clip);
  }
  if (feature == "object.previous_to_world") {
    return words_of(scene.previous_object_to_world.value_or(scene.object_to_world));
  }
  return std::nullopt;
}

std::optional<Words> environment_value(const Scene& scene, std::string_view feature) {
  if (feature == "environment.ambient") {
    return words_of(scene.ambient);
  }
  if (feature == "environment.irradiance_sh") {
    Words words;
    for (const Float3& coefficient : environment_of(scene).irradiance_sh) {
      append(words, coefficient);
    }
    return words;
  }
  if (feature == "environment.levels") {
    return Words{word_of(static_cast<float>(environment_of(scene).map.level_count()))};
  }
  return std::nullopt;
}

std::optional<Words> materialx_value(const Scene& scene, std::string_view feature) {
  if (feature == "materialx_environment.levels") {
    return Words{word_of(static_cast<float>(environment_of(scene).radiance.level_count()))};
  }
  if (feature == "materialx_environment.samples") {
    return Words{64};
  }
  if (feature == "materialx_environment.intensity") {
    return Words{word_of(1.0F)};
  }
  return std::nullopt;
}

std::optional<Words> primitive_value(const Scene& scene, std::string_view feature, float aspect,
                                     const ClipConvention& clip) {
  if (feature == "frame.time") {
    return Words{word_of(scene.time)};
  }
  if (feature == "frame.index") {
    return Words{scene.frame_index};
  }
  if (feature == simulation_starts_path) {
    return Words{scene.starts_simulation ? 1U : 0U};
  }
  if (feature == simulation_delta_path) {
    return Words{word_of(scene.simulation_delta)};
  }
  if (feature == "frame.exposure") {
    return Words{word_of(scene.exposure)};
  }
  if (feature == "view.from_world") {
    return words_of(view_of(scene.camera, aspect, clip).from_world);
  }
  if (feature == "view.to_clip") {
    return words_of(view_of(scene.camera, aspect, clip).to_clip);
  }
  if (feature == "view.position") {
    return words_of(scene.camera.position);
  }
  if (feature == "object.to_world") {
    return words_of(scene.object_to_world);
  }
  if (feature == "skin.matrices") {
    Words words;
    for (const Mat4& joint : scene.joints) {
      append(words, joint);
    }
    return words;
  }
  auto words = light_value(scene, feature);
  words = words ? words : previous_value(scene, feature, aspect, clip);
  words = words ? words : environment_value(scene, feature);
  return words ? words : materialx_value(scene, feature);
}

}  // namespace

Scene default_scene() {
  Scene scene;
  scene.camera.position = {0.0F, 0.6F, 3.9F};
  scene.object_to_world = rotation({0.0F, 1.0F, 0.0F}, 0.9F);  // turns the texture seam away
  scene.previous_object_to_world = rotation({0.0F, 1.0F, 0.0F}, 0.85F);
  scene.lights = {{{0.55F, 0.75F, 0.6F}, {3.0F, 2.9F, 2.7F}},
                  {{-0.8F, 0.15F, 0.5F}, {0.45F, 0.55F, 0.75F}},
                  {{-0.3F, 0.5F, -0.9F}, {1.2F, 1.2F, 1.3F}}};
  scene.ambient = {0.35F, 0.38F, 0.42F};
  return scene;
}

const Environment& environment_of(const Scene& scene) {
  return scene.environment ? *scene.environment : default_environment();
}

Rendered<std::vector<std::uint32_t>> scene_value(const Scene& scene, std::string_view feature,
                                                 float aspect, const ClipConvention& clip) {
  if (const auto given = scene.given.find(feature); given != scene.given.end()) {
    return given->second;
  }
  if (auto words = primitive_value(scene, feature, aspect, clip)) {
    return std::move(*words);
  }
  if (auto words = derived_value(scene, feature, aspect, clip)) {
    if (words->empty()) {
      return failure(
          fmt::format("the feature {} has no value: its matrix has no inverse", feature));
    }
    return std::move(*words);
  }
  return tl::unexpected<RenderError>(RenderError{
      fmt::format("this host has no value for feature {}, which the profile provides", feature),
      {},
      fmt::format("give it one: -D {}=…", feature)});
}

}  // namespace weft::render
