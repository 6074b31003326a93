#pragma once

#include <array>
#include <cstdint>

#include "render/image.h"

namespace weft::render {

// Procedural textures. All of them tile, and are bit-identical on every machine for the same
// arguments. Sizes are clamped to 1..4096 pixels per side.

/// A tileable height map in [0, 1], one channel: soft dents and fine scratches.
FloatImage worn_height(int size, std::uint32_t seed = 1);

/// Brushed metal with worn, darker and slightly rusty patches. sRGB encoded, alpha 1.
Image worn_metal_color(int size, std::uint32_t seed = 1);

/// Perceptual roughness in all of r, g and b (not encoded): polished on bare metal, rough in the
/// worn patches of worn_metal_color with the same seed. Alpha 1.
Image worn_metal_roughness(int size, std::uint32_t seed = 1);

/// The tangent-space normals of a height map by wrapping central differences, packed as (n + 1) /
/// 2. x points along growing u (right), y along growing v (down), z out of the surface, as in the
/// tangent frames of render/mesh.h. `depth`: the height 1 in units of the image width.
Image normal_map(const FloatImage& heights, float depth);

/// A `size` x `size` image of one value.
Image solid_color(int size, const std::array<std::uint8_t, 4>& rgba);

/// A test grid for texture coordinates: red grows with u, green with v, blue marks every second of
/// 8x8 cells; the cell at the origin is white.
Image uv_grid(int size);

}  // namespace weft::render
