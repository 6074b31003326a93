#include "render/storage_images.h"

#include <algorithm>
#include <array>
#include <bit>
#include <cmath>
#include <cstring>

#include <fmt/format.h>

#include "support/check.h"

namespace weft::render {
namespace {

enum class TexelEncoding : std::uint8_t { Words, Half, Unorm16, Unorm8 };

struct FormatRow {
  std::string_view name;
  VkFormat format;
  TexelEncoding encoding;
};

constexpr auto rows = std::to_array<FormatRow>({
    {"r32f", VK_FORMAT_R32_SFLOAT, TexelEncoding::Words},
    {"r16f", VK_FORMAT_R16_SFLOAT, TexelEncoding::Half},
    {"r16", VK_FORMAT_R16_UNORM, TexelEncoding::Unorm16},
    {"r8", VK_FORMAT_R8_UNORM, TexelEncoding::Unorm8},
    {"rg32f", VK_FORMAT_R32G32_SFLOAT, TexelEncoding::Words},
    {"rg16f", VK_FORMAT_R16G16_SFLOAT, TexelEncoding::Half},
    {"rg16", VK_FORMAT_R16G16_UNORM, TexelEncoding::Unorm16},
    {"rg8", VK_FORMAT_R8G8_UNORM, TexelEncoding::Unorm8},
    {"rgba32f", VK_FORMAT_R32G32B32A32_SFLOAT, TexelEncoding::Words},
    {"rgba16f", VK_FORMAT_R16G16B16A16_SFLOAT, TexelEncoding::Half},
    {"rgba16", VK_FORMAT_R16G16B16A16_UNORM, TexelEncoding::Unorm16},
    {"rgba8", VK_FORMAT_R8G8B8A8_UNORM, TexelEncoding::Unorm8},
    {"r32i", VK_FORMAT_R32_SINT, TexelEncoding::Words},
    {"rg32i", VK_FORMAT_R32G32_SINT, TexelEncoding::Words},
    {"rgba32i", VK_FORMAT_R32G32B32A32_SINT, TexelEncoding::Words},
    {"r32ui", VK_FORMAT_R32_UINT, TexelEncoding::Words},
    {"rg32ui", VK_FORMAT_R32G32_UINT, TexelEncoding::Words},
    {"rgba32ui", VK_FORMAT_R32G32B32A32_UINT, TexelEncoding::Words},
});

const FormatRow& row_of(const ImageFormat& format) {
  const auto found = std::find_if(std::begin(rows), std::end(rows),
                                  [&](const FormatRow& row) { return row.name == format.name; });
  WEFT_CHECK(found != std::end(rows), "an image format that the renderer does not know");
  return *found;
}

std::uint32_t component_bytes(TexelEncoding encoding) {
  return encoding == TexelEncoding::Words ? 4 : encoding == TexelEncoding::Unorm8 ? 1 : 2;
}

// IEEE 754 binary16.
float half_to_float(std::uint16_t half) {
  const int exponent = half >> 10 & 31;
  const auto mantissa = static_cast<float>(half & 1023U);
  const float size = exponent == 31  ? (mantissa == 0.0F ? INFINITY : NAN)
                     : exponent == 0 ? std::ldexp(mantissa, -24)
                                     : std::ldexp(1024.0F + mantissa, exponent - 25);
  return (half >> 15U) != 0 ? -size : size;
}

std::uint32_t word_of(TexelEncoding encoding, const std::uint8_t* bytes) {
  if (encoding == TexelEncoding::Words) {
    std::uint32_t word = 0;
    std::memcpy(&word, bytes, sizeof word);
    return word;
  }
  if (encoding == TexelEncoding::Unorm8) {
    return std::bit_cast<std::uint32_t>(static_cast<float>(*bytes) / 255.0F);
  }
  std::uint16_t bits = 0;
  std::memcpy(&bits, bytes, sizeof bits);
  return std::bit_cast<std::uint32_t>(
      encoding == TexelEncoding::Half ? half_to_float(bits) : static_cast<float>(bits) / 65535.0F);
}

void record_transition(VkCommandBuffer commands, const GpuImage& image, bool before_dispatch) {
  VkImageMemoryBarrier barrier{};
  barrier.sType = VK_STRUCTURE_TYPE_IMAGE_MEMORY_BARRIER;
  barrier.srcAccessMask = before_dispatch ? 0 : VK_ACCESS_SHADER_WRITE_BIT;
  barrier.dstAccessMask =
      before_dispatch ? VK_ACCESS_SHADER_WRITE_BIT : VK_ACCESS_TRANSFER_READ_BIT;
  barrier.oldLayout = before_dispatch ? VK_IMAGE_LAYOUT_UNDEFINED : VK_IMAGE_LAYOUT_GENERAL;
  barrier.newLayout =
      before_dispatch ? VK_IMAGE_LAYOUT_GENERAL : VK_IMAGE_LAYOUT_TRANSFER_SRC_OPTIMAL;
  barrier.srcQueueFamilyIndex = VK_QUEUE_FAMILY_IGNORED;
  barrier.dstQueueFamilyIndex = VK_QUEUE_FAMILY_IGNORED;
  barrier.image = image.image.get();
  barrier.subresourceRange = {image.spec.aspect, 0, 1, 0, 1};
  vkCmdPipelineBarrier(
      commands,
      before_dispatch ? VK_PIPELINE_STAGE_TOP_OF_PIPE_BIT : VK_PIPELINE_STAGE_COMPUTE_SHADER_BIT,
      before_dispatch ? VK_PIPELINE_STAGE_COMPUTE_SHADER_BIT : VK_PIPELINE_STAGE_TRANSFER_BIT, 0, 0,
      nullptr, 0, nullptr, 1, &barrier);
}

}  // namespace

VkFormat vulkan_format(const ImageFormat& format) { return row_of(format).format; }

VkImageViewType storage_view(std::uint32_t dimensions) {
  return dimensions == 1   ? VK_IMAGE_VIEW_TYPE_1D
         : dimensions == 2 ? VK_IMAGE_VIEW_TYPE_2D
                           : VK_IMAGE_VIEW_TYPE_3D;
}

std::uint32_t texel_bytes(const ImageFormat& format) {
  return component_bytes(row_of(format).encoding) * static_cast<std::uint32_t>(format.components);
}

std::vector<std::uint32_t> texel_words(const ImageFormat& format,
                                       const std::vector<std::uint8_t>& bytes) {
  const TexelEncoding encoding = row_of(format).encoding;
  const std::uint32_t step = component_bytes(encoding);
  std::vector<std::uint32_t> words;
  words.reserve(bytes.size() / step);
  for (std::size_t at = 0; at + step <= bytes.size(); at += step) {
    words.push_back(word_of(encoding, bytes.data() + at));
  }
  return words;
}

Rendered<StorageImages> StorageImages::create(Device& device,
                                              const std::vector<StorageImage>& images) {
  StorageImages made;
  for (const StorageImage& each : images) {
    const FormatRow& row = row_of(each.format);
    if (!device.can_store(row.format)) {
      return failure(fmt::format("the device has no storage images of the format {}", row.name));
    }
    ImageSpec spec;
    spec.format = row.format;
    spec.width = each.size[0];
    spec.height = each.size[1];
    spec.depth = each.size[2];
    spec.view = storage_view(each.dimensions);
    spec.usage = VK_IMAGE_USAGE_STORAGE_BIT | VK_IMAGE_USAGE_TRANSFER_SRC_BIT;
    auto image = create_image(device, spec);
    if (!image) {
      return tl::unexpected(std::move(image.error()));
    }
    made.images_.push_back(std::move(*image));
    made.bytes_.push_back(std::size_t{texel_bytes(each.format)} * each.size[0] * each.size[1] *
                          each.size[2]);
    auto buffer = create_buffer(device, VK_BUFFER_USAGE_TRANSFER_DST_BIT, made.bytes_.back());
    if (!buffer) {
      return tl::unexpected(std::move(buffer.error()));
    }
    made.readbacks_.push_back(std::move(*buffer));
  }
  return made;
}

void StorageImages::bind(const std::vector<StorageImage>& images, Bindings& bindings) const {
  for (std::size_t i = 0; i < images.size(); ++i) {
    bindings.add_storage_image(images[i].set, images[i].binding, images_[i].view.get());
  }
}

void StorageImages::record_begin(VkCommandBuffer commands) const {
  for (const GpuImage& image : images_) {
    record_transition(commands, image, true);
  }
}

void StorageImages::record_readback(VkCommandBuffer commands) const {
  for (std::size_t i = 0; i < images_.size(); ++i) {
    record_transition(commands, images_[i], false);
    render::record_readback(commands, images_[i], readbacks_[i]);
  }
  record_host_barrier(commands, VK_PIPELINE_STAGE_TRANSFER_BIT, VK_ACCESS_TRANSFER_WRITE_BIT);
}

Rendered<std::vector<std::vector<std::uint8_t>>> StorageImages::read(Device& device) const {
  std::vector<std::vector<std::uint8_t>> contents;
  for (std::size_t i = 0; i < images_.size(); ++i) {
    auto bytes = read_buffer(device, readbacks_[i], bytes_[i]);
    if (!bytes) {
      return tl::unexpected(std::move(bytes.error()));
    }
    contents.push_back(std::move(*bytes));
  }
  return contents;
}

}  // namespace weft::render
