#pragma once

#include <cstdint>
#include <vector>

#include "render/device.h"

namespace weft::render {

/// A buffer in host-visible memory: lavapipe has no other kind, and tests do not need speed.
struct GpuBuffer {
  OwnedMemory memory;
  OwnedBuffer buffer;
  VkDeviceSize size = 0;
};

/// Creates a zeroed buffer of `size` bytes, rounded up to 16 (the last vector of a block may be
/// read whole).
Rendered<GpuBuffer> create_buffer(Device& device, VkBufferUsageFlags usage, VkDeviceSize size);

/// Creates a buffer with this content.
Rendered<GpuBuffer> upload_buffer(Device& device, VkBufferUsageFlags usage,
                                  const std::vector<std::uint8_t>& content);

/// Reads the first `size` bytes; the device must have finished writing.
Rendered<std::vector<std::uint8_t>> read_buffer(Device& device, const GpuBuffer& buffer,
                                                std::size_t size);

/// Makes writes of `stage` visible to the host once the commands have completed.
void record_host_barrier(VkCommandBuffer commands, VkPipelineStageFlags stage,
                         VkAccessFlags access);

}  // namespace weft::render
