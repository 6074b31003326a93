#pragma once

#include <array>
#include <cstddef>
#include <cstdint>
#include <optional>
#include <vector>

#include "fragments/interpreter/texture_reader.h"
#include "render/draw_input.h"
#include "render/texture.h"

namespace weft::render {

/// Samples textures of all kinds on the CPU as Vulkan defines it, in floats: linear and nearest
/// filters, mip chains, filters across the edges of cubes. Handles are positions in the list. Keeps
/// pointers to the textures.
///
/// A sample without a level takes the one that use_levels() gave it: the k-th sample since the last
/// restart() the k-th level, 0 if there is none. restart() returns where the samples were taken,
/// so that neighboring pixels tell the levels.
class SampledTextures final : public TextureReader {
 public:
  struct Bound {
    const Texture* texture = nullptr;
    bool is_srgb = false;  ///< bytes are decoded before they are filtered
    SamplerState sampler;
    std::optional<float> reference = {};  ///< texels count as the sampler's comparisons with it
  };
  struct Sample {
    std::uint32_t handle = 0;
    Coordinates at{};
    friend bool operator==(const Sample&, const Sample&) = default;
  };

  explicit SampledTextures(std::vector<Bound> textures) : textures_(std::move(textures)) {}

  void use_levels(std::vector<float> levels) { levels_ = std::move(levels); }
  std::vector<Sample> restart();
  /// The level of a sample whose coordinates are those in the pixels to the right and below.
  float level_of(const Sample& here, const Sample& right, const Sample& below) const;

  Answer sample(std::uint32_t handle, TextureShape shape, const Coordinates& at) const override;
  Answer sample_bias(std::uint32_t handle, TextureShape shape, const Coordinates& at,
                     float bias) const override;
  Answer gather(std::uint32_t handle, TextureShape shape, const Coordinates& at,
                std::uint32_t component) const override;
  std::optional<std::int32_t> levels(std::uint32_t handle, TextureShape shape) const override;
  Answer sample_lod(std::uint32_t handle, TextureShape shape, const Coordinates& at,
                    float level) const override;
  Answer sample_grad(std::uint32_t handle, TextureShape shape, const Coordinates& at,
                     const Coordinates& by_x, const Coordinates& by_y) const override;
  std::optional<float> sample_compare(std::uint32_t handle, TextureShape shape,
                                      const Coordinates& at, float reference) const override;
  std::optional<float> sample_compare_lod0(std::uint32_t handle, TextureShape shape,
                                           const Coordinates& at, float reference) const override;
  Answer texel(std::uint32_t handle, TextureShape shape, const Texels& at,
               std::int32_t level) const override;
  std::optional<Texels> size(std::uint32_t handle, TextureShape shape,
                             std::int32_t level) const override;

 private:
  using Color = std::array<float, 4>;
  /// A place on one slice, in texels, and between slices of a volume.
  struct Place {
    float x = 0.0F;
    float y = 0.0F;
    float z = 0.0F;
    int slice = 0;  ///< of layers and faces
  };

  const Bound* bound(std::uint32_t handle, TextureShape shape) const;
  float next_level(std::uint32_t handle, const Coordinates& at) const;
  std::optional<float> share(std::uint32_t handle, TextureShape shape, const Coordinates& at,
                             float reference, float level) const;
  static Color read(const Bound& bound, std::size_t level, int x, int y, int slice);
  static Place place_of(const Bound& bound, std::size_t level, const Coordinates& at);
  static Color face_texel(const Bound& bound, std::size_t level, int x, int y, int face);
  static Color texel_at(const Bound& bound, std::size_t level, int x, int y, int slice);
  static Color filtered_slice(const Bound& bound, std::size_t level, const Place& place);
  static Color filtered(const Bound& bound, std::size_t level, const Coordinates& at);
  static Color at_level(const Bound& bound, const Coordinates& at, float level);
  static float level_for(const Bound& bound, const Coordinates& at, const Coordinates& by_x,
                         const Coordinates& by_y);

  std::vector<Bound> textures_;
  std::vector<float> levels_;
  mutable std::vector<Sample> samples_;  ///< since restart()
};

}  // namespace weft::render
