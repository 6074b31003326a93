#pragma once

#include <string>

#include "codegen/ir/program.h"
#include "codegen/print/line_origins.h"
#include "codegen/print/printed_functions.h"
#include "codegen/print/target_language.h"

namespace weft {

/// One stage in one language.
struct StageText {
  std::string text;
  LineMarks marks;  ///< for line_origins()
};

/// Raises a program for the language and prints it. Depends on its arguments alone; the library
/// supplies file names and lines for comments. `memo`: of the functions printed for the library so
/// far, which saves time; may be null. O(size of the text).
StageText print_stage(const Library& library, const Plan& plan, const Programs& programs,
                      const Program& program, const TargetLanguage& language,
                      PrintedFunctions* memo = nullptr);

/// The text with `#line` directives that map to the .weft sources, inserted wherever a line's
/// source line does not directly follow the previous one. TargetLanguage::line_extension follows
/// the first line. O(size of the text).
std::string with_line_directives(const Library& library, const StageText& stage,
                                 const TargetLanguage& language);

}  // namespace weft
