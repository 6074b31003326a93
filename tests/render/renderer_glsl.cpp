#include "tests/render/renderer_glsl.h"

#include <glslang/Public/ResourceLimits.h>
#include <glslang/Public/ShaderLang.h>
#include <glslang/SPIRV/GlslangToSpv.h>

#include "tests/support/catch.h"

namespace weft::testing {
namespace {

EShLanguage language_of(GlslStage stage) {
  switch (stage) {
    case GlslStage::Vertex:
      return EShLangVertex;
    case GlslStage::Fragment:
      return EShLangFragment;
    case GlslStage::Compute:
      return EShLangCompute;
  }
  return EShLangVertex;
}

/// glslang counts these calls, so pairs may nest.
struct GlslangProcess {
  GlslangProcess() { glslang::InitializeProcess(); }
  GlslangProcess(const GlslangProcess&) = delete;
  GlslangProcess& operator=(const GlslangProcess&) = delete;
  ~GlslangProcess() { glslang::FinalizeProcess(); }
};

}  // namespace

std::vector<std::uint32_t> spirv_of(GlslStage stage, const std::string& body) {
  const std::string text = "#version 450\n" + body;
  const GlslangProcess process;
  const EShLanguage language = language_of(stage);
  glslang::TShader shader(language);
  const char* const start = text.c_str();
  shader.setStrings(&start, 1);
  shader.setEnvInput(glslang::EShSourceGlsl, language, glslang::EShClientVulkan, 100);
  shader.setEnvClient(glslang::EShClientVulkan, glslang::EShTargetVulkan_1_1);
  shader.setEnvTarget(glslang::EShTargetSpv, glslang::EShTargetSpv_1_3);
  constexpr auto rules = static_cast<EShMessages>(EShMsgSpvRules | EShMsgVulkanRules);
  const bool parsed = shader.parse(GetDefaultResources(), 450, false, rules);
  INFO(text << "\n" << shader.getInfoLog());
  REQUIRE(parsed);
  glslang::TProgram program;
  program.addShader(&shader);
  REQUIRE(program.link(rules));
  std::vector<unsigned int> words;
  glslang::GlslangToSpv(*program.getIntermediate(language), words);
  return {words.begin(), words.end()};
}

}  // namespace weft::testing
