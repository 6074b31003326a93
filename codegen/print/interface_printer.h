#pragma once

#include <string>
#include <vector>

#include "codegen/ir/program.h"
#include "codegen/print/type_spelling.h"

namespace weft {

/// The text of each of the program's symbols: `material.wear` or `material_wear`.
std::vector<std::string> symbol_texts(const Programs& programs, const Program& program,
                                      Dialect dialect);

/// Appends the declarations shared with the host and the other stage: blocks, textures, inputs and
/// outputs; in HLSL also the structs of main's parameters.
void append_glsl_interface(std::string& out, const Programs& programs, const Program& program);
void append_hlsl_interface(std::string& out, const Programs& programs, const Program& program);

/// Appends `void main()`, or HLSL's `Varyings main(VSInput input)`, without a line break.
void append_main_head(std::string& out, const Programs& programs, const Program& program,
                      Dialect dialect);
/// HLSL: the name of the struct that main returns; empty if it returns void.
std::string_view returned_struct(const Programs& programs, const Program& program);

}  // namespace weft
