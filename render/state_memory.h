#pragma once

#include <array>
#include <cstdint>
#include <optional>
#include <vector>

#include "render/bindings.h"
#include "render/images.h"

namespace weft::render {

/// What a simulation keeps on the device from dispatch to dispatch: each state twice, and the
/// pipeline. Must not outlive the renderer.
class StateMemory {
 public:
  /// Makes the states on the first call. Fails for formats and sizes that the device cannot store.
  Rendered<void> prepare(Device& device, const std::vector<StateBinding>& states);

  /// Binds what the next dispatch reads and writes.
  void bind(Bindings& bindings) const;
  /// Before a dispatch: waits for the writes of the last one.
  void record_begin(VkCommandBuffer commands) const;
  /// Once the commands have completed: what was written is read next.
  void swap();
  /// What is read next.
  Rendered<std::vector<std::vector<std::uint8_t>>> read(Device& device) const;

  /// Null until it is set. All dispatches have the same shader and constants.
  VkPipeline pipeline() const { return pipeline_ ? pipeline_->get() : VK_NULL_HANDLE; }
  void set_pipeline(OwnedPipeline pipeline) { pipeline_.emplace(std::move(pipeline)); }

 private:
  struct State {
    StateBinding binding;
    std::array<GpuImage, 2> images;    ///< of images
    std::array<GpuBuffer, 2> buffers;  ///< of buffers; of images the first takes what is read back
  };

  static Rendered<void> make_images(Device& device, State& state);
  static Rendered<void> make_buffers(Device& device, State& state);

  std::vector<State> states_;
  std::size_t next_read_ = 0;  // of the two
  bool has_run_ = false;
  std::optional<OwnedPipeline> pipeline_;
};

}  // namespace weft::render
