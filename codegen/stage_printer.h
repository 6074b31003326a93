#pragma once

#include <optional>
#include <string>
#include <vector>

#include "codegen/program.h"
#include "codegen/type_spelling.h"

namespace weft {

/// What a line of the text comes from, for messages of compilers.
struct LineOrigin {
  std::optional<EvaluationId> evaluation;  ///< a line of main
  std::optional<FragmentId> fragment;      ///< a line of a function
};

/// One stage in one language.
struct StageText {
  std::string text;
  std::vector<LineOrigin> lines;  ///< per line, the first at 0
};

/// Prints a program. Depends on its arguments alone: the library gives the names of files and lines
/// for comments. GLSL is 4.50 for Vulkan. HLSL is for shader model 5.1 and 6, with the Vulkan
/// annotations that glslang and DXC know. O(size of the text).
StageText print_stage(const Library& library, const Plan& plan, const Programs& programs,
                      const Program& program, Dialect dialect);

}  // namespace weft
