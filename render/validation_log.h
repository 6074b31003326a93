#pragma once

#include <mutex>
#include <string>
#include <vector>

#include <vulkan/vulkan.h>

namespace weft::render {

/// Collects the warnings and errors of the validation layer, which may report from its own threads.
/// Must not move while a messenger refers to it.
class ValidationLog {
 public:
  ValidationLog() = default;
  ValidationLog(const ValidationLog&) = delete;
  ValidationLog& operator=(const ValidationLog&) = delete;

  /// The create info of a messenger that reports to this log.
  VkDebugUtilsMessengerCreateInfoEXT messenger_info();

  bool empty() const;

  /// Returns and removes the messages so far.
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
