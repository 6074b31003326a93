#pragma once

#include <string>

#include "codegen/print/target_language.h"

namespace weft {

// See TargetLanguage.

std::string hlsl_symbol(const Programs& programs, const Program& program, const Symbol& symbol);
void append_hlsl_interface(std::string& out, const Programs& programs, const Program& program);
MainFrame hlsl_main_frame(const Programs& programs, const Program& program);

}  // namespace weft
