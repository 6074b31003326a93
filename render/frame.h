#pragma once

#include <optional>
#include <vector>

#include "render/buffers.h"
#include "render/draw_input.h"
#include "render/images.h"
#include "render/pipeline.h"

namespace weft::render {

/// The attachments of one draw, the framebuffer of them, and the buffers that they are read back
/// to.
class Frame {
 public:
  static Rendered<Frame> create(Device& device, const DrawInput& input, VkRenderPass pass);

  /// Begins the pass with everything cleared.
  void record_begin(VkCommandBuffer commands, const DrawInput& input, VkRenderPass pass) const;

  /// After the pass: copies what is wanted to where `read` finds it.
  void record_readback(VkCommandBuffer commands) const;

  /// The pictures of a finished draw.
  Rendered<DrawOutput> read(Device& device, const DrawInput& input) const;

 private:
  std::vector<GpuImage> images_;      // colours, then depth
  std::vector<GpuBuffer> readbacks_;  // of the first images, as many as are wanted
  OwnedFramebuffer framebuffer_;
};

}  // namespace weft::render
