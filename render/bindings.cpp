#include "render/bindings.h"

#include <algorithm>
#include <array>

namespace weft::render {
namespace {

VkFilter to_vulkan(Filter filter) {
  switch (filter) {
    case Filter::Nearest:
      return VK_FILTER_NEAREST;
    case Filter::Linear:
      return VK_FILTER_LINEAR;
  }
  return VK_FILTER_NEAREST;
}

VkSamplerAddressMode to_vulkan(Wrap wrap) {
  switch (wrap) {
    case Wrap::Repeat:
      return VK_SAMPLER_ADDRESS_MODE_REPEAT;
    case Wrap::MirroredRepeat:
      return VK_SAMPLER_ADDRESS_MODE_MIRRORED_REPEAT;
    case Wrap::ClampToEdge:
      return VK_SAMPLER_ADDRESS_MODE_CLAMP_TO_EDGE;
    case Wrap::ClampToBorder:
      return VK_SAMPLER_ADDRESS_MODE_CLAMP_TO_BORDER;
  }
  return VK_SAMPLER_ADDRESS_MODE_REPEAT;
}

VkBorderColor to_vulkan(Border border) {
  switch (border) {
    case Border::TransparentBlack:
      return VK_BORDER_COLOR_FLOAT_TRANSPARENT_BLACK;
    case Border::OpaqueBlack:
      return VK_BORDER_COLOR_FLOAT_OPAQUE_BLACK;
    case Border::OpaqueWhite:
      break;
  }
  return VK_BORDER_COLOR_FLOAT_OPAQUE_WHITE;
}

bool is_buffer(VkDescriptorType type) {
  return type == VK_DESCRIPTOR_TYPE_UNIFORM_BUFFER || type == VK_DESCRIPTOR_TYPE_STORAGE_BUFFER;
}

}  // namespace

Rendered<void> Bindings::add_buffers(Device& device, const std::vector<BufferBinding>& buffers,
                                     VkDescriptorType type, VkBufferUsageFlags usage) {
  for (const BufferBinding& given : buffers) {
    auto buffer = upload_buffer(device, usage, given.bytes);
    if (!buffer) {
      return tl::unexpected(std::move(buffer.error()));
    }
    // The length of an array in a storage buffer is that of what is bound.
    const VkDeviceSize range =
        type == VK_DESCRIPTOR_TYPE_STORAGE_BUFFER ? given.bytes.size() : VK_WHOLE_SIZE;
    entries_.push_back(
        {given.set, given.binding, type, buffers_.size(), {}, VK_NULL_HANDLE, range});
    buffers_.push_back(std::move(*buffer));
  }
  return {};
}

Rendered<void> Bindings::add_uniform_buffers(Device& device,
                                             const std::vector<BufferBinding>& buffers) {
  return add_buffers(device, buffers, VK_DESCRIPTOR_TYPE_UNIFORM_BUFFER,
                     VK_BUFFER_USAGE_UNIFORM_BUFFER_BIT);
}

Rendered<void> Bindings::add_storage_buffers(Device& device,
                                             const std::vector<BufferBinding>& buffers) {
  return add_buffers(device, buffers, VK_DESCRIPTOR_TYPE_STORAGE_BUFFER,
                     VK_BUFFER_USAGE_STORAGE_BUFFER_BIT);
}

Rendered<VkImageView> Bindings::view_of(Device& device, const Texture& texture,
                                        TextureView as_view) {
  const std::pair key(&texture, as_view);
  auto found = textures_.find(key);
  if (found == textures_.end()) {
    auto image = upload_texture(device, texture, as_view);
    if (!image) {
      return tl::unexpected(std::move(image.error()));
    }
    found = textures_.emplace(key, std::move(*image)).first;
  }
  return found->second.view.get();
}

Rendered<VkSampler> Bindings::sampler_of(Device& device, const SamplerState& state) {
  VkSamplerCreateInfo info{};
  info.sType = VK_STRUCTURE_TYPE_SAMPLER_CREATE_INFO;
  info.magFilter = to_vulkan(state.filter);
  info.minFilter = info.magFilter;
  info.mipmapMode = state.mip_filter == MipFilter::Linear ? VK_SAMPLER_MIPMAP_MODE_LINEAR
                                                          : VK_SAMPLER_MIPMAP_MODE_NEAREST;
  info.addressModeU = to_vulkan(state.wrap_u);
  info.addressModeV = to_vulkan(state.wrap_v);
  info.addressModeW = to_vulkan(state.wrap_w);
  info.borderColor = to_vulkan(state.border);
  info.compareEnable = state.compare ? VK_TRUE : VK_FALSE;
  info.compareOp = static_cast<VkCompareOp>(state.compare.value_or(Compare::Never));
  // The specification recommends 0.25 to sample only level 0 while still minifying.
  info.maxLod = state.mip_filter == MipFilter::None ? 0.25F : VK_LOD_CLAMP_NONE;
  auto sampler =
      create_owned<OwnedSampler>(device.handle(), vkCreateSampler, info, "vkCreateSampler");
  if (!sampler) {
    return tl::unexpected(std::move(sampler.error()));
  }
  samplers_.push_back(std::move(*sampler));
  return samplers_.back().get();
}

Rendered<void> Bindings::add_images(Device& device, const std::vector<ImageBinding>& images) {
  for (const ImageBinding& given : images) {
    auto view = view_of(device, *given.texture,
                        given.as_depth       ? TextureView::Depth
                        : given.as_srgb_view ? TextureView::Srgb
                                             : TextureView::Linear);
    if (!view) {
      return tl::unexpected(std::move(view.error()));
    }
    entries_.push_back({given.set,
                        given.binding,
                        VK_DESCRIPTOR_TYPE_SAMPLED_IMAGE,
                        0,
                        {VK_NULL_HANDLE, *view, VK_IMAGE_LAYOUT_SHADER_READ_ONLY_OPTIMAL}});
  }
  return {};
}

Rendered<void> Bindings::add_samplers(Device& device, const std::vector<SamplerBinding>& samplers) {
  for (const SamplerBinding& given : samplers) {
    auto sampler = sampler_of(device, given.state);
    if (!sampler) {
      return tl::unexpected(std::move(sampler.error()));
    }
    entries_.push_back({given.set,
                        given.binding,
                        VK_DESCRIPTOR_TYPE_SAMPLER,
                        0,
                        {*sampler, VK_NULL_HANDLE, VK_IMAGE_LAYOUT_UNDEFINED}});
  }
  return {};
}

Rendered<void> Bindings::add_combined(Device& device,
                                      const std::vector<CombinedBinding>& combined) {
  for (const CombinedBinding& given : combined) {
    auto view = view_of(device, *given.texture,
                        given.state.compare  ? TextureView::Depth
                        : given.as_srgb_view ? TextureView::Srgb
                                             : TextureView::Linear);
    if (!view) {
      return tl::unexpected(std::move(view.error()));
    }
    auto sampler = sampler_of(device, given.state);
    if (!sampler) {
      return tl::unexpected(std::move(sampler.error()));
    }
    entries_.push_back({given.set,
                        given.binding,
                        VK_DESCRIPTOR_TYPE_COMBINED_IMAGE_SAMPLER,
                        0,
                        {*sampler, *view, VK_IMAGE_LAYOUT_SHADER_READ_ONLY_OPTIMAL}});
  }
  return {};
}

void Bindings::add_storage_image(std::uint32_t set, std::uint32_t binding, VkImageView view) {
  entries_.push_back({set,
                      binding,
                      VK_DESCRIPTOR_TYPE_STORAGE_IMAGE,
                      0,
                      {VK_NULL_HANDLE, view, VK_IMAGE_LAYOUT_GENERAL}});
}

void Bindings::add_texels(std::uint32_t set, std::uint32_t binding, VkImageView view) {
  entries_.push_back({set,
                      binding,
                      VK_DESCRIPTOR_TYPE_SAMPLED_IMAGE,
                      0,
                      {VK_NULL_HANDLE, view, VK_IMAGE_LAYOUT_GENERAL}});
}

void Bindings::add_storage_buffer(std::uint32_t set, std::uint32_t binding, const GpuBuffer& buffer,
                                  VkDeviceSize range) {
  entries_.push_back(
      {set, binding, VK_DESCRIPTOR_TYPE_STORAGE_BUFFER, 0, {}, buffer.buffer.get(), range});
}

Rendered<void> Bindings::create_layouts(Device& device, VkShaderStageFlags stages) {
  std::size_t count = 0;
  for (const Entry& entry : entries_) {
    count = std::max(count, std::size_t{entry.set} + 1);
  }
  for (std::size_t set = 0; set < count; ++set) {
    std::vector<VkDescriptorSetLayoutBinding> bindings;
    for (const Entry& entry : entries_) {
      if (entry.set == set) {
        bindings.push_back({entry.binding, entry.type, 1, stages, nullptr});
      }
    }
    VkDescriptorSetLayoutCreateInfo info{};
    info.sType = VK_STRUCTURE_TYPE_DESCRIPTOR_SET_LAYOUT_CREATE_INFO;
    info.bindingCount = static_cast<std::uint32_t>(bindings.size());
    info.pBindings = bindings.data();
    auto layout = create_owned<OwnedSetLayout>(device.handle(), vkCreateDescriptorSetLayout, info,
                                               "vkCreateDescriptorSetLayout");
    if (!layout) {
      return tl::unexpected(std::move(layout.error()));
    }
    set_layouts_.push_back(std::move(*layout));
  }
  return {};
}

Rendered<void> Bindings::allocate_sets(Device& device) {
  if (set_layouts_.empty()) {
    return {};
  }
  std::vector<VkDescriptorPoolSize> sizes;
  for (const Entry& entry : entries_) {
    sizes.push_back({entry.type, 1});  // a type may appear several times in the list
  }
  VkDescriptorPoolCreateInfo info{};
  info.sType = VK_STRUCTURE_TYPE_DESCRIPTOR_POOL_CREATE_INFO;
  info.maxSets = static_cast<std::uint32_t>(set_layouts_.size());
  info.poolSizeCount = static_cast<std::uint32_t>(sizes.size());
  info.pPoolSizes = sizes.data();
  auto pool = create_owned<OwnedPool>(device.handle(), vkCreateDescriptorPool, info,
                                      "vkCreateDescriptorPool");
  if (!pool) {
    return tl::unexpected(std::move(pool.error()));
  }
  pool_ = std::move(*pool);

  std::vector<VkDescriptorSetLayout> layouts;
  for (const OwnedSetLayout& layout : set_layouts_) {
    layouts.push_back(layout.get());
  }
  VkDescriptorSetAllocateInfo allocate{};
  allocate.sType = VK_STRUCTURE_TYPE_DESCRIPTOR_SET_ALLOCATE_INFO;
  allocate.descriptorPool = pool_.get();
  allocate.descriptorSetCount = static_cast<std::uint32_t>(layouts.size());
  allocate.pSetLayouts = layouts.data();
  sets_.resize(layouts.size());
  const VkResult result = vkAllocateDescriptorSets(device.handle(), &allocate, sets_.data());
  if (result != VK_SUCCESS) {
    sets_.clear();
    return vulkan_failure("vkAllocateDescriptorSets", result);
  }
  return {};
}

void Bindings::write_sets(Device& device) {
  std::vector<VkDescriptorBufferInfo> buffer_infos(entries_.size());
  std::vector<VkWriteDescriptorSet> writes;
  for (std::size_t i = 0; i < entries_.size(); ++i) {
    const Entry& entry = entries_[i];
    VkWriteDescriptorSet write{};
    write.sType = VK_STRUCTURE_TYPE_WRITE_DESCRIPTOR_SET;
    write.dstSet = sets_[entry.set];
    write.dstBinding = entry.binding;
    write.descriptorCount = 1;
    write.descriptorType = entry.type;
    if (is_buffer(entry.type)) {
      const bool is_own = entry.outside == VK_NULL_HANDLE;
      buffer_infos[i] = {is_own ? buffers_[entry.buffer].buffer.get() : entry.outside, 0,
                         entry.range};
      write.pBufferInfo = &buffer_infos[i];
    } else {
      write.pImageInfo = &entry.image;
    }
    writes.push_back(write);
  }
  vkUpdateDescriptorSets(device.handle(), static_cast<std::uint32_t>(writes.size()), writes.data(),
                         0, nullptr);
}

Rendered<void> Bindings::finish(Device& device, VkShaderStageFlags stages,
                                const std::vector<VkPushConstantRange>& push_constants) {
  auto done = create_layouts(device, stages).and_then([&] { return allocate_sets(device); });
  if (!done) {
    return done;
  }
  write_sets(device);
  std::vector<VkDescriptorSetLayout> layouts;
  for (const OwnedSetLayout& layout : set_layouts_) {
    layouts.push_back(layout.get());
  }
  VkPipelineLayoutCreateInfo info{};
  info.sType = VK_STRUCTURE_TYPE_PIPELINE_LAYOUT_CREATE_INFO;
  info.setLayoutCount = static_cast<std::uint32_t>(layouts.size());
  info.pSetLayouts = layouts.data();
  info.pushConstantRangeCount = static_cast<std::uint32_t>(push_constants.size());
  info.pPushConstantRanges = push_constants.data();
  auto layout = create_owned<OwnedPipelineLayout>(device.handle(), vkCreatePipelineLayout, info,
                                                  "vkCreatePipelineLayout");
  if (!layout) {
    return tl::unexpected(std::move(layout.error()));
  }
  layout_ = std::move(*layout);
  return {};
}

void Bindings::record_bind(VkCommandBuffer commands, VkPipelineBindPoint point) const {
  if (!sets_.empty()) {
    vkCmdBindDescriptorSets(commands, point, layout_.get(), 0,
                            static_cast<std::uint32_t>(sets_.size()), sets_.data(), 0, nullptr);
  }
}

const GpuBuffer* Bindings::buffer_at(std::uint32_t set, std::uint32_t binding) const {
  for (const Entry& entry : entries_) {
    if (entry.set == set && entry.binding == binding && is_buffer(entry.type) &&
        entry.outside == VK_NULL_HANDLE) {
      return &buffers_[entry.buffer];
    }
  }
  return nullptr;
}

}  // namespace weft::render
