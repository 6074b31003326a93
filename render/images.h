#pragma once

#include <cstdint>

#include "render/buffers.h"
#include "render/device.h"
#include "render/texture.h"

namespace weft::render {

/// The parameters of a device image.
struct ImageSpec {
  VkFormat format = VK_FORMAT_R8G8B8A8_UNORM;
  std::uint32_t width = 0;
  std::uint32_t height = 0;
  std::uint32_t depth = 1;   ///< more than 1: a 3D image
  std::uint32_t layers = 1;  ///< counts the faces of cubes
  std::uint32_t levels = 1;
  VkImageViewType view = VK_IMAGE_VIEW_TYPE_2D;
  VkImageUsageFlags usage = 0;
  VkImageAspectFlags aspect = VK_IMAGE_ASPECT_COLOR_BIT;
};

/// An image with its memory and a view of the whole image.
struct GpuImage {
  OwnedMemory memory;
  OwnedImage image;
  OwnedView view;
  ImageSpec spec;
};

/// How shaders see the texels.
enum class TextureView { Linear, Srgb, Depth };

Rendered<GpuImage> create_image(Device& device, const ImageSpec& spec);

/// Uploads a texture with all its levels and slices as a sampled image, in
/// SHADER_READ_ONLY_OPTIMAL. The texture must be well-formed. A depth image holds the first
/// channel. Fails for sRGB views of float textures, and for formats that the device cannot filter.
Rendered<GpuImage> upload_texture(Device& device, const Texture& texture, TextureView as_view);

/// Copies level 0 of an image in TRANSFER_SRC_OPTIMAL to the start of `target`.
void record_readback(VkCommandBuffer commands, const GpuImage& image, const GpuBuffer& target);

}  // namespace weft::render
