#pragma once

#include <array>
#include <cstdint>
#include <optional>

#include "fragments/types/data_type.h"

namespace weft {

/// The source of texels for the interpreter. Textures are identified by the handles that the caller
/// stores in the Constants of texture ports (one word each). An empty answer becomes the error "a
/// texture cannot be read here".
class TextureReader {
 public:
  using Coordinates = std::array<float, 4>;  ///< as many as the shape has, the rest 0
  using Texels = std::array<std::int32_t, 4>;
  using Answer = std::optional<std::array<float, 4>>;

  virtual ~TextureReader() = default;

  /// Samples at a level of the reader's choice: an interpreter of one fragment has no derivatives
  /// for an implicit LOD.
  virtual Answer sample(std::uint32_t handle, TextureShape shape, const Coordinates& at) const = 0;
  /// `bias` is added to that level.
  virtual Answer sample_bias(std::uint32_t handle, TextureShape shape, const Coordinates& at,
                             float bias) const = 0;
  virtual Answer sample_lod(std::uint32_t handle, TextureShape shape, const Coordinates& at,
                            float level) const = 0;
  virtual Answer sample_grad(std::uint32_t handle, TextureShape shape, const Coordinates& at,
                             const Coordinates& by_x, const Coordinates& by_y) const = 0;
  /// Compares the reference with texels as the texture's sampler says, at a level of the reader's
  /// choice, and returns their share, weighted by the filter.
  virtual std::optional<float> sample_compare(std::uint32_t handle, TextureShape shape,
                                              const Coordinates& at, float reference) const = 0;
  virtual std::optional<float> sample_compare_lod0(std::uint32_t handle, TextureShape shape,
                                                   const Coordinates& at,
                                                   float reference) const = 0;
  /// One component of the four texels of level 0 that a linear filter weighs: those at the lower
  /// left, lower right, upper right and upper left, as v points down.
  virtual Answer gather(std::uint32_t handle, TextureShape shape, const Coordinates& at,
                        std::uint32_t component) const = 0;
  virtual std::optional<std::int32_t> levels(std::uint32_t handle, TextureShape shape) const = 0;
  /// Fetches one texel, unfiltered, by integer coordinates.
  virtual Answer texel(std::uint32_t handle, TextureShape shape, const Texels& at,
                       std::int32_t level) const = 0;
  /// The size in texels and layers.
  virtual std::optional<Texels> size(std::uint32_t handle, TextureShape shape,
                                     std::int32_t level) const = 0;
};

}  // namespace weft
