#include "render/light_values.h"

#include <algorithm>
#include <array>
#include <cstdint>
#include <iterator>
#include <vector>

#include "render/vector_math.h"

namespace weft::render {
namespace {

/// The words of one member of all lights. `member`: a Float3 or another array of floats.
template <typename Light, typename Member>
Words gathered(const std::vector<Light>& lights, Member member) {
  Words words;
  for (const Light& light : lights) {
    append(words, member(light));
  }
  return words;
}

template <typename Light>
Words count_of(const std::vector<Light>& lights) {
  return {static_cast<std::uint32_t>(lights.size())};
}

std::optional<Words> directional_value(const std::vector<DirectionalLight>& lights,
                                       std::string_view name) {
  if (name == "count") {
    return count_of(lights);
  }
  if (name == "direction") {
    return gathered(lights, [](const auto& one) {
      return normalized_or(one.direction, {0, 1, 0});
    });
  }
  if (name == "irradiance") {
    return gathered(lights, [](const auto& one) { return one.irradiance; });
  }
  return std::nullopt;
}

/// What the array of all kinds and those of one kind have.
std::optional<Words> placed_value(const std::vector<PunctualLight>& lights, std::string_view name) {
  if (name == "count") {
    return count_of(lights);
  }
  if (name == "position") {
    return gathered(lights, [](const auto& one) { return one.position; });
  }
  if (name == "intensity") {
    return gathered(lights, [](const auto& one) { return one.intensity; });
  }
  if (name == "axis") {
    return gathered(lights, [](const auto& one) { return normalized_or(one.axis, {0, -1, 0}); });
  }
  return std::nullopt;
}

std::optional<Words> punctual_value(const std::vector<PunctualLight>& lights,
                                    std::string_view name) {
  if (name == "shape") {
    return gathered(lights, [](const auto& one) {
      return std::array<float, 4>{one.range, one.radius, one.cone[0], one.cone[1]};
    });
  }
  return placed_value(lights, name);
}

/// The lights of one kind, in the order of the scene.
std::optional<Words> value_of_kind(const std::vector<PunctualLight>& all, PunctualKind kind,
                                   std::string_view name) {
  std::vector<PunctualLight> lights;
  std::copy_if(all.begin(), all.end(), std::back_inserter(lights),
               [kind](const PunctualLight& one) { return kind_of(one) == kind; });
  if (name == "range") {
    return gathered(lights, [](const auto& one) { return std::array<float, 1>{one.range}; });
  }
  if (name == "radius") {
    return gathered(lights, [](const auto& one) { return std::array<float, 1>{one.radius}; });
  }
  if (name == "cone") {
    return gathered(lights, [](const auto& one) { return one.cone; });
  }
  return placed_value(lights, name);
}

std::optional<Words> area_value(const std::vector<AreaLight>& lights, std::string_view name) {
  if (name == "count") {
    return count_of(lights);
  }
  if (name == "center") {
    return gathered(lights, [](const auto& one) { return one.center; });
  }
  if (name == "half_x") {
    return gathered(lights, [](const auto& one) { return one.half_x; });
  }
  if (name == "half_y") {
    return gathered(lights, [](const auto& one) { return one.half_y; });
  }
  if (name == "radiance") {
    return gathered(lights, [](const auto& one) { return one.radiance; });
  }
  if (name == "shape") {
    Words words;
    for (const AreaLight& light : lights) {
      words.push_back(light.is_disk ? 1 : 0);
    }
    return words;
  }
  return std::nullopt;
}

/// The lights as MaterialX's shaders take them: all are directional.
std::optional<Words> materialx_value(const std::vector<DirectionalLight>& lights,
                                     std::string_view name) {
  if (name == "count") {
    return count_of(lights);
  }
  if (name == "kind") {
    return Words(lights.size(), 1);
  }
  if (name == "direction") {
    return gathered(lights, [](const auto& one) {
      return Float3{0, 0, 0} - normalized_or(one.direction, {0, 1, 0});
    });
  }
  if (name == "position") {
    return gathered(lights, [](const auto&) { return Float3{0, 0, 0}; });
  }
  if (name == "color") {
    return gathered(lights, [](const auto& one) {
      return std::array<float, 4>{one.irradiance[0], one.irradiance[1], one.irradiance[2], 1.0F};
    });
  }
  if (name == "shape") {
    return gathered(lights, [](const auto&) { return std::array<float, 4>{}; });
  }
  return std::nullopt;
}

}  // namespace

std::optional<Words> light_value(const Scene& scene, std::string_view feature) {
  const auto within = [&feature](std::string_view space) {
    return feature.starts_with(space) ? std::optional(feature.substr(space.size())) : std::nullopt;
  };
  if (const auto name = within("lights.")) {
    return directional_value(scene.lights, *name);
  }
  if (const auto name = within("punctual.")) {
    return punctual_value(scene.punctual_lights, *name);
  }
  if (const auto name = within("point_lights.")) {
    return value_of_kind(scene.punctual_lights, PunctualKind::Point, *name);
  }
  if (const auto name = within("spot_lights.")) {
    return value_of_kind(scene.punctual_lights, PunctualKind::Spot, *name);
  }
  if (const auto name = within("sphere_lights.")) {
    return value_of_kind(scene.punctual_lights, PunctualKind::Sphere, *name);
  }
  if (const auto name = within("area_lights.")) {
    return area_value(scene.area_lights, *name);
  }
  if (const auto name = within("materialx_lights.")) {
    return materialx_value(scene.lights, *name);
  }
  return std::nullopt;
}

}  // namespace weft::render
