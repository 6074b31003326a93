#pragma once

#include <optional>
#include <string>
#include <vector>

#include "codegen/ir/program.h"
#include "codegen/print/type_spelling.h"

namespace weft {

/// What a line of the text comes from.
struct LineOrigin {
  std::optional<EvaluationId> evaluation;  ///< a line of main
  std::optional<FragmentId> fragment;      ///< a line of a function
  std::optional<Span> place;  ///< of the statement in the source; nothing for declarations, braces
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

/// The text with `#line` directives that lead debuggers to the .weft sources: before each line
/// whose place is not the one behind that of the line before it. In GLSL the files' names need
/// GL_GOOGLE_cpp_style_line_directive, which is asked for. O(size of the text).
std::string with_line_directives(const Library& library, const StageText& stage, Dialect dialect);

}  // namespace weft
