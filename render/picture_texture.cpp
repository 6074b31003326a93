#include "render/picture_texture.h"

#include <cstddef>
#include <string_view>
#include <utility>
#include <vector>

#include <fmt/format.h>

#include "render/default_textures.h"
#include "render/material_values.h"
#include "render/stated_traits.h"

namespace weft::render {
namespace {

constexpr int longest_side = 16384;  // of Vulkan implementations that can draw at all

/// The squares of a picture, from the top down.
std::vector<Image> squares_of(const Image& picture) {
  std::vector<Image> squares;
  const std::size_t size =
      4 * static_cast<std::size_t>(picture.width) * static_cast<std::size_t>(picture.width);
  for (std::size_t begin = 0; begin < picture.rgba.size(); begin += size) {
    const auto first = picture.rgba.begin() + static_cast<std::ptrdiff_t>(begin);
    squares.push_back(
        {picture.width, picture.width, {first, first + static_cast<std::ptrdiff_t>(size)}});
  }
  return squares;
}

Rendered<Texture> stacked_texture(const Image& picture, TextureKind kind, Encoding encoding) {
  const bool is_cube = kind == TextureKind::Cube || kind == TextureKind::CubeArray;
  const bool has_faces = kind == TextureKind::Cube ? picture.height / 6 == picture.width
                                                   : picture.height / picture.width % 6 == 0;
  if (picture.height % picture.width != 0 || (is_cube && !has_faces)) {
    const std::string_view what = kind == TextureKind::Cube        ? "six squares"
                                  : kind == TextureKind::CubeArray ? "squares, six per cube,"
                                                                   : "squares";
    return failure(fmt::format("it has {} x {} pixels: it is to be {} from the top down",
                               picture.width, picture.height, what));
  }
  const std::vector<Image> squares = squares_of(picture);
  return kind == TextureKind::Volume ? make_volume(squares, encoding)
                                     : make_layers(squares, kind, encoding);
}

}  // namespace

Rendered<Texture> texture_of_picture(Image picture, const Library& library,
                                     const SemanticType& type) {
  const TextureKind kind = texture_kind(type.data().texture_shape());
  const int side = kind == TextureKind::Flat ? picture.height : picture.width;
  if (picture.width > longest_side || side > longest_side) {
    return failure(fmt::format("it has {} x {} pixels: a side of a texture has at most {}",
                               picture.width, picture.height, longest_side));
  }
  const DefaultTexture meaning = default_texture_kind(library, type);
  const bool decodes =
      meaning == DefaultTexture::WornColorLinear && stated_name(library, type, "encoding").empty();
  const Encoding encoding =
      decodes || meaning == DefaultTexture::WornColorSrgb ? Encoding::Srgb : Encoding::Linear;
  Rendered<Texture> texture = kind == TextureKind::Flat ? make_texture(std::move(picture), encoding)
                                                        : stacked_texture(picture, kind, encoding);
  if (texture) {
    texture->decodes_srgb = decodes;
  }
  return texture;
}

}  // namespace weft::render
