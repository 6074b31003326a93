#include "render/pipeline.h"

#include <vector>

namespace weft::render {
namespace {

VkFormat vulkan_format(VertexFormat format) {
  switch (format) {
    case VertexFormat::Float:
      return VK_FORMAT_R32_SFLOAT;
    case VertexFormat::Floatx2:
      return VK_FORMAT_R32G32_SFLOAT;
    case VertexFormat::Floatx3:
      return VK_FORMAT_R32G32B32_SFLOAT;
    case VertexFormat::Floatx4:
      return VK_FORMAT_R32G32B32A32_SFLOAT;
    case VertexFormat::Int:
      return VK_FORMAT_R32_SINT;
    case VertexFormat::Intx2:
      return VK_FORMAT_R32G32_SINT;
    case VertexFormat::Intx3:
      return VK_FORMAT_R32G32B32_SINT;
    case VertexFormat::Intx4:
      return VK_FORMAT_R32G32B32A32_SINT;
    case VertexFormat::Uint:
      return VK_FORMAT_R32_UINT;
    case VertexFormat::Uintx2:
      return VK_FORMAT_R32G32_UINT;
    case VertexFormat::Uintx3:
      return VK_FORMAT_R32G32B32_UINT;
    case VertexFormat::Uintx4:
      return VK_FORMAT_R32G32B32A32_UINT;
  }
  return VK_FORMAT_UNDEFINED;
}

VkCullModeFlags vulkan_cull(Cull cull) {
  switch (cull) {
    case Cull::None:
      return VK_CULL_MODE_NONE;
    case Cull::Back:
      return VK_CULL_MODE_BACK_BIT;
    case Cull::Front:
      return VK_CULL_MODE_FRONT_BIT;
  }
  return VK_CULL_MODE_NONE;
}

/// Specialization data in Vulkan's form; must not move once `info` points into it.
struct Specialization {
  std::vector<VkSpecializationMapEntry> entries;
  std::vector<std::uint8_t> data;
  VkSpecializationInfo info{};

  explicit Specialization(const std::vector<SpecConstant>& constants) {
    for (const SpecConstant& constant : constants) {
      entries.push_back({constant.id, static_cast<std::uint32_t>(data.size()), 4});
      data.insert(data.end(), constant.bytes.begin(), constant.bytes.end());
    }
    info.mapEntryCount = static_cast<std::uint32_t>(entries.size());
    info.pMapEntries = entries.data();
    info.dataSize = data.size();
    info.pData = data.data();
  }
  Specialization(const Specialization&) = delete;
  Specialization& operator=(const Specialization&) = delete;
};

Rendered<OwnedShader> create_shader(Device& device, const std::vector<std::uint32_t>& words) {
  VkShaderModuleCreateInfo info{};
  info.sType = VK_STRUCTURE_TYPE_SHADER_MODULE_CREATE_INFO;
  info.codeSize = words.size() * sizeof(std::uint32_t);
  info.pCode = words.data();
  auto shader = create_owned<OwnedShader>(device.handle(), vkCreateShaderModule, info,
                                          "vkCreateShaderModule");
  if (shader && !device.log().empty()) {
    return failure("the shader is not valid");
  }
  return shader;
}

VkPipelineShaderStageCreateInfo stage_info(VkShaderStageFlagBits stage, VkShaderModule shader,
                                           const Specialization& specialization) {
  VkPipelineShaderStageCreateInfo info{};
  info.sType = VK_STRUCTURE_TYPE_PIPELINE_SHADER_STAGE_CREATE_INFO;
  info.stage = stage;
  info.module = shader;
  info.pName = "main";
  info.pSpecializationInfo = &specialization.info;
  return info;
}

VkViewport viewport_of(const DrawInput& input) {
  const auto width = static_cast<float>(input.width);
  const auto height = static_cast<float>(input.height);
  return input.flip_y ? VkViewport{0.0F, height, width, -height, 0.0F, 1.0F}
                      : VkViewport{0.0F, 0.0F, width, height, 0.0F, 1.0F};
}

/// The vertex input state: stream i is binding i.
struct VertexLayout {
  std::vector<VkVertexInputBindingDescription> bindings;
  std::vector<VkVertexInputAttributeDescription> attributes;

