#pragma once

#include "codegen/ir/interface.h"

namespace weft {

/// The sampler state given by a texture parameter's metadata; linear and repeat by default.
SamplerState sampler_state_of(const Library& library, DataType texture, const MetaData& meta);

/// Whether the type has the encoding `srgb`.
bool is_srgb_encoded(const Library& library, const SemanticType& type);

}  // namespace weft
