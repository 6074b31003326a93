#pragma once

#include <string>
#include <utility>

#include <vulkan/vulkan.h>

#include "render/error.h"

namespace weft::render {

/// Owns a device object and destroys it with the function `destroy`.
template <class Handle, auto destroy>
class Owned {
 public:
  Owned() = default;
  Owned(VkDevice device, Handle handle) : device_(device), handle_(handle) {}
  Owned(Owned&& other) noexcept
      : device_(other.device_), handle_(std::exchange(other.handle_, Handle{})) {}
  Owned& operator=(Owned&& other) noexcept {
    std::swap(device_, other.device_);
    std::swap(handle_, other.handle_);
    return *this;
  }
  ~Owned() {
    if (handle_ != Handle{}) {
      destroy(device_, handle_, nullptr);
    }
  }

  Handle get() const { return handle_; }

 private:
  VkDevice device_ = VK_NULL_HANDLE;
  Handle handle_{};
};

using OwnedBuffer = Owned<VkBuffer, vkDestroyBuffer>;
using OwnedMemory = Owned<VkDeviceMemory, vkFreeMemory>;
using OwnedImage = Owned<VkImage, vkDestroyImage>;
using OwnedView = Owned<VkImageView, vkDestroyImageView>;
using OwnedSampler = Owned<VkSampler, vkDestroySampler>;
using OwnedShader = Owned<VkShaderModule, vkDestroyShaderModule>;
using OwnedSetLayout = Owned<VkDescriptorSetLayout, vkDestroyDescriptorSetLayout>;
using OwnedPool = Owned<VkDescriptorPool, vkDestroyDescriptorPool>;
using OwnedPipelineLayout = Owned<VkPipelineLayout, vkDestroyPipelineLayout>;
using OwnedRenderPass = Owned<VkRenderPass, vkDestroyRenderPass>;
using OwnedPipeline = Owned<VkPipeline, vkDestroyPipeline>;
using OwnedFramebuffer = Owned<VkFramebuffer, vkDestroyFramebuffer>;
using OwnedCommandPool = Owned<VkCommandPool, vkDestroyCommandPool>;
using OwnedQueryPool = Owned<VkQueryPool, vkDestroyQueryPool>;
using OwnedFence = Owned<VkFence, vkDestroyFence>;

/// Makes an error like "vkCreateImage failed: out of device memory".
tl::unexpected<RenderError> vulkan_failure(const char* call, VkResult result);

/// Calls a vkCreate… function and owns the result; `call` is its name in the error.
template <class Result, class Create, class Info>
Rendered<Result> create_owned(VkDevice device, Create create, const Info& info, const char* call) {
  decltype(std::declval<Result>().get()) handle{};
  const VkResult result = create(device, &info, nullptr, &handle);
  if (result != VK_SUCCESS) {
    return vulkan_failure(call, result);
  }
  return Result(device, handle);
}

}  // namespace weft::render
