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

/// The states of a pipeline beside its shaders; info() points into the object.
class FixedState {
 public:
  explicit FixedState(const DrawInput& input)
      : streams_(input.streams),
        viewport_(viewport_of(input)),
        scissor_{
            {0, 0},
            {static_cast<std::uint32_t>(input.width), static_cast<std::uint32_t>(input.height)}},
        targets_(input.color_targets.size()) {
    vertex_input_.sType = VK_STRUCTURE_TYPE_PIPELINE_VERTEX_INPUT_STATE_CREATE_INFO;
    vertex_input_.vertexBindingDescriptionCount =
        static_cast<std::uint32_t>(streams_.bindings.size());
    vertex_input_.pVertexBindingDescriptions = streams_.bindings.data();
    vertex_input_.vertexAttributeDescriptionCount =
        static_cast<std::uint32_t>(streams_.attributes.size());
    vertex_input_.pVertexAttributeDescriptions = streams_.attributes.data();
    assembly_.sType = VK_STRUCTURE_TYPE_PIPELINE_INPUT_ASSEMBLY_STATE_CREATE_INFO;
    assembly_.topology = VK_PRIMITIVE_TOPOLOGY_TRIANGLE_LIST;
    view_.sType = VK_STRUCTURE_TYPE_PIPELINE_VIEWPORT_STATE_CREATE_INFO;
    view_.viewportCount = 1;
    view_.pViewports = &viewport_;
    view_.scissorCount = 1;
    view_.pScissors = &scissor_;
    raster_.sType = VK_STRUCTURE_TYPE_PIPELINE_RASTERIZATION_STATE_CREATE_INFO;
    raster_.polygonMode = VK_POLYGON_MODE_FILL;
    raster_.cullMode = vulkan_cull(input.cull);
    raster_.frontFace = VK_FRONT_FACE_COUNTER_CLOCKWISE;
    raster_.lineWidth = 1.0F;
    samples_.sType = VK_STRUCTURE_TYPE_PIPELINE_MULTISAMPLE_STATE_CREATE_INFO;
    samples_.rasterizationSamples = VK_SAMPLE_COUNT_1_BIT;
    depth_.sType = VK_STRUCTURE_TYPE_PIPELINE_DEPTH_STENCIL_STATE_CREATE_INFO;
    depth_.depthTestEnable = input.depth != DepthTest::Off ? VK_TRUE : VK_FALSE;
    depth_.depthWriteEnable = depth_.depthTestEnable;
    depth_.depthCompareOp =
        input.depth == DepthTest::Greater ? VK_COMPARE_OP_GREATER : VK_COMPARE_OP_LESS;
    for (VkPipelineColorBlendAttachmentState& target : targets_) {
      target.colorWriteMask = VK_COLOR_COMPONENT_R_BIT | VK_COLOR_COMPONENT_G_BIT |
                              VK_COLOR_COMPONENT_B_BIT | VK_COLOR_COMPONENT_A_BIT;
    }
    blend_.sType = VK_STRUCTURE_TYPE_PIPELINE_COLOR_BLEND_STATE_CREATE_INFO;
    blend_.attachmentCount = static_cast<std::uint32_t>(targets_.size());
    blend_.pAttachments = targets_.data();
  }
  FixedState(const FixedState&) = delete;
  FixedState& operator=(const FixedState&) = delete;

  VkGraphicsPipelineCreateInfo info() const {
    VkGraphicsPipelineCreateInfo info{};
    info.sType = VK_STRUCTURE_TYPE_GRAPHICS_PIPELINE_CREATE_INFO;
    info.pVertexInputState = &vertex_input_;
    info.pInputAssemblyState = &assembly_;
    info.pViewportState = &view_;
    info.pRasterizationState = &raster_;
    info.pMultisampleState = &samples_;
    info.pDepthStencilState = &depth_;
    info.pColorBlendState = &blend_;
    return info;
  }

 private:
  VertexLayout streams_;
  VkViewport viewport_;
  VkRect2D scissor_;
  std::vector<VkPipelineColorBlendAttachmentState> targets_;
  VkPipelineVertexInputStateCreateInfo vertex_input_{};
  VkPipelineInputAssemblyStateCreateInfo assembly_{};
  VkPipelineViewportStateCreateInfo view_{};
  VkPipelineRasterizationStateCreateInfo raster_{};
  VkPipelineMultisampleStateCreateInfo samples_{};
  VkPipelineDepthStencilStateCreateInfo depth_{};
  VkPipelineColorBlendStateCreateInfo blend_{};
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

  const FixedState fixed(input);
  VkGraphicsPipelineCreateInfo info = fixed.info();
  info.stageCount = static_cast<std::uint32_t>(stages.size());
  info.pStages = stages.data();
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
