#pragma once

#include <cstdint>

#include "render/buffers.h"
#include "render/device.h"
#include "render/texture.h"

namespace weft::render {

/// What a device image is made for.
struct ImageSpec {
  VkFormat format = VK_FORMAT_R8G8B8A8_UNORM;
  std::uint32_t width = 0;
  std::uint32_t height = 0;
  std::uint32_t levels = 1;
  VkImageUsageFlags usage = 0;
  VkImageAspectFlags aspect = VK_IMAGE_ASPECT_COLOR_BIT;
};

/// A 2D image with its memory and a view of all of it.
struct GpuImage {
  OwnedMemory memory;
  OwnedImage image;
  OwnedView view;
  ImageSpec spec;
};

Rendered<GpuImage> create_image(Device& device, const ImageSpec& spec);

/// A sampled image in SHADER_READ_ONLY_OPTIMAL with the texture's levels. The texture's mip chain
/// must be well-formed.
Rendered<GpuImage> upload_texture(Device& device, const Texture& texture, bool as_srgb_view);

/// Copies level 0 of an image in TRANSFER_SRC_OPTIMAL to the start of `target`.
void record_readback(VkCommandBuffer commands, const GpuImage& image, const GpuBuffer& target);

}  // namespace weft::render
