#pragma once

#include <array>
#include <cstdint>

#include "render/image.h"

namespace weft::render {

// Textures made by the project. All of them tile, and are the same on every machine for the same
// arguments. Sizes are clamped to 1..4096 pixels per side.

/// Heights of a tileable surface in [0, 1], one per pixel (one channel): soft dents and fine
/// scratches.
FloatImage worn_height(int size, std::uint32_t seed = 1);

/// Brushed metal with worn, darker and slightly rusty patches. sRGB encoded, alpha 1.
Image worn_metal_color(int size, std::uint32_t seed = 1);

/// Perceptual roughness in all of r, g and b (not encoded): polished where the metal is bare, rough
/// in the worn patches of worn_metal_color with the same seed. Alpha 1.
Image worn_metal_roughness(int size, std::uint32_t seed = 1);

/// Tangent-space normals of a height map by central differences that wrap around, packed as
/// (n + 1) / 2. x points along growing u (right), y along growing v (down), z out of the surface,
/// as in the tangent frames of render/mesh.h. `depth`: the height 1 measured in widths of the
/// image.
Image normal_map(const FloatImage& heights, float depth);

/// `size` x `size` pixels of one value.
Image solid_color(int size, const std::array<std::uint8_t, 4>& rgba);

/// A grid for checking texture coordinates: red grows with u, green with v, blue marks every second
/// of 8x8 cells; the cell at the origin is white.
Image uv_grid(int size);

}  // namespace weft::render
