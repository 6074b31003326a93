#include "render/images.h"

#include <vector>

#include <fmt/format.h>

#include "render/draw_input.h"

namespace weft::render {
namespace {

void record_transition(VkCommandBuffer commands, const GpuImage& image, VkImageLayout from,
                       VkImageLayout to) {
  const bool to_read = to == VK_IMAGE_LAYOUT_SHADER_READ_ONLY_OPTIMAL;
  VkImageMemoryBarrier barrier{};
  barrier.sType = VK_STRUCTURE_TYPE_IMAGE_MEMORY_BARRIER;
  barrier.srcAccessMask = to_read ? VK_ACCESS_TRANSFER_WRITE_BIT : 0;
  barrier.dstAccessMask = to_read ? VK_ACCESS_SHADER_READ_BIT : VK_ACCESS_TRANSFER_WRITE_BIT;
  barrier.oldLayout = from;
  barrier.newLayout = to;
  barrier.srcQueueFamilyIndex = VK_QUEUE_FAMILY_IGNORED;
  barrier.dstQueueFamilyIndex = VK_QUEUE_FAMILY_IGNORED;
  barrier.image = image.image.get();
  barrier.subresourceRange = {image.spec.aspect, 0, image.spec.levels, 0, image.spec.layers};
  vkCmdPipelineBarrier(
      commands, to_read ? VK_PIPELINE_STAGE_TRANSFER_BIT : VK_PIPELINE_STAGE_TOP_OF_PIPE_BIT,
      to_read ? VK_PIPELINE_STAGE_VERTEX_SHADER_BIT | VK_PIPELINE_STAGE_FRAGMENT_SHADER_BIT
              : VK_PIPELINE_STAGE_TRANSFER_BIT,
      0, 0, nullptr, 0, nullptr, 1, &barrier);
}

Rendered<OwnedMemory> allocate_for(Device& device, VkImage image) {
  VkMemoryRequirements needs{};
  vkGetImageMemoryRequirements(device.handle(), image, &needs);
  auto type = device.memory_type(needs.memoryTypeBits, VK_MEMORY_PROPERTY_DEVICE_LOCAL_BIT);
  if (!type) {
    type = device.memory_type(needs.memoryTypeBits, 0);
  }
  if (!type) {
    return failure("the device has no memory for an image");
  }
  VkMemoryAllocateInfo info{};
  info.sType = VK_STRUCTURE_TYPE_MEMORY_ALLOCATE_INFO;
  info.allocationSize = needs.size;
  info.memoryTypeIndex = *type;
  auto memory =
      create_owned<OwnedMemory>(device.handle(), vkAllocateMemory, info, "vkAllocateMemory");
  if (!memory) {
    return memory;
  }
  const VkResult result = vkBindImageMemory(device.handle(), image, memory->get(), 0);
  if (result != VK_SUCCESS) {
    return vulkan_failure("vkBindImageMemory", result);
  }
  return memory;
}

VkImageViewType view_type(TextureKind kind) {
  switch (kind) {
    case TextureKind::Flat:
      return VK_IMAGE_VIEW_TYPE_2D;
    case TextureKind::Volume:
      return VK_IMAGE_VIEW_TYPE_3D;
    case TextureKind::Cube:
      return VK_IMAGE_VIEW_TYPE_CUBE;
    case TextureKind::Array:
      return VK_IMAGE_VIEW_TYPE_2D_ARRAY;
    case TextureKind::CubeArray:
      return VK_IMAGE_VIEW_TYPE_CUBE_ARRAY;
  }
  return VK_IMAGE_VIEW_TYPE_2D;
}

VkFormat format_of(const Texture& texture, TextureView as_view) {
  if (as_view == TextureView::Depth) {
    return VK_FORMAT_D32_SFLOAT;
  }
  return texture.is_float()             ? VK_FORMAT_R32G32B32A32_SFLOAT
         : as_view == TextureView::Srgb ? VK_FORMAT_R8G8B8A8_SRGB
                                        : VK_FORMAT_R8G8B8A8_UNORM;
}

std::vector<float> first_channel(const Texture& texture, std::size_t level) {
  std::vector<float> values;
  if (texture.is_float()) {
    const std::vector<float>& all = texture.float_levels[level].values;
    for (std::size_t i = 0; i < all.size(); i += 4) {
      values.push_back(all[i]);
    }
    return values;
  }
  const std::vector<std::uint8_t>& all = texture.levels[level].rgba;
  for (std::size_t i = 0; i < all.size(); i += 4) {
    values.push_back(static_cast<float>(all[i]) / 255.0F);
  }
  return values;
}

}  // namespace

Rendered<GpuImage> create_image(Device& device, const ImageSpec& spec) {
  const std::uint32_t limit = device.limits().maxImageDimension2D;
  if (spec.width > limit || spec.height > limit) {
    return failure(fmt::format("an image of {}x{} pixels is larger than the device's {}",
                               spec.width, spec.height, limit));
  }
  VkImageCreateInfo info{};
  info.sType = VK_STRUCTURE_TYPE_IMAGE_CREATE_INFO;
  const bool is_cube =
      spec.view == VK_IMAGE_VIEW_TYPE_CUBE || spec.view == VK_IMAGE_VIEW_TYPE_CUBE_ARRAY;
  info.flags = is_cube ? VkImageCreateFlags{VK_IMAGE_CREATE_CUBE_COMPATIBLE_BIT} : 0;
  info.imageType = spec.view == VK_IMAGE_VIEW_TYPE_3D   ? VK_IMAGE_TYPE_3D
                   : spec.view == VK_IMAGE_VIEW_TYPE_1D ? VK_IMAGE_TYPE_1D
                                                        : VK_IMAGE_TYPE_2D;
  info.format = spec.format;
  info.extent = {spec.width, spec.height, spec.depth};
  info.mipLevels = spec.levels;
  info.arrayLayers = spec.layers;
  info.samples = VK_SAMPLE_COUNT_1_BIT;
  info.tiling = VK_IMAGE_TILING_OPTIMAL;
  info.usage = spec.usage;
  info.sharingMode = VK_SHARING_MODE_EXCLUSIVE;
  info.initialLayout = VK_IMAGE_LAYOUT_UNDEFINED;
  auto image = create_owned<OwnedImage>(device.handle(), vkCreateImage, info, "vkCreateImage");
  if (!image) {
    return tl::unexpected(std::move(image.error()));
  }
  auto memory = allocate_for(device, image->get());
  if (!memory) {
    return tl::unexpected(std::move(memory.error()));
  }
  VkImageViewCreateInfo view_info{};
  view_info.sType = VK_STRUCTURE_TYPE_IMAGE_VIEW_CREATE_INFO;
  view_info.image = image->get();
  view_info.viewType = spec.view;
  view_info.format = spec.format;
  view_info.subresourceRange = {spec.aspect, 0, spec.levels, 0, spec.layers};
  auto view =
      create_owned<OwnedView>(device.handle(), vkCreateImageView, view_info, "vkCreateImageView");
  if (!view) {
    return tl::unexpected(std::move(view.error()));
  }
  return GpuImage{std::move(*memory), std::move(*image), std::move(*view), spec};
}

Rendered<GpuImage> upload_texture(Device& device, const Texture& texture, TextureView as_view) {
  if (texture.is_float() && as_view == TextureView::Srgb) {
    return failure("a float texture cannot be sRGB-encoded");
  }
  const bool is_volume = texture.kind == TextureKind::Volume;
  const TextureExtent extent = extent_of(texture, 0);
  ImageSpec spec;
  spec.format = format_of(texture, as_view);
  spec.aspect = as_view == TextureView::Depth ? VkImageAspectFlags{VK_IMAGE_ASPECT_DEPTH_BIT}
                                              : VkImageAspectFlags{VK_IMAGE_ASPECT_COLOR_BIT};
  spec.width = extent.width;
  spec.height = extent.height;
  spec.depth = is_volume ? extent.slices : 1;
  spec.layers = is_volume ? 1 : extent.slices;
  spec.levels = static_cast<std::uint32_t>(texture.level_count());
  spec.view = view_type(texture.kind);
  spec.usage = VK_IMAGE_USAGE_SAMPLED_BIT | VK_IMAGE_USAGE_TRANSFER_DST_BIT;
  // Comparisons may be filtered in every format of depths.
  if (as_view != TextureView::Depth && !device.can_filter(spec.format)) {
    return failure("the device cannot filter 32-bit float textures");
  }
  auto image = create_image(device, spec);
  if (!image) {
    return image;
  }

  std::vector<std::uint8_t> content;
  std::vector<VkBufferImageCopy> copies;
  for (std::size_t i = 0; i < texture.level_count(); ++i) {
    const TextureExtent level = extent_of(texture, i);
    VkBufferImageCopy copy{};
    copy.bufferOffset = content.size();
    copy.imageSubresource = {spec.aspect, static_cast<std::uint32_t>(i), 0, spec.layers};
    copy.imageExtent = {level.width, level.height, is_volume ? level.slices : 1};
    copies.push_back(copy);
    const std::vector<std::uint8_t> bytes =
        as_view == TextureView::Depth ? bytes_of(first_channel(texture, i))
        : texture.is_float()          ? bytes_of(texture.float_levels[i].values)
                                      : texture.levels[i].rgba;
    content.insert(content.end(), bytes.begin(), bytes.end());
  }
  const auto staging = upload_buffer(device, VK_BUFFER_USAGE_TRANSFER_SRC_BIT, content);
  if (!staging) {
    return tl::unexpected(staging.error());
  }
  const auto done = device.run([&](VkCommandBuffer commands) {
    record_transition(commands, *image, VK_IMAGE_LAYOUT_UNDEFINED,
                      VK_IMAGE_LAYOUT_TRANSFER_DST_OPTIMAL);
    vkCmdCopyBufferToImage(commands, staging->buffer.get(), image->image.get(),
                           VK_IMAGE_LAYOUT_TRANSFER_DST_OPTIMAL,
                           static_cast<std::uint32_t>(copies.size()), copies.data());
    record_transition(commands, *image, VK_IMAGE_LAYOUT_TRANSFER_DST_OPTIMAL,
                      VK_IMAGE_LAYOUT_SHADER_READ_ONLY_OPTIMAL);
  });
  if (!done) {
    return tl::unexpected(done.error());
  }
  return image;
}

void record_readback(VkCommandBuffer commands, const GpuImage& image, const GpuBuffer& target) {
  VkBufferImageCopy copy{};
  copy.imageSubresource = {image.spec.aspect, 0, 0, 1};
  copy.imageExtent = {image.spec.width, image.spec.height, image.spec.depth};
  vkCmdCopyImageToBuffer(commands, image.image.get(), VK_IMAGE_LAYOUT_TRANSFER_SRC_OPTIMAL,
                         target.buffer.get(), 1, &copy);
}

}  // namespace weft::render