  explicit VertexLayout(const std::vector<VertexStream>& streams) {
    for (const VertexStream& stream : streams) {
      const auto binding = static_cast<std::uint32_t>(bindings.size());
      bindings.push_back(
          {binding, stream.stride == 0 ? byte_size(stream.format) : stream.stride,
           stream.per_instance ? VK_VERTEX_INPUT_RATE_INSTANCE : VK_VERTEX_INPUT_RATE_VERTEX});
      attributes.push_back({stream.location, binding, vulkan_format(stream.format), 0});
    }
  }
};

}  // namespace

Rendered<OwnedPipeline> create_graphics_pipeline(Device& device, const DrawInput& input,
                                                 VkPipelineLayout layout, VkRenderPass pass) {
  const Specialization specialization(input.spec_constants);
  auto vertex = create_shader(device, input.vertex_spirv);
  if (!vertex) {
    return tl::unexpected(std::move(vertex.error()));
  }
  std::vector<VkPipelineShaderStageCreateInfo> stages = {
      stage_info(VK_SHADER_STAGE_VERTEX_BIT, vertex->get(), specialization)};
  OwnedShader fragment;
  if (!input.fragment_spirv.empty()) {
    auto shader = create_shader(device, input.fragment_spirv);
    if (!shader) {
      return tl::unexpected(std::move(shader.error()));
    }
    fragment = std::move(*shader);
    stages.push_back(stage_info(VK_SHADER_STAGE_FRAGMENT_BIT, fragment.get(), specialization));
  }

  const VertexLayout streams(input.streams);
  VkPipelineVertexInputStateCreateInfo vertex_input{};
  vertex_input.sType = VK_STRUCTURE_TYPE_PIPELINE_VERTEX_INPUT_STATE_CREATE_INFO;
  vertex_input.vertexBindingDescriptionCount = static_cast<std::uint32_t>(streams.bindings.size());
  vertex_input.pVertexBindingDescriptions = streams.bindings.data();
  vertex_input.vertexAttributeDescriptionCount =
      static_cast<std::uint32_t>(streams.attributes.size());
  vertex_input.pVertexAttributeDescriptions = streams.attributes.data();

  VkPipelineInputAssemblyStateCreateInfo assembly{};
  assembly.sType = VK_STRUCTURE_TYPE_PIPELINE_INPUT_ASSEMBLY_STATE_CREATE_INFO;
  assembly.topology = VK_PRIMITIVE_TOPOLOGY_TRIANGLE_LIST;

  const VkViewport viewport = viewport_of(input);
  const VkRect2D scissor = {
      {0, 0}, {static_cast<std::uint32_t>(input.width), static_cast<std::uint32_t>(input.height)}};
  VkPipelineViewportStateCreateInfo view{};
  view.sType = VK_STRUCTURE_TYPE_PIPELINE_VIEWPORT_STATE_CREATE_INFO;
  view.viewportCount = 1;
  view.pViewports = &viewport;
  view.scissorCount = 1;
  view.pScissors = &scissor;

  VkPipelineRasterizationStateCreateInfo raster{};
  raster.sType = VK_STRUCTURE_TYPE_PIPELINE_RASTERIZATION_STATE_CREATE_INFO;
  raster.polygonMode = VK_POLYGON_MODE_FILL;
  raster.cullMode = vulkan_cull(input.cull);
  raster.frontFace = VK_FRONT_FACE_COUNTER_CLOCKWISE;
  raster.lineWidth = 1.0F;

  VkPipelineMultisampleStateCreateInfo samples{};
  samples.sType = VK_STRUCTURE_TYPE_PIPELINE_MULTISAMPLE_STATE_CREATE_INFO;
  samples.rasterizationSamples = VK_SAMPLE_COUNT_1_BIT;

  VkPipelineDepthStencilStateCreateInfo depth{};
  depth.sType = VK_STRUCTURE_TYPE_PIPELINE_DEPTH_STENCIL_STATE_CREATE_INFO;
  depth.depthTestEnable = input.depth != DepthTest::Off ? VK_TRUE : VK_FALSE;
  depth.depthWriteEnable = depth.depthTestEnable;
  depth.depthCompareOp =
      input.depth == DepthTest::Greater ? VK_COMPARE_OP_GREATER : VK_COMPARE_OP_LESS;

  VkPipelineColorBlendAttachmentState write_all{};
  write_all.colorWriteMask = VK_COLOR_COMPONENT_R_BIT | VK_COLOR_COMPONENT_G_BIT |
                             VK_COLOR_COMPONENT_B_BIT | VK_COLOR_COMPONENT_A_BIT;
  const std::vector<VkPipelineColorBlendAttachmentState> targets(input.color_targets.size(),
                                                                 write_all);
  VkPipelineColorBlendStateCreateInfo blend{};
  blend.sType = VK_STRUCTURE_TYPE_PIPELINE_COLOR_BLEND_STATE_CREATE_INFO;
  blend.attachmentCount = static_cast<std::uint32_t>(targets.size());
  blend.pAttachments = targets.data();

  VkGraphicsPipelineCreateInfo info{};
  info.sType = VK_STRUCTURE_TYPE_GRAPHICS_PIPELINE_CREATE_INFO;
  info.stageCount = static_cast<std::uint32_t>(stages.size());
  info.pStages = stages.data();
  info.pVertexInputState = &vertex_input;
  info.pInputAssemblyState = &assembly;
  info.pViewportState = &view;
  info.pRasterizationState = &raster;
  info.pMultisampleState = &samples;
  info.pDepthStencilState = &depth;
  info.pColorBlendState = &blend;
  info.layout = layout;
  info.renderPass = pass;
  VkPipeline pipeline = VK_NULL_HANDLE;
  const VkResult result =
      vkCreateGraphicsPipelines(device.handle(), VK_NULL_HANDLE, 1, &info, nullptr, &pipeline);
  if (result != VK_SUCCESS) {
    return vulkan_failure("vkCreateGraphicsPipelines", result);
  }
  OwnedPipeline owned(device.handle(), pipeline);
  if (!device.log().empty()) {
    return failure("the shaders, streams and targets do not fit together");
  }
  return owned;
}

Rendered<OwnedPipeline> create_compute_pipeline(Device& device, const ComputeInput& input,
                                                VkPipelineLayout layout) {
  const Specialization specialization(input.spec_constants);
  auto shader = create_shader(device, input.spirv);
  if (!shader) {
    return tl::unexpected(std::move(shader.error()));
  }
  VkComputePipelineCreateInfo info{};
  info.sType = VK_STRUCTURE_TYPE_COMPUTE_PIPELINE_CREATE_INFO;
  info.stage = stage_info(VK_SHADER_STAGE_COMPUTE_BIT, shader->get(), specialization);
  info.layout = layout;
  VkPipeline pipeline = VK_NULL_HANDLE;
  const VkResult result =
      vkCreateComputePipelines(device.handle(), VK_NULL_HANDLE, 1, &info, nullptr, &pipeline);
  if (result != VK_SUCCESS) {
    return vulkan_failure("vkCreateComputePipelines", result);
  }
  return OwnedPipeline(device.handle(), pipeline);
}

}  // namespace weft::render
