#include "codegen/stage_files.h"

#include <array>
#include <utility>

namespace weft {
namespace {

constexpr std::array stage_files = {
    StageFile{Stage::Vertex, Dialect::Glsl, "vert.glsl"},
    StageFile{Stage::Fragment, Dialect::Glsl, "frag.glsl"},
    StageFile{Stage::Vertex, Dialect::Hlsl, "vs.hlsl"},
    StageFile{Stage::Fragment, Dialect::Hlsl, "ps.hlsl"},
};

}  // namespace

std::vector<PrintedStage> print_stages(const Library& library, const Plan& plan,
                                       const Programs& programs, const EmitOptions& options) {
  std::vector<PrintedStage> stages;
  const auto& functions = programs.interface.functions;
  for (const StageFile& file : stage_files) {
    const bool exists =
        file.stage == Stage::Vertex
            ? !functions || !(*functions)[static_cast<std::size_t>(Stage::Vertex)].outputs.empty()
            : programs.fragment.has_value();
    if (!exists ||
        !(options.spirv || (file.dialect == Dialect::Glsl ? options.glsl : options.hlsl))) {
      continue;
    }
    const Program& program = file.stage == Stage::Vertex ? programs.vertex : *programs.fragment;
    StageText text = print_stage(library, plan, programs, program, file.dialect);
    std::string directed =
        options.debug_lines ? with_line_directives(library, text, file.dialect) : std::string();
    stages.push_back({file, &program, std::move(text), std::move(directed)});
  }
  return stages;
}

}  // namespace weft
