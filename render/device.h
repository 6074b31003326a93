#pragma once

#include <cstddef>
#include <cstdint>
#include <functional>
#include <memory>
#include <optional>
#include <string>
#include <vector>

#include <vulkan/vulkan.h>

#include "render/error.h"
#include "render/validation_log.h"
#include "render/vulkan_handle.h"

namespace weft::render {

/// Instance, messenger, logical device, and one queue for graphics, compute and transfer.
class Device {
 public:
  static Rendered<std::unique_ptr<Device>> create();
  Device(const Device&) = delete;
  Device& operator=(const Device&) = delete;
  ~Device();

  VkDevice handle() const { return device_; }
  const VkPhysicalDeviceLimits& limits() const { return properties_.limits; }
  const std::string& name() const { return name_; }
  ValidationLog& log() { return log_; }

  /// The first memory type in the mask `allowed` that has all properties of `wanted`.
  std::optional<std::uint32_t> memory_type(std::uint32_t allowed,
                                           VkMemoryPropertyFlags wanted) const;

  /// Whether sampled images of that format support linear filtering.
  bool can_filter(VkFormat format) const;
  /// Whether shaders can write images of the format.
  bool can_store(VkFormat format) const;

  /// Whether the device can run a module with so many bytes of push constants; the error says what
  /// it lacks.
  Rendered<void> check_module(const std::vector<std::uint32_t>& spirv,
                              std::size_t push_bytes) const;

  /// Records commands, submits them and waits for completion.
  Rendered<void> run(const std::function<void(VkCommandBuffer)>& record);

 private:
  Device() = default;
  Rendered<void> create_instance();
  Rendered<void> choose_physical_device();
  Rendered<void> create_device();

  ValidationLog log_;
  VkInstance instance_ = VK_NULL_HANDLE;
  VkDebugUtilsMessengerEXT messenger_ = VK_NULL_HANDLE;
  VkPhysicalDevice physical_ = VK_NULL_HANDLE;
  VkPhysicalDeviceProperties properties_{};
  VkPhysicalDeviceMemoryProperties memory_{};
  std::string name_;
  bool has_float16_ = false;  ///< in shaders; enabled
  std::uint32_t family_ = 0;
  VkDevice device_ = VK_NULL_HANDLE;
  VkQueue queue_ = VK_NULL_HANDLE;
  OwnedCommandPool commands_;
};

}  // namespace weft::render
