// Vulkan without a window, independent of Weft.

#include "offscreen.h"

#include <algorithm>
#include <cstdio>
#include <cstdlib>
#include <cstring>
#include <functional>
#include <utility>

void fail(const std::string& what) {
  std::fprintf(stderr, "gallery: %s\n", what.c_str());
  std::exit(1);
}

namespace {

void check(VkResult result, const char* what) {
  if (result != VK_SUCCESS) {
    fail(std::string(what) + " failed: " + std::to_string(result));
  }
}

template <class Info>
Info info_of(VkStructureType type) {
  Info info{};
  info.sType = type;
  return info;
}

class Offscreen {
 public:
  Offscreen(std::uint32_t width, std::uint32_t height) : width_(width), height_(height) {
    make_device();
    make_target();
  }
  ~Offscreen() {
    for (auto last = ends_.rbegin(); last != ends_.rend(); ++last) {
      (*last)();
    }
  }
  Offscreen(const Offscreen&) = delete;
  Offscreen& operator=(const Offscreen&) = delete;

  std::vector<std::uint8_t> draw(const Mesh& mesh, const std::vector<Drawing>& drawings);

 private:
  struct Buffer {
    VkBuffer buffer = VK_NULL_HANDLE;
    std::uint8_t* bytes = nullptr;  // mapped for the lifetime of the buffer
  };
  struct Material {
    VkPipeline pipeline = VK_NULL_HANDLE;
    VkPipelineLayout layout = VK_NULL_HANDLE;
    std::vector<VkDescriptorSet> sets;
  };

  void make_device();
  void make_target();
  VkDeviceMemory allocate(const VkMemoryRequirements& needs, VkMemoryPropertyFlags properties);
  Buffer make_buffer(std::size_t size, VkBufferUsageFlags usage, const void* content);
  VkShaderModule make_module(const std::vector<std::uint32_t>& words);
  void make_sets(const std::vector<Block>& blocks, Material& material);
  Material make_material(const Drawing& drawing);

