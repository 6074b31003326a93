#pragma once

#include <map>
#include <utility>

#include "fragments/model/library.h"
#include "render/error.h"
#include "render/texture.h"

namespace weft::render {

/// The pictures that stand in for textures a host did not give.
enum class DefaultTexture {
  WornColorSrgb,    ///< textures.h's worn_metal_color, as it is stored
  WornColorLinear,  ///< the same colours, stored without encoding
  WornNormals,      ///< a tangent-space normal map of worn_height, packed as unorm
  FlatNormals,      ///< (0, 0, 1), not packed
  WornRoughness,    ///< worn_metal_roughness
};

/// Chooses by what the parameter's type says: normals that are packed as unorm, other normals,
/// colours with and without sRGB encoding; everything else is a roughness.
DefaultTexture default_texture_kind(const Library& library, const SemanticType& type);

/// Makes each texture when it is first asked for, `size` pixels per side, mipmapped. Those that are
/// not flat are of few slices of the same picture, each in another hue where it shows colours, so
/// that one tells them apart: 8 slices of volumes, 4 layers, 6 faces.
class DefaultTextures {
 public:
  explicit DefaultTextures(int size = 256) : size_(size) {}

  /// Valid as long as this lives.
  Rendered<const Texture*> get(DefaultTexture picture, TextureKind kind = TextureKind::Flat);

 private:
  int size_;
  std::map<std::pair<DefaultTexture, TextureKind>, Texture> made_;
};

}  // namespace weft::render
