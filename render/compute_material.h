#pragma once

#include <array>
#include <cstdint>
#include <vector>

#include "render/draw_material.h"
#include "render/state_memory.h"

namespace weft::render {

/// What the threads of a compute profile wrote to one image or buffer.
struct ComputedOutput {
  std::uint32_t demand = 0;  ///< position among the demands of the composition
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

/// A material of a compute profile, dispatched step by step: the states of its simulations go from
/// each step to the next. All referenced objects must outlive it.
class Simulation {
 public:
  Simulation(Renderer& renderer, const MaterialShader& shader,
             const std::array<std::uint32_t, 3>& size);

  /// The next step starts anew.
  void reset() { starts_ = true; }
  /// Dispatches one step: the first one starts, whatever the scene says. Without reading back the
  /// result is empty. Fails like compute_material().
  Rendered<std::vector<ComputedOutput>> step(const Scene& scene, const MaterialInputs& inputs,
                                             DefaultTextures& textures, bool is_read_back = true);

 private:
  std::vector<ComputedOutput> outputs_of(const ComputeOutput& computed, std::size_t buffer) const;

  Renderer& renderer_;
  const MaterialShader& shader_;
  std::array<std::uint32_t, 3> size_;
  StateMemory memory_;
  bool starts_ = true;
};

/// The frames of a simulation, after the one that starts it.
struct SimulatedTime {
  std::uint32_t frames = 60;
  std::uint32_t substeps = 1;  ///< of a frame
  float frame_seconds = 1.0F / 60.0F;
};

/// Runs a simulation from its start, and returns what its last step wrote. The scene has the time
/// and the index of the frame that starts.
Rendered<std::vector<ComputedOutput>> simulate_material(
    Renderer& renderer, const MaterialShader& shader, const std::array<std::uint32_t, 3>& size,
    const Scene& scene, const MaterialInputs& inputs, DefaultTextures& textures,
    const SimulatedTime& time);

/// The elements of an output as numbers, those of the first slice of one in three dimensions: what
/// a type lacks of four components is 0, the fourth 1.
FloatImage texels_of(const ComputedOutput& output);

/// The picture of an output with colors, numbers or directions, 1 pixel per element: the first
/// slice of one in three dimensions.
Image picture_of(const Library& library, MaterialId material, ProfileId profile,
                 const ComputedOutput& output);

}  // namespace weft::render
