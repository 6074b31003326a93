#include "codegen/spirv.h"

#include <glslang/Public/ResourceLimits.h>
#include <glslang/Public/ShaderLang.h>
#include <shaderc/shaderc.hpp>
#include <spirv-tools/libspirv.hpp>
#include <spirv-tools/optimizer.hpp>

namespace weft {
namespace {

constexpr spv_target_env target_environment = SPV_ENV_VULKAN_1_1;

// glslang keeps its tables of built-in symbols (57 ms to make) as long as anybody holds it open.
// One hold for the life of the process keeps them between calls; it is the library's state, not
// ours.
class GlslangProcess {
 public:
  static void hold() { static const GlslangProcess process; }

  GlslangProcess(const GlslangProcess&) = delete;
  GlslangProcess& operator=(const GlslangProcess&) = delete;

 private:
  GlslangProcess() { glslang::InitializeProcess(); }
  ~GlslangProcess() { glslang::FinalizeProcess(); }
};

shaderc_shader_kind shaderc_kind(ShaderStage stage) {
  switch (stage) {
    case ShaderStage::Vertex:
      return shaderc_vertex_shader;
    case ShaderStage::Fragment:
      return shaderc_fragment_shader;
  }
  return shaderc_vertex_shader;
}

EShLanguage glslang_stage(ShaderStage stage) {
  switch (stage) {
    case ShaderStage::Vertex:
      return EShLangVertex;
    case ShaderStage::Fragment:
      return EShLangFragment;
  }
  return EShLangVertex;
}

tl::expected<SpirvModule, std::string> compile(shaderc_source_language language, ShaderStage stage,
                                               std::string_view source,
                                               const SpirvOptions& options) {
  GlslangProcess::hold();
  shaderc::CompileOptions settings;
  settings.SetSourceLanguage(language);
  settings.SetTargetEnvironment(shaderc_target_env_vulkan, shaderc_env_version_vulkan_1_1);
  settings.SetOptimizationLevel(shaderc_optimization_level_zero);
  if (options.debug_info) {
    settings.SetGenerateDebugInfo();
  }
  const shaderc::Compiler compiler;
  const shaderc::SpvCompilationResult result =
      compiler.CompileGlslToSpv(source.data(), source.size(), shaderc_kind(stage),
                                options.file_name.c_str(), "main", settings);
  if (result.GetCompilationStatus() != shaderc_compilation_status_success) {
    std::string log = result.GetErrorMessage();
    return tl::unexpected(log.empty() ? std::string("the shader compiler gave no reason") : log);
  }
  return SpirvModule{{result.cbegin(), result.cend()}};
}

// Collects what SPIRV-Tools says, one line each, with the index of the word where it gives one.
spvtools::MessageConsumer collect_into(std::string& log) {
  return [&log](spv_message_level_t, const char*, const spv_position_t& position,
                const char* message) {
    if (!log.empty()) {
      log += '\n';
    }
    if (position.index != 0) {
      log += "word " + std::to_string(position.index) + ": ";
    }
    log += message;
  };
}

}  // namespace

tl::expected<SpirvModule, std::string> compile_glsl(ShaderStage stage, std::string_view source,
                                                    const SpirvOptions& options) {
  return compile(shaderc_source_language_glsl, stage, source, options);
}

tl::expected<SpirvModule, std::string> compile_hlsl(ShaderStage stage, std::string_view source,
                                                    const SpirvOptions& options) {
  return compile(shaderc_source_language_hlsl, stage, source, options);
}

tl::expected<void, std::string> validate_spirv(const SpirvModule& module) {
  std::string log;
  spvtools::SpirvTools tools(target_environment);
  tools.SetMessageConsumer(collect_into(log));
  if (tools.Validate(module.words)) {
    return {};
  }
  return tl::unexpected(log.empty() ? std::string("the module is not valid") : log);
}

tl::expected<void, std::string> parse_glsl(ShaderStage stage, std::string_view source,
                                           GlslVersion version) {
  GlslangProcess::hold();
  // Without this a text for another version would pass as long as it is right for that one.
  const std::string directive = "#version " + std::to_string(version.number) +
                                (version.profile == GlslProfile::Es ? " es" : "");
  const bool stated = source.starts_with(directive) && source.size() > directive.size() &&
                      (source[directive.size()] == '\n' || source[directive.size()] == ' ');
  if (!stated) {
    return tl::unexpected("the source does not begin with " + directive);
  }
  glslang::TShader shader(glslang_stage(stage));
  const char* text = source.data();
  const int length = static_cast<int>(source.size());
  shader.setStringsWithLengths(&text, &length, 1);
  const EProfile profile = version.profile == GlslProfile::Es ? EEsProfile : ECoreProfile;
  if (!shader.parse(GetDefaultResources(), version.number, profile, false, false, EShMsgDefault)) {
    return tl::unexpected(std::string(shader.getInfoLog()));
  }
  glslang::TProgram program;
  program.addShader(&shader);
  if (!program.link(EShMsgDefault)) {
    return tl::unexpected(std::string(program.getInfoLog()));
  }
  return {};
}

namespace {

/// Runs the passes that `add` registers.
template <typename Add>
tl::expected<SpirvModule, std::string> run_passes(const SpirvModule& module, Add add) {
  std::string log;
  spvtools::Optimizer optimizer(target_environment);
  optimizer.SetMessageConsumer(collect_into(log));
  add(optimizer);
  spvtools::OptimizerOptions options;
  options.set_run_validator(false);
  SpirvModule result;
  if (!optimizer.Run(module.words.data(), module.words.size(), &result.words, options)) {
    return tl::unexpected(log.empty() ? std::string("the module cannot be read") : log);
  }
  return result;
}

}  // namespace

tl::expected<SpirvModule, std::string> strip_names(const SpirvModule& module) {
  return run_passes(module, [](spvtools::Optimizer& optimizer) {
    optimizer.RegisterPass(spvtools::CreateStripDebugInfoPass());
  });
}

tl::expected<SpirvModule, std::string> optimize_for_speed(const SpirvModule& module) {
  return run_passes(module, [](spvtools::Optimizer& optimizer) {
    optimizer.RegisterPerformancePasses();
    optimizer.RegisterPass(spvtools::CreateCompactIdsPass());
  });
}

tl::expected<std::string, std::string> disassemble(const SpirvModule& module) {
  std::string log;
  spvtools::SpirvTools tools(target_environment);
  tools.SetMessageConsumer(collect_into(log));
  std::string text;
  const std::uint32_t options =
      SPV_BINARY_TO_TEXT_OPTION_FRIENDLY_NAMES | SPV_BINARY_TO_TEXT_OPTION_INDENT;
  if (!tools.Disassemble(module.words, &text, options)) {
    return tl::unexpected(log.empty() ? std::string("the module cannot be read") : log);
  }
  return text;
}

}  // namespace weft
