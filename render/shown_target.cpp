#include "render/shown_target.h"

#include <algorithm>
#include <cmath>

#include "render/backdrop.h"
#include "render/stated_traits.h"

namespace weft::render {
namespace {

/// A picture without a fourth number of its own: opaque where something is drawn. One number is a
/// gray.
Image drawn_alone(Image image, const FloatImage& depth, float cleared, int components) {
  for (std::size_t pixel = 0; pixel < depth.values.size(); ++pixel) {
    const bool is_drawn = depth.values[pixel] != cleared;
    std::uint8_t* const rgba = &image.rgba[4 * pixel];
    rgba[3] = is_drawn ? 255 : rgba[3];
    if (components == 1) {
      rgba[1] = rgba[2] = rgba[0];
    }
  }
  return image;
}

}  // namespace

ShownTarget::Kind shown_kind(const Library& library, const ProfileDemand& demand, bool is_named) {
  const Demand& type = demand.type;
  const bool is_linear = demands(library, type, "encoding", "linear") && !demand.srgb_view;
  if (is_named && is_linear && demands(library, type, "use", "color")) {
    return ShownTarget::Kind::LinearColor;
  }
  const bool is_vector =
      demands(library, type, "use", "vector") && !demands(library, type, "packing", "unorm");
  return is_vector ? ShownTarget::Kind::SignedValues : ShownTarget::Kind::Stored;
}

Image image_of_values(const FloatImage& values, const FloatImage& depth, float cleared,
                      ShownTarget::Kind kind, int components) {
  const bool is_signed = kind == ShownTarget::Kind::SignedValues;
  const auto is_drawn = [&](std::size_t pixel) { return depth.values[pixel] != cleared; };
  const auto count =
      static_cast<std::size_t>(values.width) * static_cast<std::size_t>(values.height);
  const auto shown = static_cast<std::size_t>(std::min(components, 3));
  float greatest = 0.0F;
  for (std::size_t pixel = 0; pixel < count; ++pixel) {
    for (std::size_t i = 0; i < shown && is_drawn(pixel); ++i) {
      greatest = std::max(greatest, std::fabs(values.values[4 * pixel + i]));
    }
  }
  const float scale = is_signed && greatest > 0.0F ? 0.5F / greatest : 1.0F;
  Image image{values.width, values.height, {}};
  image.rgba.reserve(4 * count);
  for (std::size_t pixel = 0; pixel < count; ++pixel) {
    for (std::size_t i = 0; i < 3; ++i) {
      const std::size_t from = components == 1 ? 0 : i;  // one number is a gray
      const float number = from < shown ? values.values[4 * pixel + from] : 0.0F;
      const float color =
          is_signed ? 0.5F + number * scale : linear_to_srgb(std::clamp(number, 0.0F, 1.0F));
      image.rgba.push_back(is_drawn(pixel) ? to_unorm8(color) : std::uint8_t{0});
    }
    image.rgba.push_back(is_drawn(pixel) ? 255 : 0);
  }
  return image;
}

std::optional<ShownTarget> shown_target(const MaterialShader& shader, ProfileId profile,
                                        std::string_view name) {
  const Library& library = *shader.library;
  const Interface& interface = *shader.interface;
  const bool is_whole_image = interface.attributes.empty();
  for (std::size_t position = 0; position < interface.targets.size(); ++position) {
    const TargetOutput& target = interface.targets[position];
    for (const ProfileDemand& demand : library.profiles[profile].demands) {
      const bool is_this =
          demand.target == TargetKind::Color && demand.target_index == target.index;
      if (is_this && (name.empty() || library.text(demand.name) == name)) {
        const bool is_blended = demands(library, demand.type, "alpha", "premultiplied");
        return ShownTarget{position, shown_kind(library, demand, !name.empty()), target.type.rows(),
                           is_blended || (reads_scene(shader) && !is_whole_image), interface.clip};
      }
    }
  }
  return std::nullopt;
}

PictureSettings settings_for(const ShownTarget& target, PictureSettings settings) {
  if (target.kind != ShownTarget::Kind::Stored) {
    settings.format = ColorFormat::Rgba32Float;
  }
  // Without a fourth number it is the depth that tells where something is drawn.
  settings.read_depth = target.kind != ShownTarget::Kind::Stored || target.components < 4;
  return settings;
}

Rendered<Image> picture_of(const ShownTarget& target, const DrawOutput& drawn, const Scene& scene) {
  const ColorResult& color = drawn.colors[target.position];
  const float cleared = target.clip.reversed_z ? 0.0F : 1.0F;
  if (target.kind != ShownTarget::Kind::Stored) {
    return image_of_values(color.floats, *drawn.depth, cleared, target.kind, target.components);
  }
  if (target.components < 4) {
    return drawn_alone(color.image, *drawn.depth, cleared, target.components);
  }
  return target.over_backdrop ? over_backdrop(color.image, scene, target.clip) : color.image;
}

}  // namespace weft::render
