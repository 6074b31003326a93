#include "codegen/spirv/spirv.h"

#include <algorithm>
#include <utility>

#include <glslang/Public/ResourceLimits.h>
#include <glslang/Public/ShaderLang.h>
#include <glslang/SPIRV/GlslangToSpv.h>
#include <shaderc/shaderc.hpp>
#include <spirv-tools/libspirv.hpp>
#include <spirv-tools/optimizer.hpp>

namespace weft {
namespace {

constexpr spv_target_env target_environment = SPV_ENV_VULKAN_1_1;

// glslang keeps its tables of built-in symbols, which take 57 ms to build, while it is initialized.
// Initializing it once for the lifetime of the process keeps them between calls.
class GlslangProcess {
 public:
  static void hold() { static const GlslangProcess process; }

  GlslangProcess(const GlslangProcess&) = delete;
  GlslangProcess& operator=(const GlslangProcess&) = delete;

 private:
  GlslangProcess() { glslang::InitializeProcess(); }
  ~GlslangProcess() { glslang::FinalizeProcess(); }
};

shaderc_shader_kind shaderc_kind(Stage stage) {
  switch (stage) {
    case Stage::Vertex:
    case Stage::Host:
      break;
    case Stage::Fragment:
      return shaderc_fragment_shader;
    case Stage::Thread:
      return shaderc_compute_shader;
  }
  return shaderc_vertex_shader;
}

EShLanguage glslang_stage(Stage stage) {
  switch (stage) {
    case Stage::Vertex:
    case Stage::Host:
      break;
    case Stage::Fragment:
      return EShLangFragment;
    case Stage::Thread:
      return EShLangCompute;
  }
  return EShLangVertex;
}

tl::expected<SpirvModule, std::string> with_shaderc(Stage stage, std::string_view source,
                                                    const SpirvOptions& options) {
  GlslangProcess::hold();
  shaderc::CompileOptions settings;
  settings.SetSourceLanguage(shaderc_source_language_glsl);
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

// Reformats glslang's log like shaderc's: `ERROR: FILE:LINE: what` becomes `FILE:LINE: error:
// what`. Lines without a position, such as the error count, are dropped unless there are no others.
std::string shaderc_log(std::string_view log, std::string_view file) {
  std::string out;
  for (std::size_t begin = 0; begin < log.size();) {
    const std::size_t end = std::min(log.find('\n', begin), log.size());
    const std::string_view line = log.substr(begin, end - begin);
    begin = end + 1;
    for (const auto& [mark, severity] :
         {std::pair<std::string_view, std::string_view>("ERROR: ", "error"),
          {"WARNING: ", "warning"}}) {
      if (line.starts_with(mark) && line.substr(mark.size()).starts_with(file)) {
        const std::string_view rest = line.substr(mark.size());
        const std::size_t place = std::min(rest.find(": ", file.size()), rest.size());
        out += std::string(rest.substr(0, place)) + ": " + std::string(severity) +
               std::string(rest.substr(place)) + "\n";
      }
    }
  }
  if (out.empty()) {
    out = log.empty() ? "the shader compiler gave no reason" : std::string(log);
  }
  return out;
}

// shaderc always legalizes HLSL with spirv-opt, which inlines every call. That takes exponential
// time if functions call each other twice per level (decision 0019), so this calls glslang
// directly.
tl::expected<SpirvModule, std::string> without_legalization(Stage stage, std::string_view source,
                                                            const SpirvOptions& options) {
  GlslangProcess::hold();
  const EShLanguage language = glslang_stage(stage);
  glslang::TShader shader(language);
  const char* const text = source.data();
  const int length = static_cast<int>(source.size());
  const char* const name = options.file_name.c_str();
  shader.setStringsWithLengthsAndNames(&text, &length, &name, 1);
  shader.setEnvInput(glslang::EShSourceHlsl, language, glslang::EShClientVulkan, 100);
  shader.setEnvClient(glslang::EShClientVulkan, glslang::EShTargetVulkan_1_1);
  shader.setEnvTarget(glslang::EShTargetSpv, glslang::EShTargetSpv_1_3);
  shader.setEntryPoint("main");
  const auto messages = static_cast<EShMessages>(
      EShMsgCascadingErrors | EShMsgReadHlsl | EShMsgSpvRules | EShMsgVulkanRules |
      (options.debug_info ? EShMsgDebugInfo : EShMsgDefault));
  constexpr int any_version = 100;  // unused for HLSL
  if (!shader.parse(GetDefaultResources(), any_version, false, messages)) {
    return tl::unexpected(shaderc_log(shader.getInfoLog(), options.file_name));
  }
  glslang::TProgram program;
  program.addShader(&shader);
  if (!program.link(messages)) {
    return tl::unexpected(shaderc_log(program.getInfoLog(), options.file_name));
  }
  glslang::SpvOptions settings;
  settings.generateDebugInfo = options.debug_info;
  settings.disableOptimizer = true;
  spv::SpvBuildLogger log;
  SpirvModule module;
  glslang::GlslangToSpv(*program.getIntermediate(language), module.words, &log, &settings);
  if (module.words.empty()) {
    return tl::unexpected(shaderc_log(log.getAllMessages(), options.file_name));
  }
  return module;
}

// Collects the messages of SPIRV-Tools, one line each, with the word index if there is one.
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

tl::expected<SpirvModule, std::string> compile_glsl(Stage stage, std::string_view source,
                                                    const SpirvOptions& options) {
  return with_shaderc(stage, source, options);
}

tl::expected<SpirvModule, std::string> compile_hlsl(Stage stage, std::string_view source,
                                                    const SpirvOptions& options) {
  return without_legalization(stage, source, options);
}

tl::expected<void, std::string> validate_spirv(const SpirvModule& module) {
  // Names of ids for messages cost as much as a third of the checks, so only messages get them.
  spvtools::SpirvTools silent(target_environment);
  spvtools::ValidatorOptions without_names;
  without_names.SetFriendlyNames(false);
  if (silent.Validate(module.words.data(), module.words.size(), without_names)) {
    return {};
  }
  std::string log;
  spvtools::SpirvTools tools(target_environment);
  tools.SetMessageConsumer(collect_into(log));
  if (tools.Validate(module.words)) {
    return {};
  }
  return tl::unexpected(log.empty() ? std::string("the module is not valid") : log);
}

tl::expected<void, std::string> parse_glsl(Stage stage, std::string_view source,
                                           GlslVersion version) {
  GlslangProcess::hold();
  // Otherwise a text for another version would be accepted as long as it is valid there.
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
