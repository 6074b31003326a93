#pragma once

#include <string>

#include "codegen/print/target_language.h"

namespace weft {

// See TargetLanguage.

std::string glsl_symbol(const Programs& programs, const Program& program, const Symbol& symbol);
void append_glsl_interface(std::string& out, const Programs& programs, const Program& program);
MainFrame glsl_main_frame(const Programs& programs, const Program& program);

}  // namespace weft
