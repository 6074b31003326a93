#pragma once

#include <cstdint>
#include <vector>

#include "codegen/ir/interface.h"
#include "fragments/model/library.h"
#include "render/draw_input.h"
#include "render/draw_material.h"

namespace weft::render {

/// The kind of texture that a parameter of this shape takes.
TextureKind texture_kind(TextureShape shape);

SamplerState sampler_state(const weft::SamplerState& state);

/// The scalars of a parameter: given, else its default, else zeros.
std::vector<std::uint32_t> parameter_words(const MaterialShader& shader,
                                           const MaterialParameter& parameter,
                                           const MaterialInputs& inputs);

/// The texture that is bound: given, of the environment, or a default. Fails for another kind.
Rendered<const Texture*> bound_texture(const MaterialShader& shader, const TextureBinding& binding,
                                       const Scene& scene, const MaterialInputs& inputs,
                                       DefaultTextures& textures);

}  // namespace weft::render
