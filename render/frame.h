#pragma once

#include <optional>
#include <vector>

#include "render/buffers.h"
#include "render/draw_input.h"
#include "render/images.h"
#include "render/pipeline.h"

namespace weft::render {

/// The attachments of one draw, their framebuffer, and the readback buffers.
class Frame {
 public:
  static Rendered<Frame> create(Device& device, const DrawInput& input, VkRenderPass pass);

  /// Begins the render pass, with all attachments cleared.
  void record_begin(VkCommandBuffer commands, const DrawInput& input, VkRenderPass pass) const;

  /// Copies the requested attachments to the readback buffers. Call it after the pass.
  void record_readback(VkCommandBuffer commands) const;

  /// The images of a finished draw.
  Rendered<DrawOutput> read(Device& device, const DrawInput& input) const;

 private:
  std::vector<GpuImage> images_;      // colors, then depth
  std::vector<GpuBuffer> readbacks_;  // of the requested images, a prefix of images_
  OwnedFramebuffer framebuffer_;
};

}  // namespace weft::render
