#include "render/frame.h"

#include <array>
#include <cstring>

namespace weft::render {
namespace {

std::size_t bytes_per_pixel(ColorFormat format) {
  switch (format) {
    case ColorFormat::Rgba8Unorm:
    case ColorFormat::Rgba8Srgb:
      return 4;
    case ColorFormat::Rgba32Float:
      return 16;
  }
  return 0;
}

std::size_t pixel_count(const DrawInput& input) {
  return static_cast<std::size_t>(input.width) * static_cast<std::size_t>(input.height);
}

std::vector<float> floats_of(const std::vector<std::uint8_t>& bytes) {
  std::vector<float> floats(bytes.size() / sizeof(float));
  std::memcpy(floats.data(), bytes.data(), floats.size() * sizeof(float));
  return floats;
}

ColorResult float_result(const DrawInput& input, const std::vector<std::uint8_t>& bytes) {
  ColorResult result;
  result.floats = {input.width, input.height, 4, floats_of(bytes)};
  result.image = {input.width, input.height, {}};
  result.image.rgba.reserve(result.floats.values.size());
  for (const float component : result.floats.values) {
    result.image.rgba.push_back(to_unorm8(component));
  }
  return result;
}

ColorResult byte_result(const DrawInput& input, std::vector<std::uint8_t> bytes, bool srgb) {
  std::array<float, 256> table{};
  for (std::size_t i = 0; i < table.size(); ++i) {
    const float plain = static_cast<float>(i) / 255.0F;
    table[i] = srgb ? srgb_to_linear(plain) : plain;
  }
  ColorResult result;
  result.floats = {input.width, input.height, 4, {}};
  result.floats.values.reserve(bytes.size());
  for (std::size_t i = 0; i < bytes.size(); ++i) {
    result.floats.values.push_back(i % 4 == 3 ? static_cast<float>(bytes[i]) / 255.0F
                                              : table[bytes[i]]);
  }
  result.image = {input.width, input.height, std::move(bytes)};
  return result;
}

}  // namespace

Rendered<Frame> Frame::create(Device& device, const DrawInput& input, VkRenderPass pass) {
  Frame frame;
  ImageSpec spec;
  spec.width = static_cast<std::uint32_t>(input.width);
  spec.height = static_cast<std::uint32_t>(input.height);
  std::vector<ImageSpec> specs;
  std::vector<std::size_t> pixel_bytes;  // of the attachments to read back
  spec.usage = VK_IMAGE_USAGE_COLOR_ATTACHMENT_BIT | VK_IMAGE_USAGE_TRANSFER_SRC_BIT;
  for (const ColorTarget& target : input.color_targets) {
    spec.format = vulkan_format(target.format);
    specs.push_back(spec);
    pixel_bytes.push_back(bytes_per_pixel(target.format));
  }
  if (input.depth != DepthTest::Off) {
    spec.format = depth_format;
    spec.usage = VK_IMAGE_USAGE_DEPTH_STENCIL_ATTACHMENT_BIT | VK_IMAGE_USAGE_TRANSFER_SRC_BIT;
    spec.aspect = VK_IMAGE_ASPECT_DEPTH_BIT;
    specs.push_back(spec);
    if (input.read_depth) {
      pixel_bytes.push_back(sizeof(float));
    }
  }
  std::vector<VkImageView> views;
  for (const ImageSpec& wanted : specs) {
    auto image = create_image(device, wanted);
    if (!image) {
      return tl::unexpected(std::move(image.error()));
    }
    views.push_back(image->view.get());
    frame.images_.push_back(std::move(*image));
  }
  for (const std::size_t bytes : pixel_bytes) {
    auto buffer =
        create_buffer(device, VK_BUFFER_USAGE_TRANSFER_DST_BIT, bytes * pixel_count(input));
    if (!buffer) {
      return tl::unexpected(std::move(buffer.error()));
    }
    frame.readbacks_.push_back(std::move(*buffer));
  }
  VkFramebufferCreateInfo info{};
  info.sType = VK_STRUCTURE_TYPE_FRAMEBUFFER_CREATE_INFO;
  info.renderPass = pass;
  info.attachmentCount = static_cast<std::uint32_t>(views.size());
  info.pAttachments = views.data();
  info.width = spec.width;
  info.height = spec.height;
  info.layers = 1;
  auto framebuffer = create_owned<OwnedFramebuffer>(device.handle(), vkCreateFramebuffer, info,
                                                    "vkCreateFramebuffer");
  if (!framebuffer) {
    return tl::unexpected(std::move(framebuffer.error()));
  }
  frame.framebuffer_ = std::move(*framebuffer);
  return frame;
}

void Frame::record_begin(VkCommandBuffer commands, const DrawInput& input,
                         VkRenderPass pass) const {
  std::vector<VkClearValue> clears;
  for (const ColorTarget& target : input.color_targets) {
    VkClearValue clear{};
    std::memcpy(clear.color.float32, target.clear.data(), sizeof clear.color.float32);
    clears.push_back(clear);
  }
  if (input.depth != DepthTest::Off) {
    VkClearValue clear{};
    clear.depthStencil = {input.depth == DepthTest::Less ? 1.0F : 0.0F, 0};
    clears.push_back(clear);
  }
  VkRenderPassBeginInfo begin{};
  begin.sType = VK_STRUCTURE_TYPE_RENDER_PASS_BEGIN_INFO;
  begin.renderPass = pass;
  begin.framebuffer = framebuffer_.get();
  begin.renderArea = {{0, 0}, {images_.front().spec.width, images_.front().spec.height}};
  begin.clearValueCount = static_cast<std::uint32_t>(clears.size());
  begin.pClearValues = clears.data();
  vkCmdBeginRenderPass(commands, &begin, VK_SUBPASS_CONTENTS_INLINE);
}

void Frame::record_readback(VkCommandBuffer commands) const {
  for (std::size_t i = 0; i < readbacks_.size(); ++i) {
    render::record_readback(commands, images_[i], readbacks_[i]);
  }
  record_host_barrier(commands, VK_PIPELINE_STAGE_TRANSFER_BIT, VK_ACCESS_TRANSFER_WRITE_BIT);
}

Rendered<DrawOutput> Frame::read(Device& device, const DrawInput& input) const {
  DrawOutput output;
  for (std::size_t i = 0; i < readbacks_.size(); ++i) {
    const bool is_color = i < input.color_targets.size();
    const std::size_t size =
        pixel_count(input) *
        (is_color ? bytes_per_pixel(input.color_targets[i].format) : sizeof(float));
    auto bytes = read_buffer(device, readbacks_[i], size);
    if (!bytes) {
      return tl::unexpected(std::move(bytes.error()));
    }
    if (!is_color) {
      output.depth = FloatImage{input.width, input.height, 1, floats_of(*bytes)};
    } else if (input.color_targets[i].format == ColorFormat::Rgba32Float) {
      output.colors.push_back(float_result(input, *bytes));
    } else {
      output.colors.push_back(byte_result(input, std::move(*bytes),
                                          input.color_targets[i].format == ColorFormat::Rgba8Srgb));
    }
  }
  return output;
}

}  // namespace weft::render
