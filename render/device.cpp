#include "render/device.h"

#include <algorithm>
#include <cstring>
#include <vector>

#include <fmt/format.h>

namespace weft::render {
namespace {

constexpr const char* float16_extension = VK_KHR_SHADER_FLOAT16_INT8_EXTENSION_NAME;
constexpr const char* validation_layer = "VK_LAYER_KHRONOS_validation";

const char* describe(VkResult result) {
  // A foreign enumeration: only the results that our calls can return have their own text.
  if (result == VK_ERROR_OUT_OF_HOST_MEMORY) {
    return "out of memory";
  }
  if (result == VK_ERROR_OUT_OF_DEVICE_MEMORY) {
    return "out of device memory";
  }
  if (result == VK_ERROR_INITIALIZATION_FAILED) {
    return "initialization failed";
  }
  if (result == VK_ERROR_DEVICE_LOST) {
    return "the device was lost";
  }
  if (result == VK_ERROR_LAYER_NOT_PRESENT) {
    return "a layer is missing";
  }
  if (result == VK_ERROR_EXTENSION_NOT_PRESENT) {
    return "an extension is missing";
  }
  if (result == VK_ERROR_FEATURE_NOT_PRESENT) {
    return "a feature is missing";
  }
  if (result == VK_ERROR_INCOMPATIBLE_DRIVER) {
    return "there is no Vulkan driver";
  }
  if (result == VK_ERROR_VALIDATION_FAILED_EXT) {
    return "validation failed";
  }
  return nullptr;
}

bool has_validation_layer() {
  std::uint32_t count = 0;
  if (vkEnumerateInstanceLayerProperties(&count, nullptr) != VK_SUCCESS) {
    return false;
  }
  std::vector<VkLayerProperties> layers(count);
  if (vkEnumerateInstanceLayerProperties(&count, layers.data()) != VK_SUCCESS) {
    return false;
  }
  for (const VkLayerProperties& layer : layers) {
    if (std::strcmp(layer.layerName, validation_layer) == 0) {
      return true;
    }
  }
  return false;
}

/// The first queue family with graphics; by the specification it also supports compute and
/// transfer, if any family does.
std::optional<std::uint32_t> graphics_family(VkPhysicalDevice device) {
  std::uint32_t count = 0;
  vkGetPhysicalDeviceQueueFamilyProperties(device, &count, nullptr);
  std::vector<VkQueueFamilyProperties> families(count);
  vkGetPhysicalDeviceQueueFamilyProperties(device, &count, families.data());
  constexpr VkQueueFlags wanted = VK_QUEUE_GRAPHICS_BIT | VK_QUEUE_COMPUTE_BIT;
  for (std::uint32_t i = 0; i < count; ++i) {
    if ((families[i].queueFlags & wanted) == wanted) {
      return i;
    }
  }
  return std::nullopt;
}

/// Whether the device has an extension for 16-bit floats in shaders, and the feature.
bool supports_float16(VkPhysicalDevice device) {
  std::uint32_t count = 0;
  if (vkEnumerateDeviceExtensionProperties(device, nullptr, &count, nullptr) != VK_SUCCESS) {
    return false;
  }
  std::vector<VkExtensionProperties> extensions(count);
  if (vkEnumerateDeviceExtensionProperties(device, nullptr, &count, extensions.data()) !=
      VK_SUCCESS) {
    return false;
  }
  const bool is_listed =
      std::any_of(extensions.begin(), extensions.end(), [](const VkExtensionProperties& extension) {
        return std::strcmp(extension.extensionName, float16_extension) == 0;
      });
  VkPhysicalDeviceShaderFloat16Int8Features float16{};
  float16.sType = VK_STRUCTURE_TYPE_PHYSICAL_DEVICE_SHADER_FLOAT16_INT8_FEATURES;
  VkPhysicalDeviceFeatures2 features{};
  features.sType = VK_STRUCTURE_TYPE_PHYSICAL_DEVICE_FEATURES_2;
  features.pNext = &float16;
  vkGetPhysicalDeviceFeatures2(device, &features);
  return is_listed && float16.shaderFloat16 == VK_TRUE;
}

/// Whether a module declares a capability. Those come first of all instructions.
bool declares(const std::vector<std::uint32_t>& spirv, std::uint32_t capability) {
  constexpr std::size_t header_words = 5;
  constexpr std::uint32_t op_capability = 2U << 16U | 17U;  // two words
  for (std::size_t i = header_words; i + 1 < spirv.size() && spirv[i] == op_capability; i += 2) {
    if (spirv[i + 1] == capability) {
      return true;
    }
  }
  return false;
}

}  // namespace

tl::unexpected<RenderError> vulkan_failure(const char* call, VkResult result) {
  const char* text = describe(result);
  return text != nullptr
             ? failure(fmt::format("{} failed: {}", call, text))
             : failure(fmt::format("{} failed: VkResult {}", call, static_cast<int>(result)));
}

Rendered<std::unique_ptr<Device>> Device::create() {
  std::unique_ptr<Device> device(new Device());
  Rendered<void> done = device->create_instance()
                            .and_then([&] { return device->choose_physical_device(); })
                            .and_then([&] { return device->create_device(); });
  if (!done) {
    return tl::unexpected(std::move(done.error()));
  }
  return device;
}

Device::~Device() {
  commands_ = OwnedCommandPool();
  if (device_ != VK_NULL_HANDLE) {
    vkDestroyDevice(device_, nullptr);
  }
  if (messenger_ != VK_NULL_HANDLE) {
    const auto destroy = reinterpret_cast<PFN_vkDestroyDebugUtilsMessengerEXT>(
        vkGetInstanceProcAddr(instance_, "vkDestroyDebugUtilsMessengerEXT"));
    if (destroy != nullptr) {
      destroy(instance_, messenger_, nullptr);
    }
  }
  if (instance_ != VK_NULL_HANDLE) {
    vkDestroyInstance(instance_, nullptr);
  }
}

Rendered<void> Device::create_instance() {
  if (!has_validation_layer()) {
    return failure(
        fmt::format("the Vulkan layer {} is not installed (Debian: vulkan-validationlayers)",
                    validation_layer));
  }
  VkApplicationInfo application{};
  application.sType = VK_STRUCTURE_TYPE_APPLICATION_INFO;
  application.pApplicationName = "weft";
  application.apiVersion = VK_API_VERSION_1_1;
  const char* extension = VK_EXT_DEBUG_UTILS_EXTENSION_NAME;
  const VkDebugUtilsMessengerCreateInfoEXT messenger = log_.messenger_info();
  VkInstanceCreateInfo info{};
  info.sType = VK_STRUCTURE_TYPE_INSTANCE_CREATE_INFO;
  info.pNext = &messenger;
  info.pApplicationInfo = &application;
  info.enabledLayerCount = 1;
  info.ppEnabledLayerNames = &validation_layer;
  info.enabledExtensionCount = 1;
  info.ppEnabledExtensionNames = &extension;
  VkResult result = vkCreateInstance(&info, nullptr, &instance_);
  if (result != VK_SUCCESS) {
    instance_ = VK_NULL_HANDLE;
    return vulkan_failure("vkCreateInstance", result);
  }
  const auto create = reinterpret_cast<PFN_vkCreateDebugUtilsMessengerEXT>(
      vkGetInstanceProcAddr(instance_, "vkCreateDebugUtilsMessengerEXT"));
  if (create == nullptr) {
    return failure("the Vulkan loader lacks VK_EXT_debug_utils");
  }
  result = create(instance_, &messenger, nullptr, &messenger_);
  if (result != VK_SUCCESS) {
    return vulkan_failure("vkCreateDebugUtilsMessengerEXT", result);
  }
  return {};
}

Rendered<void> Device::choose_physical_device() {
  std::uint32_t count = 0;
  VkResult result = vkEnumeratePhysicalDevices(instance_, &count, nullptr);
  std::vector<VkPhysicalDevice> devices(count);
  if (result == VK_SUCCESS && count > 0) {
    result = vkEnumeratePhysicalDevices(instance_, &count, devices.data());
  }
  if (result != VK_SUCCESS) {
    return vulkan_failure("vkEnumeratePhysicalDevices", result);
  }
  for (const VkPhysicalDevice candidate : devices) {
    VkPhysicalDeviceProperties properties{};
    vkGetPhysicalDeviceProperties(candidate, &properties);
    const auto family = graphics_family(candidate);
    if (!family || properties.apiVersion < VK_API_VERSION_1_1) {
      continue;
    }
    const bool software = properties.deviceType == VK_PHYSICAL_DEVICE_TYPE_CPU;
    if (physical_ == VK_NULL_HANDLE ||
        (software && properties_.deviceType != VK_PHYSICAL_DEVICE_TYPE_CPU)) {
      physical_ = candidate;
      properties_ = properties;
      family_ = *family;
    }
  }
  if (physical_ == VK_NULL_HANDLE) {
    return failure(
        "no Vulkan 1.1 device with a graphics queue was found (Debian: mesa-vulkan-drivers)");
  }
  name_ = properties_.deviceName;
  vkGetPhysicalDeviceMemoryProperties(physical_, &memory_);
  return {};
}

Rendered<void> Device::create_device() {
  const float priority = 1.0F;
  VkDeviceQueueCreateInfo queue{};
  queue.sType = VK_STRUCTURE_TYPE_DEVICE_QUEUE_CREATE_INFO;
  queue.queueFamilyIndex = family_;
  queue.queueCount = 1;
  queue.pQueuePriorities = &priority;
  // Features that shaders of a composed material may need; enabled if available.
  VkPhysicalDeviceFeatures available{};
  vkGetPhysicalDeviceFeatures(physical_, &available);
  VkPhysicalDeviceFeatures features{};
  // A buffer shorter than its block must not expose the memory after it.
  features.robustBufferAccess = available.robustBufferAccess;
  features.vertexPipelineStoresAndAtomics = available.vertexPipelineStoresAndAtomics;
  features.fragmentStoresAndAtomics = available.fragmentStoresAndAtomics;
  features.independentBlend = available.independentBlend;
  features.imageCubeArray = available.imageCubeArray;
  features.shaderStorageImageExtendedFormats = available.shaderStorageImageExtendedFormats;
  VkDeviceCreateInfo info{};
  info.sType = VK_STRUCTURE_TYPE_DEVICE_CREATE_INFO;
  info.queueCreateInfoCount = 1;
  info.pQueueCreateInfos = &queue;
  info.pEnabledFeatures = &features;
  VkPhysicalDeviceShaderFloat16Int8Features float16{};
  float16.sType = VK_STRUCTURE_TYPE_PHYSICAL_DEVICE_SHADER_FLOAT16_INT8_FEATURES;
  float16.shaderFloat16 = VK_TRUE;
  has_float16_ = supports_float16(physical_);
  if (has_float16_) {
    info.pNext = &float16;
    info.enabledExtensionCount = 1;
    info.ppEnabledExtensionNames = &float16_extension;
  }
  const VkResult result = vkCreateDevice(physical_, &info, nullptr, &device_);
  if (result != VK_SUCCESS) {
    device_ = VK_NULL_HANDLE;
    return vulkan_failure("vkCreateDevice", result);
  }
  vkGetDeviceQueue(device_, family_, 0, &queue_);

  VkCommandPoolCreateInfo pool{};
  pool.sType = VK_STRUCTURE_TYPE_COMMAND_POOL_CREATE_INFO;
  pool.flags = VK_COMMAND_POOL_CREATE_TRANSIENT_BIT;
  pool.queueFamilyIndex = family_;
  auto commands =
      create_owned<OwnedCommandPool>(device_, vkCreateCommandPool, pool, "vkCreateCommandPool");
  if (!commands) {
    return tl::unexpected(std::move(commands.error()));
  }
  commands_ = std::move(*commands);
  return {};
}

std::optional<std::uint32_t> Device::memory_type(std::uint32_t allowed,
                                                 VkMemoryPropertyFlags wanted) const {
  for (std::uint32_t i = 0; i < memory_.memoryTypeCount; ++i) {
    const bool fits = (memory_.memoryTypes[i].propertyFlags & wanted) == wanted;
    if (fits && (allowed >> i & 1U) != 0) {
      return i;
    }
  }
  return std::nullopt;
}

bool Device::can_filter(VkFormat format) const {
  VkFormatProperties properties{};
  vkGetPhysicalDeviceFormatProperties(physical_, format, &properties);
  return (properties.optimalTilingFeatures & VK_FORMAT_FEATURE_SAMPLED_IMAGE_FILTER_LINEAR_BIT) !=
         0;
}

bool Device::can_store(VkFormat format) const {
  VkFormatProperties properties{};
  vkGetPhysicalDeviceFormatProperties(physical_, format, &properties);
  return (properties.optimalTilingFeatures & VK_FORMAT_FEATURE_STORAGE_IMAGE_BIT) != 0;
}

Rendered<void> Device::check_module(const std::vector<std::uint32_t>& spirv,
                                    std::size_t push_bytes) const {
  constexpr std::uint32_t capability_float16 = 9;
  if (!has_float16_ && declares(spirv, capability_float16)) {
    return failure(fmt::format(
        "the device '{}' has no 16-bit floats in shaders (shaderFloat16), which the shader needs",
        name_));
  }
  const std::uint32_t room = limits().maxPushConstantsSize;
  if (push_bytes > room) {
    return failure(
        fmt::format("the device '{}' has room for {} bytes of push constants, and the "
                    "shader needs {}",
                    name_, room, push_bytes));
  }
  return {};
}

Rendered<void> Device::run(const std::function<void(VkCommandBuffer)>& record) {
  VkCommandBufferAllocateInfo allocate{};
  allocate.sType = VK_STRUCTURE_TYPE_COMMAND_BUFFER_ALLOCATE_INFO;
  allocate.commandPool = commands_.get();
  allocate.level = VK_COMMAND_BUFFER_LEVEL_PRIMARY;
  allocate.commandBufferCount = 1;
  VkCommandBuffer commands = VK_NULL_HANDLE;
  VkResult result = vkAllocateCommandBuffers(device_, &allocate, &commands);
  if (result != VK_SUCCESS) {
    return vulkan_failure("vkAllocateCommandBuffers", result);
  }
  // Freed on every return path; the device has finished with it by then.
  struct Free {
    VkDevice device;
    VkCommandPool pool;
    VkCommandBuffer commands;
    ~Free() { vkFreeCommandBuffers(device, pool, 1, &commands); }
  } const free_commands{device_, commands_.get(), commands};

  VkCommandBufferBeginInfo begin{};
  begin.sType = VK_STRUCTURE_TYPE_COMMAND_BUFFER_BEGIN_INFO;
  begin.flags = VK_COMMAND_BUFFER_USAGE_ONE_TIME_SUBMIT_BIT;
  result = vkBeginCommandBuffer(commands, &begin);
  if (result != VK_SUCCESS) {
    return vulkan_failure("vkBeginCommandBuffer", result);
  }
  record(commands);
  result = vkEndCommandBuffer(commands);
  if (result != VK_SUCCESS) {
    return vulkan_failure("vkEndCommandBuffer", result);
  }
  // The layer skips the calls it reports errors for, so the recorded commands are incomplete: do
  // not submit them.
  if (!log_.empty()) {
    return failure("the recorded commands are not valid");
  }

  VkFenceCreateInfo fence_info{};
  fence_info.sType = VK_STRUCTURE_TYPE_FENCE_CREATE_INFO;
  auto fence = create_owned<OwnedFence>(device_, vkCreateFence, fence_info, "vkCreateFence");
  if (!fence) {
    return tl::unexpected(std::move(fence.error()));
  }
  VkSubmitInfo submit{};
  submit.sType = VK_STRUCTURE_TYPE_SUBMIT_INFO;
  submit.commandBufferCount = 1;
  submit.pCommandBuffers = &commands;
  result = vkQueueSubmit(queue_, 1, &submit, fence->get());
  if (result != VK_SUCCESS) {
    return vulkan_failure("vkQueueSubmit", result);
  }
  const VkFence waited = fence->get();
  result = vkWaitForFences(device_, 1, &waited, VK_TRUE, UINT64_MAX);
  if (result != VK_SUCCESS) {
    return vulkan_failure("vkWaitForFences", result);
  }
  return {};
}

}  // namespace weft::render
