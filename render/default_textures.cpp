#include "render/default_textures.h"

#include <algorithm>
#include <array>
#include <utility>
#include <vector>

#include "render/stated_traits.h"
#include "render/textures.h"

namespace weft::render {
namespace {

/// Decodes the colors to linear. Dark tones lose precision, which is acceptable for display.
Image decoded(Image image) {
  for (std::size_t i = 0; i < image.rgba.size(); ++i) {
    if (i % 4 != 3) {
      image.rgba[i] = to_unorm8(srgb_to_linear(static_cast<float>(image.rgba[i]) / 255.0F));
    }
  }
  return image;
}

/// The height 1 in units of the image width: makes dents a few degrees steep.
constexpr float relief = 0.012F;

Image default_image(DefaultTexture picture, int size) {
  switch (picture) {
    case DefaultTexture::WornColorSrgb:
      return worn_metal_color(size);
    case DefaultTexture::WornColorLinear:
      return decoded(worn_metal_color(size));
    case DefaultTexture::WornNormals:
      return normal_map(worn_height(size), relief);
    case DefaultTexture::FlatNormals:
      return solid_color(1, {0, 0, 255, 255});
    case DefaultTexture::WornRoughness:
      return worn_metal_roughness(size);
  }
  return {};
}

Encoding encoding_of(DefaultTexture picture) {
  return picture == DefaultTexture::WornColorSrgb ? Encoding::Srgb : Encoding::Linear;
}

/// Shifts the hue of an image per slice by attenuating different channels.
Image tinted(Image image, std::size_t slice) {
  constexpr std::array<std::array<int, 3>, 6> parts = {{{255, 255, 255},
                                                        {255, 150, 120},
                                                        {130, 255, 130},
                                                        {130, 160, 255},
                                                        {255, 240, 110},
                                                        {230, 130, 255}}};
  const auto& part = parts[slice % parts.size()];
  for (std::size_t i = 0; i < image.rgba.size(); ++i) {
    if (i % 4 != 3) {
      image.rgba[i] = static_cast<std::uint8_t>(image.rgba[i] * part[i % 4] / 255);
    }
  }
  return image;
}

Rendered<Texture> make_default_texture(DefaultTexture picture, TextureKind kind, int size) {
  if (kind == TextureKind::Flat) {
    return make_texture(default_image(picture, size), encoding_of(picture));
  }
  const bool is_color =
      picture == DefaultTexture::WornColorSrgb || picture == DefaultTexture::WornColorLinear;
  const std::size_t slices = kind == TextureKind::Volume      ? 8
                             : kind == TextureKind::Array     ? 4
                             : kind == TextureKind::CubeArray ? 12
                                                              : 6;
  const Image image = default_image(picture, std::max(1, size / 4));
  std::vector<Image> images;
  for (std::size_t i = 0; i < slices; ++i) {
    images.push_back(is_color ? tinted(image, i) : image);
  }
  return kind == TextureKind::Volume ? make_volume(images, encoding_of(picture))
                                     : make_layers(images, kind, encoding_of(picture));
}

}  // namespace

DefaultTexture default_texture_kind(const Library& library, const SemanticType& type) {
  if (states(library, type, "use", "normal")) {
    return states(library, type, "packing", "unorm") ? DefaultTexture::WornNormals
                                                     : DefaultTexture::FlatNormals;
  }
  if (states(library, type, "use", "color")) {
    return states(library, type, "encoding", "srgb") ? DefaultTexture::WornColorSrgb
                                                     : DefaultTexture::WornColorLinear;
  }
  return DefaultTexture::WornRoughness;
}

Rendered<const Texture*> DefaultTextures::get(DefaultTexture picture, TextureKind kind) {
  const std::pair key(picture, kind);
  auto found = made_.find(key);
  if (found == made_.end()) {
    auto made = make_default_texture(picture, kind, size_);
    if (!made) {
      return tl::unexpected(std::move(made.error()));
    }
    found = made_.emplace(key, std::move(*made)).first;
  }
  return &found->second;
}

}  // namespace weft::render
