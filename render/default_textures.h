#pragma once

#include <map>
#include <utility>

#include "fragments/model/library.h"
#include "render/error.h"
#include "render/texture.h"

namespace weft::render {

/// Substitutes for textures that the host did not provide.
enum class DefaultTexture {
  WornColorSrgb,    ///< worn_metal_color of textures.h, unchanged
  WornColorLinear,  ///< the same colors, decoded to linear
  WornNormals,      ///< a tangent-space normal map of worn_height, packed as unorm
  FlatNormals,      ///< (0, 0, 1), not packed
  WornRoughness,    ///< worn_metal_roughness
};

/// Chooses by the parameter's semantic type: unorm-packed normals, other normals, colors with and
/// without sRGB encoding; everything else is treated as a roughness.
DefaultTexture default_texture_kind(const Library& library, const SemanticType& type);

/// Default textures, made on first use, `size` pixels per side, mipmapped. Kinds other than Flat
/// have a few slices of the same image (8 for volumes, 4 layers, 6 faces); colors differ in hue per
/// slice, so that slices can be told apart.
class DefaultTextures {
 public:
  explicit DefaultTextures(int size = 256) : size_(size) {}

  /// The texture lives as long as this object.
  Rendered<const Texture*> get(DefaultTexture picture, TextureKind kind = TextureKind::Flat);

 private:
  int size_;
  std::map<std::pair<DefaultTexture, TextureKind>, Texture> made_;
};

}  // namespace weft::render
