#pragma once

#include <string>
#include <vector>

#include "codegen/ir/program.h"
#include "codegen/print/helper_functions.h"
#include "codegen/print/type_spelling.h"

namespace weft {

/// Whether Operation::Construct of `type` from one value of `argument` undoes how a struct or array
/// lies in blocks.
bool loads_stored(const Programs& programs, DataType type, DataType argument);

/// The expression that converts a scalar, vector, matrix or struct, stored under the name `text`,
/// to `type`: `text.x != 0u`, `mat3(text)`, `load_Light(text)`.
std::string loaded_text(const Programs& programs, DataType type, DataType stored,
                        const std::string& text, Dialect dialect);

/// Appends statements that write all of `target`, of any type, from the value stored under the name
/// `source`: one line, or loops over arrays. Indented four spaces per level.
void append_load(std::string& out, const Programs& programs, DataType type, DataType stored,
                 const std::string& target, const std::string& source, int level, Dialect dialect);

/// Adds the functions called to load a value of the type, including those of nested structs.
void add_loaders(std::vector<HelperUse>& uses, DataType type, const Programs& programs);

/// The function `load_Light`.
std::string loader_function(const Programs& programs, DataType type, Dialect dialect);

}  // namespace weft
