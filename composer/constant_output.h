#pragma once

#include <map>
#include <optional>
#include <vector>

#include "composer/compose.h"

namespace weft {

/// The value of a material's only output on the CPU, where all its parameters are static and
/// `values` gives them: typed as composing without a host would (features without a definition have
/// no values), then evaluated by the interpreter. Errors: those of composing; `evaluation-failed`
/// for features without a value, native bodies, textures, derivatives and what takes too long.
/// `features`: values of features without a definition.
Result<Constant> constant_output(const Composer& composer, MaterialId material,
                                 const std::vector<std::optional<Constant>>& values,
                                 const std::map<FeatureId, Constant>& features = {});

}  // namespace weft
