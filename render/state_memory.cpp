#include "render/state_memory.h"

#include <fmt/format.h>

#include "render/storage_images.h"

namespace weft::render {
namespace {

struct Access {
  VkPipelineStageFlags stage;
  VkAccessFlags access;
  VkImageLayout layout;
};

constexpr Access untouched = {VK_PIPELINE_STAGE_TOP_OF_PIPE_BIT, 0, VK_IMAGE_LAYOUT_UNDEFINED};
constexpr Access by_threads = {VK_PIPELINE_STAGE_COMPUTE_SHADER_BIT,
                               VK_ACCESS_SHADER_READ_BIT | VK_ACCESS_SHADER_WRITE_BIT,
                               VK_IMAGE_LAYOUT_GENERAL};
constexpr Access by_copies = {VK_PIPELINE_STAGE_TRANSFER_BIT, VK_ACCESS_TRANSFER_READ_BIT,
                              VK_IMAGE_LAYOUT_TRANSFER_SRC_OPTIMAL};

void record_access(VkCommandBuffer commands, const GpuImage& image, const Access& from,
                   const Access& to) {
  VkImageMemoryBarrier barrier{};
  barrier.sType = VK_STRUCTURE_TYPE_IMAGE_MEMORY_BARRIER;
  barrier.srcAccessMask = from.access;
  barrier.dstAccessMask = to.access;
  barrier.oldLayout = from.layout;
  barrier.newLayout = to.layout;
  barrier.srcQueueFamilyIndex = VK_QUEUE_FAMILY_IGNORED;
  barrier.dstQueueFamilyIndex = VK_QUEUE_FAMILY_IGNORED;
  barrier.image = image.image.get();
  barrier.subresourceRange = {image.spec.aspect, 0, 1, 0, 1};
  vkCmdPipelineBarrier(commands, from.stage, to.stage, 0, 0, nullptr, 0, nullptr, 1, &barrier);
}

void record_memory_barrier(VkCommandBuffer commands) {
  VkMemoryBarrier barrier{};
  barrier.sType = VK_STRUCTURE_TYPE_MEMORY_BARRIER;
  barrier.srcAccessMask = VK_ACCESS_SHADER_WRITE_BIT;
  barrier.dstAccessMask = by_threads.access;
  vkCmdPipelineBarrier(commands, by_threads.stage, by_threads.stage, 0, 1, &barrier, 0, nullptr, 0,
                       nullptr);
}

std::size_t image_bytes(const StateBinding& state) {
  return std::size_t{texel_bytes(*state.format)} * state.size[0] * state.size[1] * state.size[2];
}

}  // namespace

Rendered<void> StateMemory::make_images(Device& device, State& state) {
  const StateBinding& binding = state.binding;
  const VkFormat format = vulkan_format(*binding.format);
  if (!device.can_store(format)) {
    return failure(
        fmt::format("the device has no storage images of the format {}", binding.format->name));
  }
  ImageSpec spec;
  spec.format = format;
  spec.width = binding.size[0];
  spec.height = binding.size[1];
  spec.depth = binding.size[2];
  spec.view = storage_view(binding.dimensions);
  spec.usage =
      VK_IMAGE_USAGE_STORAGE_BIT | VK_IMAGE_USAGE_SAMPLED_BIT | VK_IMAGE_USAGE_TRANSFER_SRC_BIT;
  for (GpuImage& image : state.images) {
    auto made = create_image(device, spec);
    if (!made) {
      return tl::unexpected(std::move(made.error()));
    }
    image = std::move(*made);
  }
  auto readback = create_buffer(device, VK_BUFFER_USAGE_TRANSFER_DST_BIT, image_bytes(binding));
  if (!readback) {
    return tl::unexpected(std::move(readback.error()));
  }
  state.buffers[0] = std::move(*readback);
  return {};
}

Rendered<void> StateMemory::make_buffers(Device& device, State& state) {
  for (GpuBuffer& buffer : state.buffers) {
    auto made = create_buffer(device, VK_BUFFER_USAGE_STORAGE_BUFFER_BIT, state.binding.bytes);
    if (!made) {
      return tl::unexpected(std::move(made.error()));
    }
    buffer = std::move(*made);
  }
  return {};
}

Rendered<void> StateMemory::prepare(Device& device, const std::vector<StateBinding>& states) {
  for (std::size_t i = states_.size(); i < states.size(); ++i) {
    State state;
    state.binding = states[i];
    const auto made =
        state.binding.format ? make_images(device, state) : make_buffers(device, state);
    if (!made) {
      return made;
    }
    states_.push_back(std::move(state));
  }
  return {};
}

void StateMemory::bind(Bindings& bindings) const {
  for (const State& state : states_) {
    const StateBinding& at = state.binding;
    const std::size_t written = 1 - next_read_;
    if (at.format) {
      bindings.add_storage_image(at.set, at.written_binding, state.images[written].view.get());
    } else {
      bindings.add_storage_buffer(at.set, at.written_binding, state.buffers[written], at.bytes);
    }
    if (at.read_binding && at.format) {
      bindings.add_texels(at.set, *at.read_binding, state.images[next_read_].view.get());
    } else if (at.read_binding) {
      bindings.add_storage_buffer(at.set, *at.read_binding, state.buffers[next_read_], at.bytes);
    }
  }
}

void StateMemory::record_begin(VkCommandBuffer commands) const {
  for (const State& state : states_) {
    for (const GpuImage& image : state.images) {
      if (state.binding.format && !has_run_) {
        record_access(commands, image, untouched, by_threads);
      }
    }
  }
  if (has_run_) {
    record_memory_barrier(commands);
  }
}

void StateMemory::swap() {
  next_read_ = 1 - next_read_;
  has_run_ = true;
}

Rendered<std::vector<std::vector<std::uint8_t>>> StateMemory::read(Device& device) const {
  const auto copied = device.run([&](VkCommandBuffer commands) {
    for (const State& state : states_) {
      const GpuImage& image = state.images[next_read_];
      if (state.binding.format) {
        record_access(commands, image, by_threads, by_copies);
        render::record_readback(commands, image, state.buffers[0]);
        record_access(commands, image, by_copies, by_threads);
      }
    }
    record_host_barrier(commands, VK_PIPELINE_STAGE_TRANSFER_BIT, VK_ACCESS_TRANSFER_WRITE_BIT);
    record_host_barrier(commands, VK_PIPELINE_STAGE_COMPUTE_SHADER_BIT, VK_ACCESS_SHADER_WRITE_BIT);
  });
  if (!copied) {
    return tl::unexpected(copied.error());
  }
  std::vector<std::vector<std::uint8_t>> contents;
  for (const State& state : states_) {
    const bool is_image = state.binding.format.has_value();
    auto bytes = read_buffer(device, state.buffers[is_image ? 0 : next_read_],
                             is_image ? image_bytes(state.binding) : state.binding.bytes);
    if (!bytes) {
      return tl::unexpected(std::move(bytes.error()));
    }
    contents.push_back(std::move(*bytes));
  }
  return contents;
}

}  // namespace weft::render
