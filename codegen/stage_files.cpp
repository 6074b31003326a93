#include "codegen/stage_files.h"

#include <utility>

#include "codegen/raise/glsl/glsl_target.h"
#include "codegen/raise/hlsl/hlsl_target.h"

namespace weft {

const std::vector<ShippedTarget>& shipped_targets() {
  static const std::vector<ShippedTarget> targets = {
      {glsl_target, &EmitOptions::glsl, glsl_suffixes, ShadingLanguage::Glsl},
      {hlsl_target, &EmitOptions::hlsl, hlsl_suffixes, ShadingLanguage::Hlsl},
  };
  return targets;
}

bool is_printed(const ShippedTarget& target, const Programs& programs, const EmitOptions& options) {
  const bool has_types = !programs.has_float16 || target.language().float16 != nullptr;
  return options.*target.is_wanted || (options.spirv && !options.only_wanted_modules && has_types);
}

std::vector<PrintedStage> print_stages(const Library& library, const Plan& plan,
                                       const Programs& programs, const EmitOptions& options,
                                       PrintedFunctions* memo) {
  std::vector<PrintedStage> stages;
  const auto add = [&](const StageFile& file, const Program& program) {
    StageText text = print_stage(library, plan, programs, program, file.language(), memo);
    std::string directed =
        options.debug_lines ? with_line_directives(library, text, file.language()) : std::string();
    stages.push_back({file, &program, std::move(text), std::move(directed)});
  };
  for (const ShippedTarget& target : shipped_targets()) {
    if (!is_printed(target, programs, options)) {
      continue;
    }
    for (const Program* program : programs.stages()) {
      const auto suffix = target.suffixes[static_cast<std::size_t>(program->stage)];
      add({program->stage, &target, suffix}, *program);
    }
  }
  return stages;
}

}  // namespace weft
