#include "render/default_textures.h"

#include <optional>
#include <string_view>
#include <utility>

#include "render/textures.h"

namespace weft::render {
namespace {

/// Whether the type states `value` of `trait`, or a value below it.
bool states(const Library& library, const SemanticType& type, std::string_view trait,
            std::string_view value) {
  const auto trait_name = library.names.find(trait);
  const auto value_name = library.names.find(value);
  const auto trait_id = trait_name ? library.lattice.find_trait(*trait_name) : std::nullopt;
  const auto wanted =
      trait_id && value_name ? library.lattice.find_value(*trait_id, *value_name) : std::nullopt;
  const auto stated = trait_id ? type.stated(*trait_id) : std::nullopt;
  return wanted && stated && library.lattice.is_within(*stated, *wanted);
}

/// The same colours without encoding. Dark tones lose precision: this is for looking at.
Image decoded(Image image) {
  for (std::size_t i = 0; i < image.rgba.size(); ++i) {
    if (i % 4 != 3) {
      image.rgba[i] = to_unorm8(srgb_to_linear(static_cast<float>(image.rgba[i]) / 255.0F));
    }
  }
  return image;
}

/// Height 1 in widths of the picture: dents a few degrees steep.
constexpr float relief = 0.012F;

Rendered<Texture> make_default_texture(DefaultTexture kind, int size) {
  switch (kind) {
    case DefaultTexture::WornColorSrgb:
      return make_texture(worn_metal_color(size), Encoding::Srgb);
    case DefaultTexture::WornColorLinear:
      return make_texture(decoded(worn_metal_color(size)), Encoding::Linear);
    case DefaultTexture::WornNormals:
      return make_texture(normal_map(worn_height(size), relief), Encoding::Linear);
    case DefaultTexture::FlatNormals:
      return make_texture(solid_color(1, {0, 0, 255, 255}), Encoding::Linear);
    case DefaultTexture::WornRoughness:
      return make_texture(worn_metal_roughness(size), Encoding::Linear);
  }
  return failure("no such default texture");
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

Rendered<const Texture*> DefaultTextures::get(DefaultTexture kind) {
  auto found = made_.find(kind);
  if (found == made_.end()) {
    auto made = make_default_texture(kind, size_);
    if (!made) {
      return tl::unexpected(std::move(made.error()));
    }
    found = made_.emplace(kind, std::move(*made)).first;
  }
  return &found->second;
}

}  // namespace weft::render
