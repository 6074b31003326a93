#pragma once

#include <string>
#include <string_view>

#include "codegen/ir/program.h"

namespace weft {

enum class Dialect : std::uint8_t { Glsl, Hlsl };

/// `glsl` or `hlsl`: as native code names it.
std::string_view language_name(Dialect dialect);

/// The spelling of everything but structs and arrays: `vec3` or `float3`, `mat4x3` or `float3x4`,
/// `texture2D` or `Texture2D`.
std::string_view spelled(DataType type, Dialect dialect);

/// GLSL's combined sampler type: `sampler2D` for texture2d.
std::string_view spelled_sampler(DataType texture);

/// Appends a declaration without `;`, with array sizes after the name: `vec3 both[2]`.
void append_declaration(std::string& out, const Programs& programs, DataType type,
                        std::string_view name, Dialect dialect);

}  // namespace weft
