#pragma once

#include <optional>
#include <string_view>

#include "render/feature_words.h"
#include "render/scene.h"

namespace weft::render {

/// The value of a feature of `lights`, `punctual`, `point_lights`, `spot_lights`, `sphere_lights`,
/// `area_lights` or `materialx_lights`: one element per light of the scene. Nothing for other
/// features.
std::optional<Words> light_value(const Scene& scene, std::string_view feature);

}  // namespace weft::render
