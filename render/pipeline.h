#pragma once

#include "render/device.h"
#include "render/draw_input.h"

namespace weft::render {

constexpr VkFormat depth_format = VK_FORMAT_D32_SFLOAT;

VkFormat vulkan_format(ColorFormat format);

/// Creates a pass of one subpass: the color targets in order, then depth if there is a depth test.
/// Attachments are cleared, stored and left in TRANSFER_SRC_OPTIMAL, with a dependency before later
/// transfers.
Rendered<OwnedRenderPass> create_render_pass(Device& device, const DrawInput& input);

/// Viewport and scissor cover the whole image. Vertex stream i is vertex binding i.
Rendered<OwnedPipeline> create_graphics_pipeline(Device& device, const DrawInput& input,
                                                 VkPipelineLayout layout, VkRenderPass pass);

Rendered<OwnedPipeline> create_compute_pipeline(Device& device, const ComputeInput& input,
                                                VkPipelineLayout layout);

}  // namespace weft::render
