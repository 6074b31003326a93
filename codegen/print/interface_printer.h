#pragma once

#include <string>
#include <vector>

#include "codegen/ir/program.h"
#include "codegen/print/type_spelling.h"

namespace weft {

/// What the program's symbols are written as: `material.wear` or `material_wear`. Per symbol.
std::vector<std::string> symbol_texts(const Programs& programs, const Program& program,
                                      Dialect dialect);

/// The declarations of what a stage shares with the host and the other stage: blocks, textures,
/// inputs and outputs. In HLSL also the structs of main's parameters.
void append_glsl_interface(std::string& out, const Programs& programs, const Program& program);
void append_hlsl_interface(std::string& out, const Programs& programs, const Program& program);

/// `void main()`, or HLSL's `Varyings main(VSInput input)`, without a line break.
void append_main_head(std::string& out, const Programs& programs, const Program& program,
                      Dialect dialect);
/// HLSL: the name of the struct that main returns; empty if it returns nothing.
std::string_view returned_struct(const Programs& programs, const Program& program);

}  // namespace weft
