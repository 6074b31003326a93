#include "render/buffers.h"

#include <cstring>

namespace weft::render {
namespace {

/// Calls `access` with the mapped memory of `buffer`.
template <class Access>
Rendered<void> with_mapped(Device& device, const GpuBuffer& buffer, const Access& access) {
  void* data = nullptr;
  const VkResult result =
      vkMapMemory(device.handle(), buffer.memory.get(), 0, VK_WHOLE_SIZE, 0, &data);
  if (result != VK_SUCCESS) {
    return vulkan_failure("vkMapMemory", result);
  }
  access(static_cast<std::uint8_t*>(data));
  vkUnmapMemory(device.handle(), buffer.memory.get());
  return {};
}

Rendered<GpuBuffer> allocate_buffer(Device& device, VkBufferUsageFlags usage, VkDeviceSize size) {
  VkBufferCreateInfo info{};
  info.sType = VK_STRUCTURE_TYPE_BUFFER_CREATE_INFO;
  info.size = size;
  info.usage = usage;
  info.sharingMode = VK_SHARING_MODE_EXCLUSIVE;
  auto buffer = create_owned<OwnedBuffer>(device.handle(), vkCreateBuffer, info, "vkCreateBuffer");
  if (!buffer) {
    return tl::unexpected(std::move(buffer.error()));
  }
  VkMemoryRequirements needs{};
  vkGetBufferMemoryRequirements(device.handle(), buffer->get(), &needs);
  const auto type =
      device.memory_type(needs.memoryTypeBits, VK_MEMORY_PROPERTY_HOST_VISIBLE_BIT |
                                                   VK_MEMORY_PROPERTY_HOST_COHERENT_BIT);
  if (!type) {
    return failure("the device has no memory that the host can see");
  }
  VkMemoryAllocateInfo allocate{};
  allocate.sType = VK_STRUCTURE_TYPE_MEMORY_ALLOCATE_INFO;
  allocate.allocationSize = needs.size;
  allocate.memoryTypeIndex = *type;
  auto memory =
      create_owned<OwnedMemory>(device.handle(), vkAllocateMemory, allocate, "vkAllocateMemory");
  if (!memory) {
    return tl::unexpected(std::move(memory.error()));
  }
  const VkResult result = vkBindBufferMemory(device.handle(), buffer->get(), memory->get(), 0);
  if (result != VK_SUCCESS) {
    return vulkan_failure("vkBindBufferMemory", result);
  }
  return GpuBuffer{std::move(*memory), std::move(*buffer), size};
}

}  // namespace

Rendered<GpuBuffer> create_buffer(Device& device, VkBufferUsageFlags usage, VkDeviceSize size) {
  return upload_buffer(device, usage, std::vector<std::uint8_t>(static_cast<std::size_t>(size)));
}

Rendered<GpuBuffer> upload_buffer(Device& device, VkBufferUsageFlags usage,
                                  const std::vector<std::uint8_t>& content) {
  const VkDeviceSize size = (VkDeviceSize{content.size()} + 15) / 16 * 16;
  auto buffer = allocate_buffer(device, usage, size);
  if (!buffer) {
    return buffer;
  }
  const auto filled = with_mapped(device, *buffer, [&](std::uint8_t* data) {
    std::memcpy(data, content.data(), content.size());
    std::memset(data + content.size(), 0, static_cast<std::size_t>(size) - content.size());
  });
  if (!filled) {
    return tl::unexpected(filled.error());
  }
  return buffer;
}

Rendered<std::vector<std::uint8_t>> read_buffer(Device& device, const GpuBuffer& buffer,
                                                std::size_t size) {
  std::vector<std::uint8_t> content;
  const auto done = with_mapped(
      device, buffer, [&](const std::uint8_t* data) { content.assign(data, data + size); });
  if (!done) {
    return tl::unexpected(done.error());
  }
  return content;
}

void record_host_barrier(VkCommandBuffer commands, VkPipelineStageFlags stage,
                         VkAccessFlags access) {
  VkMemoryBarrier barrier{};
  barrier.sType = VK_STRUCTURE_TYPE_MEMORY_BARRIER;
  barrier.srcAccessMask = access;
  barrier.dstAccessMask = VK_ACCESS_HOST_READ_BIT;
  vkCmdPipelineBarrier(commands, stage, VK_PIPELINE_STAGE_HOST_BIT, 0, 1, &barrier, 0, nullptr, 0,
                       nullptr);
}

}  // namespace weft::render
