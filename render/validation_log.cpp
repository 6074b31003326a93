#include "render/validation_log.h"

#include <utility>

namespace weft::render {

VkDebugUtilsMessengerCreateInfoEXT ValidationLog::messenger_info() {
  VkDebugUtilsMessengerCreateInfoEXT info{};
  info.sType = VK_STRUCTURE_TYPE_DEBUG_UTILS_MESSENGER_CREATE_INFO_EXT;
  info.messageSeverity = VK_DEBUG_UTILS_MESSAGE_SEVERITY_WARNING_BIT_EXT |
                         VK_DEBUG_UTILS_MESSAGE_SEVERITY_ERROR_BIT_EXT;
  // Without GENERAL, whose messages are the loader's remarks on drivers that do not fit this
  // machine.
  info.messageType = VK_DEBUG_UTILS_MESSAGE_TYPE_VALIDATION_BIT_EXT |
                     VK_DEBUG_UTILS_MESSAGE_TYPE_PERFORMANCE_BIT_EXT;
  info.pfnUserCallback = &ValidationLog::receive;
  info.pUserData = this;
  return info;
}

bool ValidationLog::empty() const {
  const std::lock_guard<std::mutex> lock(mutex_);
  return messages_.empty();
}

std::vector<std::string> ValidationLog::take() {
  const std::lock_guard<std::mutex> lock(mutex_);
  return std::exchange(messages_, {});
}

VkBool32 VKAPI_PTR ValidationLog::receive(VkDebugUtilsMessageSeverityFlagBitsEXT severity,
                                          VkDebugUtilsMessageTypeFlagsEXT /*types*/,
                                          const VkDebugUtilsMessengerCallbackDataEXT* data,
                                          void* user_data) {
  auto* log = static_cast<ValidationLog*>(user_data);
  const std::lock_guard<std::mutex> lock(log->mutex_);
  log->messages_.emplace_back(data->pMessage != nullptr ? data->pMessage : "(no text)");
  // True makes the layer skip the call: a driver may crash on a known-invalid call.
  return (severity & VK_DEBUG_UTILS_MESSAGE_SEVERITY_ERROR_BIT_EXT) != 0 ? VK_TRUE : VK_FALSE;
}

}  // namespace weft::render
