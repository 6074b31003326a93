#pragma once

#include <optional>
#include <string>
#include <vector>

#include "codegen/ir/program.h"
#include "codegen/print/type_spelling.h"

namespace weft {

/// The origin of a line of text.
struct LineOrigin {
  std::optional<EvaluationId> evaluation;  ///< a line of main
  std::optional<FragmentId> fragment;      ///< a line of a function
  std::optional<Span> place;  ///< of the statement in the source; none for declarations, braces
};

/// One stage in one language.
struct StageText {
  std::string text;
  std::vector<LineOrigin> lines;  ///< per line, starting with the first
};

/// Prints a program as GLSL 4.50 for Vulkan, or as HLSL for shader models 5.1 and 6 with the Vulkan
/// attributes that glslang and DXC accept. Depends on its arguments alone; the library supplies
/// file names and lines for comments. O(size of the text).
StageText print_stage(const Library& library, const Plan& plan, const Programs& programs,
                      const Program& program, Dialect dialect);

/// The text with `#line` directives that map to the .weft sources, inserted wherever a line's
/// source line does not directly follow the previous one. File names in GLSL require
/// GL_GOOGLE_cpp_style_line_directive, which the text enables. O(size of the text).
std::string with_line_directives(const Library& library, const StageText& stage, Dialect dialect);

}  // namespace weft
