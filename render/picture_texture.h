#pragma once

#include "fragments/model/library.h"
#include "render/error.h"
#include "render/image.h"
#include "render/texture.h"

namespace weft::render {

/// The texture of a parameter of this semantic type, from a picture file, with its mip chain.
/// Its values are those of the encoding that the type states; colors without one are taken as sRGB
/// and decoded by the sampler. What is no color (normals, roughness) is never decoded. Other kinds
/// than Flat find their slices stacked from the top down: a cube six squares in Vulkan's order, a
/// cube array a multiple of six, an array and a volume any number. Fails for pictures that do not
/// consist of such squares, and for sides beyond 16384.
Rendered<Texture> texture_of_picture(Image picture, const Library& library,
                                     const SemanticType& type);

}  // namespace weft::render
