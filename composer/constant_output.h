#pragma once

#include <map>
#include <optional>
#include <vector>

#include "composer/compose.h"

namespace weft {

/// Evaluates a material's only output on the CPU. All parameters must be static, with values in
/// `values`; `features` gives values of features without a definition. Types as composing without a
/// host does, then interprets. Errors: those of composing; `evaluation-failed` for features without
/// a value, native bodies, textures, derivatives and excessive work.
Result<Constant> constant_output(const Composer& composer, MaterialId material,
                                 const std::vector<std::optional<Constant>>& values,
                                 const std::map<FeatureId, Constant>& features = {});

}  // namespace weft
