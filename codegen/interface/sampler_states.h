#pragma once

#include "codegen/ir/interface.h"

namespace weft {

/// The sampler state that the metadata of a texture parameter state; linear and repeating where
/// they do not.
SamplerState sampler_state_of(const Library& library, const MetaData& meta);

/// Whether the type states the encoding `srgb`.
bool is_srgb_encoded(const Library& library, const SemanticType& type);

}  // namespace weft
