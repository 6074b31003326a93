#pragma once

#include "render/device.h"
#include "render/draw_input.h"

namespace weft::render {

constexpr VkFormat depth_format = VK_FORMAT_D32_SFLOAT;

VkFormat vulkan_format(ColorFormat format);

/// One subpass: the colour targets in their order, then depth if there is a test. Everything is
/// cleared, kept, and left in TRANSFER_SRC_OPTIMAL, ordered before later transfers.
Rendered<OwnedRenderPass> create_render_pass(Device& device, const DrawInput& input);

/// Viewport and scissor cover the whole picture. Vertex stream i is vertex binding i.
Rendered<OwnedPipeline> create_graphics_pipeline(Device& device, const DrawInput& input,
                                                 VkPipelineLayout layout, VkRenderPass pass);

Rendered<OwnedPipeline> create_compute_pipeline(Device& device, const ComputeInput& input,
                                                VkPipelineLayout layout);

}  // namespace weft::render
