#pragma once

#include <cstdint>
#include <string>
#include <vector>

namespace weft::testing {

enum class GlslStage { Vertex, Fragment, Compute };

/// SPIR-V for Vulkan 1.1 of a GLSL 450 shader without its #version line, compiled directly by
/// glslang, so that the renderer's tests are independent of the code generator. Fails the test if
/// it does not compile.
std::vector<std::uint32_t> spirv_of(GlslStage stage, const std::string& body);

}  // namespace weft::testing
