#pragma once

#include <cstdint>
#include <vector>

#include "render/device.h"

namespace weft::render {

/// A buffer in memory that the host can see; lavapipe has no other kind and a test has no hurry.
struct GpuBuffer {
  OwnedMemory memory;
  OwnedBuffer buffer;
  VkDeviceSize size = 0;
};

/// A buffer of `size` bytes, rounded up to 16 (what a block's last vector may touch) and zeroed.
Rendered<GpuBuffer> create_buffer(Device& device, VkBufferUsageFlags usage, VkDeviceSize size);

/// create_buffer of the content's size, filled with it.
Rendered<GpuBuffer> upload_buffer(Device& device, VkBufferUsageFlags usage,
                                  const std::vector<std::uint8_t>& content);

/// The first `size` bytes; the device must have finished writing.
Rendered<std::vector<std::uint8_t>> read_buffer(Device& device, const GpuBuffer& buffer,
                                                std::size_t size);

/// Makes what `stage` wrote visible to the host, once the commands are done.
void record_host_barrier(VkCommandBuffer commands, VkPipelineStageFlags stage,
                         VkAccessFlags access);

}  // namespace weft::render
