#include <vector>

#include "render/pipeline.h"

namespace weft::render {
namespace {

VkAttachmentDescription attachment(VkFormat format) {
  VkAttachmentDescription description{};
  description.format = format;
  description.samples = VK_SAMPLE_COUNT_1_BIT;
  description.loadOp = VK_ATTACHMENT_LOAD_OP_CLEAR;
  description.storeOp = VK_ATTACHMENT_STORE_OP_STORE;
  description.stencilLoadOp = VK_ATTACHMENT_LOAD_OP_DONT_CARE;
  description.stencilStoreOp = VK_ATTACHMENT_STORE_OP_DONT_CARE;
  description.initialLayout = VK_IMAGE_LAYOUT_UNDEFINED;
  description.finalLayout = VK_IMAGE_LAYOUT_TRANSFER_SRC_OPTIMAL;
  return description;
}

}  // namespace

VkFormat vulkan_format(ColorFormat format) {
  switch (format) {
    case ColorFormat::Rgba8Unorm:
      return VK_FORMAT_R8G8B8A8_UNORM;
    case ColorFormat::Rgba8Srgb:
      return VK_FORMAT_R8G8B8A8_SRGB;
    case ColorFormat::Rgba32Float:
      return VK_FORMAT_R32G32B32A32_SFLOAT;
  }
  return VK_FORMAT_UNDEFINED;
}

Rendered<OwnedRenderPass> create_render_pass(Device& device, const DrawInput& input) {
  std::vector<VkAttachmentDescription> attachments;
  std::vector<VkAttachmentReference> colors;
  for (const ColorTarget& target : input.color_targets) {
    colors.push_back(
        {static_cast<std::uint32_t>(attachments.size()), VK_IMAGE_LAYOUT_COLOR_ATTACHMENT_OPTIMAL});
    attachments.push_back(attachment(vulkan_format(target.format)));
  }
  const VkAttachmentReference depth = {static_cast<std::uint32_t>(attachments.size()),
                                       VK_IMAGE_LAYOUT_DEPTH_STENCIL_ATTACHMENT_OPTIMAL};
  VkSubpassDescription subpass{};
  subpass.pipelineBindPoint = VK_PIPELINE_BIND_POINT_GRAPHICS;
  subpass.colorAttachmentCount = static_cast<std::uint32_t>(colors.size());
  subpass.pColorAttachments = colors.data();
  if (input.depth != DepthTest::Off) {
    attachments.push_back(attachment(depth_format));
    subpass.pDepthStencilAttachment = &depth;
  }
  VkSubpassDependency after{};
  after.srcSubpass = 0;
  after.dstSubpass = VK_SUBPASS_EXTERNAL;
  after.srcStageMask =
      VK_PIPELINE_STAGE_COLOR_ATTACHMENT_OUTPUT_BIT | VK_PIPELINE_STAGE_LATE_FRAGMENT_TESTS_BIT;
  after.dstStageMask = VK_PIPELINE_STAGE_TRANSFER_BIT;
  after.srcAccessMask =
      VK_ACCESS_COLOR_ATTACHMENT_WRITE_BIT | VK_ACCESS_DEPTH_STENCIL_ATTACHMENT_WRITE_BIT;
  after.dstAccessMask = VK_ACCESS_TRANSFER_READ_BIT;
  VkRenderPassCreateInfo info{};
  info.sType = VK_STRUCTURE_TYPE_RENDER_PASS_CREATE_INFO;
  info.attachmentCount = static_cast<std::uint32_t>(attachments.size());
  info.pAttachments = attachments.data();
  info.subpassCount = 1;
  info.pSubpasses = &subpass;
  info.dependencyCount = 1;
  info.pDependencies = &after;
  return create_owned<OwnedRenderPass>(device.handle(), vkCreateRenderPass, info,
                                       "vkCreateRenderPass");
}

}  // namespace weft::render
