#pragma once

#include <mutex>
#include <string>
#include <vector>

#include <vulkan/vulkan.h>

namespace weft::render {

/// Collects the warnings and errors of the validation layer. The layer may report from threads of
/// its own. Must not move while a messenger refers to it.
class ValidationLog {
 public:
  ValidationLog() = default;
  ValidationLog(const ValidationLog&) = delete;
  ValidationLog& operator=(const ValidationLog&) = delete;

  /// How to make a messenger that reports here.
  VkDebugUtilsMessengerCreateInfoEXT messenger_info();

  bool empty() const;

  /// The messages since the last call.
  std::vector<std::string> take();

 private:
  static VkBool32 VKAPI_PTR receive(VkDebugUtilsMessageSeverityFlagBitsEXT severity,
                                    VkDebugUtilsMessageTypeFlagsEXT types,
                                    const VkDebugUtilsMessengerCallbackDataEXT* data,
                                    void* user_data);

  mutable std::mutex mutex_;
  std::vector<std::string> messages_;
};

}  // namespace weft::render
