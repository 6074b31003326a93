#pragma once

#include <array>
#include <cstdint>
#include <vector>

#include "render/draw_material.h"

namespace weft::render {

/// What the threads of a compute profile wrote to one image or buffer.
struct ComputedOutput {
  std::uint32_t demand = 0;  ///< position in the profile's demands
  DataType type;             ///< a scalar or vector of numbers
  std::array<std::uint32_t, 3> size = {1, 1, 1};
  /// Per element, in rows from the first: the components of `type`, as bits of floats or integers.
  std::vector<std::uint32_t> words;
};

/// Dispatches so many threads along each axis, at least 1, and reads what they wrote. `size` is 1
/// along axes that the profile lacks; the scene need not have `thread.size`. Fails like
/// draw_material(), and for formats and sizes of images that the device does not have.
Rendered<std::vector<ComputedOutput>> compute_material(
    Renderer& renderer, const MaterialShader& shader, const std::array<std::uint32_t, 3>& size,
    const Scene& scene, const MaterialInputs& inputs, DefaultTextures& textures);

/// The picture of an output with colors, numbers or directions, 1 pixel per element: the first
/// slice of one in three dimensions. `profile`: of the output.
Image picture_of(const Library& library, ProfileId profile, const ComputedOutput& output);

}  // namespace weft::render
