#pragma once

#include <cstdint>
#include <vector>

#include "fragments/types/image_format.h"
#include "render/bindings.h"
#include "render/images.h"

namespace weft::render {

VkFormat vulkan_format(const ImageFormat& format);
VkImageViewType storage_view(std::uint32_t dimensions);

/// Bytes per texel of a storage image.
std::uint32_t texel_bytes(const ImageFormat& format);

/// The texels as 32-bit words: floats, decoded from the format, or integers; so many per texel as
/// the format has components. `bytes`: whole texels.
std::vector<std::uint32_t> texel_words(const ImageFormat& format,
                                       const std::vector<std::uint8_t>& bytes);

/// The images that a dispatch writes, on the device.
class StorageImages {
 public:
  /// Fails for formats and sizes that the device cannot store.
  static Rendered<StorageImages> create(Device& device, const std::vector<StorageImage>& images);

  /// Adds them at the bindings that they were given with.
  void bind(const std::vector<StorageImage>& images, Bindings& bindings) const;
  /// Before the dispatch.
  void record_begin(VkCommandBuffer commands) const;
  /// After it.
  void record_readback(VkCommandBuffer commands) const;
  /// The texels of each image, once the commands have completed.
  Rendered<std::vector<std::vector<std::uint8_t>>> read(Device& device) const;

 private:
  std::vector<GpuImage> images_;
  std::vector<GpuBuffer> readbacks_;
  std::vector<std::size_t> bytes_;  // per image
};

}  // namespace weft::render