  std::uint32_t width_;
  std::uint32_t height_;
  VkInstance instance_ = VK_NULL_HANDLE;
  VkPhysicalDevice physical_ = VK_NULL_HANDLE;
  VkDevice device_ = VK_NULL_HANDLE;
  std::uint32_t family_ = 0;
  VkQueue queue_ = VK_NULL_HANDLE;
  VkImage image_ = VK_NULL_HANDLE;
  VkRenderPass pass_ = VK_NULL_HANDLE;
  VkFramebuffer framebuffer_ = VK_NULL_HANDLE;
  std::vector<std::function<void()>> ends_;  // destructors of all objects, in order of creation
};

void Offscreen::make_device() {
  auto application = info_of<VkApplicationInfo>(VK_STRUCTURE_TYPE_APPLICATION_INFO);
  application.apiVersion = VK_API_VERSION_1_1;
  auto instance = info_of<VkInstanceCreateInfo>(VK_STRUCTURE_TYPE_INSTANCE_CREATE_INFO);
  instance.pApplicationInfo = &application;
  check(vkCreateInstance(&instance, nullptr, &instance_), "vkCreateInstance");
  ends_.push_back([this] { vkDestroyInstance(instance_, nullptr); });

  std::uint32_t count = 1;
  vkEnumeratePhysicalDevices(instance_, &count, &physical_);
  if (count == 0) {
    fail("there is no Vulkan driver");
  }
  vkGetPhysicalDeviceQueueFamilyProperties(physical_, &count, nullptr);
  std::vector<VkQueueFamilyProperties> families(count);
  vkGetPhysicalDeviceQueueFamilyProperties(physical_, &count, families.data());
  while (family_ < count && (families[family_].queueFlags & VK_QUEUE_GRAPHICS_BIT) == 0) {
    ++family_;
  }
  const float priority = 1.0f;
  auto queue = info_of<VkDeviceQueueCreateInfo>(VK_STRUCTURE_TYPE_DEVICE_QUEUE_CREATE_INFO);
  queue.queueFamilyIndex = family_;
  queue.queueCount = 1;
  queue.pQueuePriorities = &priority;
  auto device = info_of<VkDeviceCreateInfo>(VK_STRUCTURE_TYPE_DEVICE_CREATE_INFO);
  device.queueCreateInfoCount = 1;
  device.pQueueCreateInfos = &queue;
  check(vkCreateDevice(physical_, &device, nullptr, &device_), "vkCreateDevice");
  ends_.push_back([this] { vkDestroyDevice(device_, nullptr); });
  vkGetDeviceQueue(device_, family_, 0, &queue_);
}

VkDeviceMemory Offscreen::allocate(const VkMemoryRequirements& needs,
                                   VkMemoryPropertyFlags properties) {
  VkPhysicalDeviceMemoryProperties types;
  vkGetPhysicalDeviceMemoryProperties(physical_, &types);
  for (std::uint32_t i = 0; i < types.memoryTypeCount; ++i) {
    if ((needs.memoryTypeBits >> i & 1u) != 0 &&
        (types.memoryTypes[i].propertyFlags & properties) == properties) {
      auto info = info_of<VkMemoryAllocateInfo>(VK_STRUCTURE_TYPE_MEMORY_ALLOCATE_INFO);
      info.allocationSize = needs.size;
      info.memoryTypeIndex = i;
      VkDeviceMemory memory = VK_NULL_HANDLE;
      check(vkAllocateMemory(device_, &info, nullptr, &memory), "vkAllocateMemory");
      ends_.push_back([this, memory] { vkFreeMemory(device_, memory, nullptr); });
      return memory;
    }
  }
  fail("no memory of a suitable kind");
}

/// The image that a render pass clears and leaves ready to copy from.
void Offscreen::make_target() {
  const VkFormat format = VK_FORMAT_R8G8B8A8_UNORM;  // the shaders of `forward` encode the color
  auto image = info_of<VkImageCreateInfo>(VK_STRUCTURE_TYPE_IMAGE_CREATE_INFO);
  image.imageType = VK_IMAGE_TYPE_2D;
  image.format = format;
  image.extent = {width_, height_, 1};
  image.mipLevels = image.arrayLayers = 1;
  image.samples = VK_SAMPLE_COUNT_1_BIT;
  image.usage = VK_IMAGE_USAGE_COLOR_ATTACHMENT_BIT | VK_IMAGE_USAGE_TRANSFER_SRC_BIT;
  check(vkCreateImage(device_, &image, nullptr, &image_), "vkCreateImage");
  ends_.push_back([this] { vkDestroyImage(device_, image_, nullptr); });
  VkMemoryRequirements needs;
  vkGetImageMemoryRequirements(device_, image_, &needs);
  vkBindImageMemory(device_, image_, allocate(needs, VK_MEMORY_PROPERTY_DEVICE_LOCAL_BIT), 0);
  auto view_info = info_of<VkImageViewCreateInfo>(VK_STRUCTURE_TYPE_IMAGE_VIEW_CREATE_INFO);
  view_info.image = image_;
  view_info.viewType = VK_IMAGE_VIEW_TYPE_2D;
  view_info.format = format;
  view_info.subresourceRange = {VK_IMAGE_ASPECT_COLOR_BIT, 0, 1, 0, 1};
  VkImageView view = VK_NULL_HANDLE;
  check(vkCreateImageView(device_, &view_info, nullptr, &view), "vkCreateImageView");
  ends_.push_back([this, view] { vkDestroyImageView(device_, view, nullptr); });

  VkAttachmentDescription color{};
  color.format = format;
  color.samples = VK_SAMPLE_COUNT_1_BIT;
  color.loadOp = VK_ATTACHMENT_LOAD_OP_CLEAR;
  color.stencilLoadOp = VK_ATTACHMENT_LOAD_OP_DONT_CARE;
  color.stencilStoreOp = VK_ATTACHMENT_STORE_OP_DONT_CARE;
  color.finalLayout = VK_IMAGE_LAYOUT_TRANSFER_SRC_OPTIMAL;
  const VkAttachmentReference target{0, VK_IMAGE_LAYOUT_COLOR_ATTACHMENT_OPTIMAL};
  VkSubpassDescription subpass{};
  subpass.colorAttachmentCount = 1;
  subpass.pColorAttachments = &target;
  const VkSubpassDependency before_copy{0,
                                        VK_SUBPASS_EXTERNAL,
                                        VK_PIPELINE_STAGE_COLOR_ATTACHMENT_OUTPUT_BIT,
                                        VK_PIPELINE_STAGE_TRANSFER_BIT,
                                        VK_ACCESS_COLOR_ATTACHMENT_WRITE_BIT,
                                        VK_ACCESS_TRANSFER_READ_BIT,
                                        0};
  auto pass = info_of<VkRenderPassCreateInfo>(VK_STRUCTURE_TYPE_RENDER_PASS_CREATE_INFO);
  pass.attachmentCount = pass.subpassCount = pass.dependencyCount = 1;
  pass.pAttachments = &color;
  pass.pSubpasses = &subpass;
  pass.pDependencies = &before_copy;
  check(vkCreateRenderPass(device_, &pass, nullptr, &pass_), "vkCreateRenderPass");
  ends_.push_back([this] { vkDestroyRenderPass(device_, pass_, nullptr); });
  auto framebuffer = info_of<VkFramebufferCreateInfo>(VK_STRUCTURE_TYPE_FRAMEBUFFER_CREATE_INFO);
  framebuffer.renderPass = pass_;
  framebuffer.attachmentCount = framebuffer.layers = 1;
  framebuffer.pAttachments = &view;
  framebuffer.width = width_;
  framebuffer.height = height_;
  check(vkCreateFramebuffer(device_, &framebuffer, nullptr, &framebuffer_), "vkCreateFramebuffer");
  ends_.push_back([this] { vkDestroyFramebuffer(device_, framebuffer_, nullptr); });
}

Offscreen::Buffer Offscreen::make_buffer(std::size_t size, VkBufferUsageFlags usage,
                                         const void* content) {
  Buffer result;
  auto info = info_of<VkBufferCreateInfo>(VK_STRUCTURE_TYPE_BUFFER_CREATE_INFO);
  info.size = size;
  info.usage = usage;
  check(vkCreateBuffer(device_, &info, nullptr, &result.buffer), "vkCreateBuffer");
  ends_.push_back([this, made = result.buffer] { vkDestroyBuffer(device_, made, nullptr); });
  VkMemoryRequirements needs;
  vkGetBufferMemoryRequirements(device_, result.buffer, &needs);
  const VkDeviceMemory memory =
      allocate(needs, VK_MEMORY_PROPERTY_HOST_VISIBLE_BIT | VK_MEMORY_PROPERTY_HOST_COHERENT_BIT);
  vkBindBufferMemory(device_, result.buffer, memory, 0);
  void* place = nullptr;
  check(vkMapMemory(device_, memory, 0, VK_WHOLE_SIZE, 0, &place), "vkMapMemory");
  result.bytes = static_cast<std::uint8_t*>(place);
  if (content != nullptr) {
    std::memcpy(place, content, size);
  }
  return result;
}

VkShaderModule Offscreen::make_module(const std::vector<std::uint32_t>& words) {
  auto info = info_of<VkShaderModuleCreateInfo>(VK_STRUCTURE_TYPE_SHADER_MODULE_CREATE_INFO);
  info.codeSize = words.size() * sizeof words[0];
  info.pCode = words.data();
  VkShaderModule module = VK_NULL_HANDLE;
  check(vkCreateShaderModule(device_, &info, nullptr, &module), "vkCreateShaderModule");
  ends_.push_back([this, module] { vkDestroyShaderModule(device_, module, nullptr); });
  return module;
}

/// Creates descriptor sets with the blocks, and a layout for pipelines that read them.
void Offscreen::make_sets(const std::vector<Block>& blocks, Material& material) {
  std::vector<std::vector<VkDescriptorSetLayoutBinding>> bindings;
  std::vector<VkDescriptorPoolSize> sizes;
  for (const Block& block : blocks) {
    bindings.resize(std::max<std::size_t>(bindings.size(), block.set + 1));
    bindings[block.set].push_back(
        {block.binding, block.type, 1, VK_SHADER_STAGE_ALL_GRAPHICS, nullptr});
    sizes.push_back({block.type, 1});
  }
  std::vector<VkDescriptorSetLayout> layouts;
  for (const auto& of_set : bindings) {
    auto info = info_of<VkDescriptorSetLayoutCreateInfo>(
        VK_STRUCTURE_TYPE_DESCRIPTOR_SET_LAYOUT_CREATE_INFO);
    info.bindingCount = static_cast<std::uint32_t>(of_set.size());
    info.pBindings = of_set.data();
    VkDescriptorSetLayout made = VK_NULL_HANDLE;
    check(vkCreateDescriptorSetLayout(device_, &info, nullptr, &made),
          "vkCreateDescriptorSetLayout");
    ends_.push_back([this, made] { vkDestroyDescriptorSetLayout(device_, made, nullptr); });
    layouts.push_back(made);
  }
  auto layout = info_of<VkPipelineLayoutCreateInfo>(VK_STRUCTURE_TYPE_PIPELINE_LAYOUT_CREATE_INFO);
  layout.setLayoutCount = static_cast<std::uint32_t>(layouts.size());
  layout.pSetLayouts = layouts.data();
  check(vkCreatePipelineLayout(device_, &layout, nullptr, &material.layout),
        "vkCreatePipelineLayout");
  ends_.push_back(
      [this, made = material.layout] { vkDestroyPipelineLayout(device_, made, nullptr); });

  auto pool_info =
      info_of<VkDescriptorPoolCreateInfo>(VK_STRUCTURE_TYPE_DESCRIPTOR_POOL_CREATE_INFO);
  pool_info.maxSets = layout.setLayoutCount;
  pool_info.poolSizeCount = static_cast<std::uint32_t>(sizes.size());
  pool_info.pPoolSizes = sizes.data();
  VkDescriptorPool pool = VK_NULL_HANDLE;
  check(vkCreateDescriptorPool(device_, &pool_info, nullptr, &pool), "vkCreateDescriptorPool");
  ends_.push_back([this, pool] { vkDestroyDescriptorPool(device_, pool, nullptr); });
  auto sets = info_of<VkDescriptorSetAllocateInfo>(VK_STRUCTURE_TYPE_DESCRIPTOR_SET_ALLOCATE_INFO);
  sets.descriptorPool = pool;
  sets.descriptorSetCount = layout.setLayoutCount;
  sets.pSetLayouts = layouts.data();
  material.sets.resize(layouts.size());
  check(vkAllocateDescriptorSets(device_, &sets, material.sets.data()), "vkAllocateDescriptorSets");

  for (const Block& block : blocks) {
    const VkBufferUsageFlags usage =
        VK_BUFFER_USAGE_STORAGE_BUFFER_BIT | VK_BUFFER_USAGE_UNIFORM_BUFFER_BIT;
    const VkDescriptorBufferInfo whole{
        make_buffer(block.bytes.size(), usage, block.bytes.data()).buffer, 0, VK_WHOLE_SIZE};
    auto write = info_of<VkWriteDescriptorSet>(VK_STRUCTURE_TYPE_WRITE_DESCRIPTOR_SET);
    write.dstSet = material.sets[block.set];
    write.dstBinding = block.binding;
    write.descriptorCount = 1;
    write.descriptorType = block.type;
    write.pBufferInfo = &whole;
    vkUpdateDescriptorSets(device_, 1, &write, 0, nullptr);
  }
}

Offscreen::Material Offscreen::make_material(const Drawing& drawing) {
  Material material;
  make_sets(drawing.blocks, material);

  VkPipelineShaderStageCreateInfo stages[2] = {};
  stages[0].sType = stages[1].sType = VK_STRUCTURE_TYPE_PIPELINE_SHADER_STAGE_CREATE_INFO;
  stages[0].pName = stages[1].pName = "main";
  stages[0].stage = VK_SHADER_STAGE_VERTEX_BIT;
  stages[0].module = make_module(drawing.vertex_module);
  stages[1].stage = VK_SHADER_STAGE_FRAGMENT_BIT;
  stages[1].module = make_module(drawing.fragment_module);

  const VkVertexInputBindingDescription stream{0, sizeof(Vertex), VK_VERTEX_INPUT_RATE_VERTEX};
  auto input = info_of<VkPipelineVertexInputStateCreateInfo>(
      VK_STRUCTURE_TYPE_PIPELINE_VERTEX_INPUT_STATE_CREATE_INFO);
  input.vertexBindingDescriptionCount = 1;
  input.pVertexBindingDescriptions = &stream;
  input.vertexAttributeDescriptionCount = static_cast<std::uint32_t>(drawing.attributes.size());
  input.pVertexAttributeDescriptions = drawing.attributes.data();
  auto assembly = info_of<VkPipelineInputAssemblyStateCreateInfo>(
      VK_STRUCTURE_TYPE_PIPELINE_INPUT_ASSEMBLY_STATE_CREATE_INFO);
  assembly.topology = VK_PRIMITIVE_TOPOLOGY_TRIANGLE_LIST;
  auto viewport = info_of<VkPipelineViewportStateCreateInfo>(
      VK_STRUCTURE_TYPE_PIPELINE_VIEWPORT_STATE_CREATE_INFO);
  viewport.viewportCount = viewport.scissorCount = 1;
  auto raster = info_of<VkPipelineRasterizationStateCreateInfo>(
      VK_STRUCTURE_TYPE_PIPELINE_RASTERIZATION_STATE_CREATE_INFO);
  raster.cullMode = VK_CULL_MODE_BACK_BIT;  // suffices for a ball: no depth buffer
  raster.frontFace = VK_FRONT_FACE_COUNTER_CLOCKWISE;
  raster.lineWidth = 1.0f;
  auto samples = info_of<VkPipelineMultisampleStateCreateInfo>(
      VK_STRUCTURE_TYPE_PIPELINE_MULTISAMPLE_STATE_CREATE_INFO);
  samples.rasterizationSamples = VK_SAMPLE_COUNT_1_BIT;
  VkPipelineColorBlendAttachmentState channels{};
  channels.colorWriteMask = 0xf;
  auto blend = info_of<VkPipelineColorBlendStateCreateInfo>(
      VK_STRUCTURE_TYPE_PIPELINE_COLOR_BLEND_STATE_CREATE_INFO);
  blend.attachmentCount = 1;
  blend.pAttachments = &channels;
  const VkDynamicState states[2] = {VK_DYNAMIC_STATE_VIEWPORT, VK_DYNAMIC_STATE_SCISSOR};
  auto dynamic = info_of<VkPipelineDynamicStateCreateInfo>(
      VK_STRUCTURE_TYPE_PIPELINE_DYNAMIC_STATE_CREATE_INFO);
  dynamic.dynamicStateCount = 2;
  dynamic.pDynamicStates = states;

  auto info =
      info_of<VkGraphicsPipelineCreateInfo>(VK_STRUCTURE_TYPE_GRAPHICS_PIPELINE_CREATE_INFO);
  info.stageCount = 2;
  info.pStages = stages;
  info.pVertexInputState = &input;
  info.pInputAssemblyState = &assembly;
  info.pViewportState = &viewport;
  info.pRasterizationState = &raster;
  info.pMultisampleState = &samples;
  info.pColorBlendState = &blend;
  info.pDynamicState = &dynamic;
  info.layout = material.layout;
  info.renderPass = pass_;
  check(vkCreateGraphicsPipelines(device_, VK_NULL_HANDLE, 1, &info, nullptr, &material.pipeline),
        "vkCreateGraphicsPipelines");
  ends_.push_back([this, made = material.pipeline] { vkDestroyPipeline(device_, made, nullptr); });
  return material;
}

std::vector<std::uint8_t> Offscreen::draw(const Mesh& mesh, const std::vector<Drawing>& drawings) {
  const Buffer vertices = make_buffer(mesh.vertices.size() * sizeof(Vertex),
                                      VK_BUFFER_USAGE_VERTEX_BUFFER_BIT, mesh.vertices.data());
  const Buffer indices = make_buffer(mesh.indices.size() * sizeof(std::uint32_t),
                                     VK_BUFFER_USAGE_INDEX_BUFFER_BIT, mesh.indices.data());
  const std::size_t size = std::size_t{4} * width_ * height_;
  const Buffer pixels = make_buffer(size, VK_BUFFER_USAGE_TRANSFER_DST_BIT, nullptr);

  auto pool_info = info_of<VkCommandPoolCreateInfo>(VK_STRUCTURE_TYPE_COMMAND_POOL_CREATE_INFO);
  pool_info.queueFamilyIndex = family_;
  VkCommandPool pool = VK_NULL_HANDLE;
  check(vkCreateCommandPool(device_, &pool_info, nullptr, &pool), "vkCreateCommandPool");
  ends_.push_back([this, pool] { vkDestroyCommandPool(device_, pool, nullptr); });
  auto allocation =
      info_of<VkCommandBufferAllocateInfo>(VK_STRUCTURE_TYPE_COMMAND_BUFFER_ALLOCATE_INFO);
  allocation.commandPool = pool;
  allocation.commandBufferCount = 1;
  VkCommandBuffer commands = VK_NULL_HANDLE;
  check(vkAllocateCommandBuffers(device_, &allocation, &commands), "vkAllocateCommandBuffers");

  const auto begin = info_of<VkCommandBufferBeginInfo>(VK_STRUCTURE_TYPE_COMMAND_BUFFER_BEGIN_INFO);
  check(vkBeginCommandBuffer(commands, &begin), "vkBeginCommandBuffer");
  const VkClearValue black{};
  auto pass = info_of<VkRenderPassBeginInfo>(VK_STRUCTURE_TYPE_RENDER_PASS_BEGIN_INFO);
  pass.renderPass = pass_;
  pass.framebuffer = framebuffer_;
  pass.renderArea = {{0, 0}, {width_, height_}};
  pass.clearValueCount = 1;
  pass.pClearValues = &black;
  vkCmdBeginRenderPass(commands, &pass, VK_SUBPASS_CONTENTS_INLINE);
  const VkDeviceSize start = 0;
  vkCmdBindVertexBuffers(commands, 0, 1, &vertices.buffer, &start);
  vkCmdBindIndexBuffer(commands, indices.buffer, 0, VK_INDEX_TYPE_UINT32);
  VkViewport viewport{0.0f, 0.0f, static_cast<float>(height_), static_cast<float>(height_),
                      0.0f, 1.0f};
  for (const Drawing& drawing : drawings) {
    const Material material = make_material(drawing);
    const VkRect2D square{{static_cast<std::int32_t>(viewport.x), 0}, {height_, height_}};
    vkCmdSetViewport(commands, 0, 1, &viewport);
    vkCmdSetScissor(commands, 0, 1, &square);
    vkCmdBindPipeline(commands, VK_PIPELINE_BIND_POINT_GRAPHICS, material.pipeline);
    vkCmdBindDescriptorSets(commands, VK_PIPELINE_BIND_POINT_GRAPHICS, material.layout, 0,
                            static_cast<std::uint32_t>(material.sets.size()), material.sets.data(),
                            0, nullptr);
    vkCmdDrawIndexed(commands, static_cast<std::uint32_t>(mesh.indices.size()), 1, 0, 0, 0);
    viewport.x += viewport.width;
  }
  vkCmdEndRenderPass(commands);
  VkBufferImageCopy whole{};
  whole.imageSubresource = {VK_IMAGE_ASPECT_COLOR_BIT, 0, 0, 1};
  whole.imageExtent = {width_, height_, 1};
  vkCmdCopyImageToBuffer(commands, image_, VK_IMAGE_LAYOUT_TRANSFER_SRC_OPTIMAL, pixels.buffer, 1,
                         &whole);
  check(vkEndCommandBuffer(commands), "vkEndCommandBuffer");

  auto submit = info_of<VkSubmitInfo>(VK_STRUCTURE_TYPE_SUBMIT_INFO);
  submit.commandBufferCount = 1;
  submit.pCommandBuffers = &commands;
  check(vkQueueSubmit(queue_, 1, &submit, VK_NULL_HANDLE), "vkQueueSubmit");
  check(vkQueueWaitIdle(queue_), "vkQueueWaitIdle");
  return {pixels.bytes, pixels.bytes + size};
}

}  // namespace

std::vector<std::uint8_t> draw(const Mesh& mesh, const std::vector<Drawing>& drawings,
                               std::uint32_t size) {
  return Offscreen(size * static_cast<std::uint32_t>(drawings.size()), size).draw(mesh, drawings);
}
