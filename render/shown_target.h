#pragma once

#include <cstddef>
#include <optional>
#include <string_view>

#include "render/draw_material.h"

namespace weft::render {

/// The target of a profile that a picture shows, and how its numbers become colors.
struct ShownTarget {
  std::size_t position = 0;  ///< among the targets of the interface
  enum class Kind {
    Stored,        ///< the numbers are the colors
    LinearColor,   ///< they are encoded for the picture
    SignedValues,  ///< 0 is a middle gray, the number farthest from it black or white
  };
  Kind kind = Kind::Stored;
  int components = 4;          ///< of the numbers
  bool over_backdrop = false;  ///< it is blended, or the shader reads what lies behind
  ClipConvention clip = {};    ///< of the depth that is drawn with it
};

/// The target with the name of an output of the profile, or the first one without a name, whose
/// linear colors are shown as they are stored. Nothing if there is none.
std::optional<ShownTarget> shown_target(const MaterialShader& shader, ProfileId profile,
                                        std::string_view name = {});

/// How a picture shows the numbers of a demand. `is_named`: it was asked for by its name.
ShownTarget::Kind shown_kind(const Library& library, const ProfileDemand& demand, bool is_named);

/// The picture of linear colors or signed values with four channels, transparent where `depth` is
/// `cleared`.
Image image_of_values(const FloatImage& values, const FloatImage& depth, float cleared,
                      ShownTarget::Kind kind, int components);

/// The settings that a picture of the target is drawn with.
PictureSettings settings_for(const ShownTarget& target, PictureSettings settings);

/// The picture of the target of what settings_for() draws.
Rendered<Image> picture_of(const ShownTarget& target, const DrawOutput& drawn, const Scene& scene);

}  // namespace weft::render
