#pragma once

#include <string>
#include <string_view>

#include "codegen/print/target_language.h"

namespace weft {

/// The spelling of everything but structs and arrays: `vec3` or `float3`, `mat4x3` or `float3x4`,
/// `texture2D` or `Texture2D`.
std::string_view spelled(DataType type, const Spelling& spelling);

/// A scalar or vector with medium precision: `mediump vec3`, `min16float3`; `f16vec3` in the
/// spelling `float16`, unless that is null.
std::string_view spelled_medium(DataType type, const Spelling& spelling, const Spelling* float16);

/// The type of a sampler: `sampler`, or `samplerShadow` of one that compares.
std::string_view spelled_sampler_of(const SamplerState& state, const Spelling& spelling);

/// The type that combines a texture with its sampler: `sampler2D` for texture2d.
std::string_view spelled_sampler(DataType texture, const Spelling& spelling);

/// Appends any type on its own, as constructors name it: `float[3]`.
void append_type(std::string& out, const Programs& programs, DataType type,
                 const Spelling& spelling);

/// Appends a declaration without `;`, with array sizes after the name: `vec3 both[2]`.
void append_declaration(std::string& out, const Programs& programs, DataType type,
                        std::string_view name, const Spelling& spelling);

}  // namespace weft
