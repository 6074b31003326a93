#pragma once

#include <cstdint>
#include <map>
#include <utility>
#include <vector>

#include "render/buffers.h"
#include "render/draw_input.h"
#include "render/images.h"

namespace weft::render {

/// The resources of one draw or dispatch on the device, with their descriptor sets. Fill it with
/// the add functions, then call finish once.
class Bindings {
 public:
  Rendered<void> add_uniform_buffers(Device& device, const std::vector<BufferBinding>& buffers);
  Rendered<void> add_storage_buffers(Device& device, const std::vector<BufferBinding>& buffers);
  Rendered<void> add_images(Device& device, const std::vector<ImageBinding>& images);
  Rendered<void> add_samplers(Device& device, const std::vector<SamplerBinding>& samplers);
  Rendered<void> add_combined(Device& device, const std::vector<CombinedBinding>& combined);

  /// An image that is written, or one that is read without a sampler, in the layout GENERAL. The
  /// view must outlive the bindings.
  void add_storage_image(std::uint32_t set, std::uint32_t binding, VkImageView view);
  void add_texels(std::uint32_t set, std::uint32_t binding, VkImageView view);
  /// The first `range` bytes of a storage buffer that outlives the bindings.
  void add_storage_buffer(std::uint32_t set, std::uint32_t binding, const GpuBuffer& buffer,
                          VkDeviceSize range);

  /// Creates descriptor set layouts visible in `stages` (empty ones for unused set numbers), the
  /// pipeline layout, and the descriptor sets.
  Rendered<void> finish(Device& device, VkShaderStageFlags stages,
                        const std::vector<VkPushConstantRange>& push_constants);

  VkPipelineLayout layout() const { return layout_.get(); }
  void record_bind(VkCommandBuffer commands, VkPipelineBindPoint point) const;

  /// The own buffer at this binding, or null.
  const GpuBuffer* buffer_at(std::uint32_t set, std::uint32_t binding) const;

 private:
  struct Entry {
    std::uint32_t set = 0;
    std::uint32_t binding = 0;
    VkDescriptorType type = VK_DESCRIPTOR_TYPE_SAMPLER;
    std::size_t buffer = 0;  ///< in buffers_, for buffer types
    VkDescriptorImageInfo image{};
    VkBuffer outside = VK_NULL_HANDLE;   ///< in the place of one of buffers_
    VkDeviceSize range = VK_WHOLE_SIZE;  ///< of a buffer
  };

  Rendered<void> add_buffers(Device& device, const std::vector<BufferBinding>& buffers,
                             VkDescriptorType type, VkBufferUsageFlags usage);
  Rendered<VkImageView> view_of(Device& device, const Texture& texture, TextureView as_view);
  Rendered<VkSampler> sampler_of(Device& device, const SamplerState& state);
  Rendered<void> create_layouts(Device& device, VkShaderStageFlags stages);
  Rendered<void> allocate_sets(Device& device);
  void write_sets(Device& device);

  std::vector<Entry> entries_;
  std::vector<GpuBuffer> buffers_;
  // Keyed by address; never iterated, so results do not depend on addresses.
  std::map<std::pair<const Texture*, TextureView>, GpuImage> textures_;
  std::vector<OwnedSampler> samplers_;
  std::vector<OwnedSetLayout> set_layouts_;
  OwnedPipelineLayout layout_;
  OwnedPool pool_;
  std::vector<VkDescriptorSet> sets_;  // freed with the pool
};

}  // namespace weft::render
