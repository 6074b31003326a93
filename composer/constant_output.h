#pragma once

#include <optional>
#include <vector>

#include "composer/compose.h"

namespace weft {

/// The value of a material's only output on the CPU, where all its parameters are static and
/// `values` gives them: typed as composing without a host would (features without a definition have
/// no values), then folded. Errors: those of composing; `evaluation-failed` for features without a
/// value, and for what folding leaves alone (functions, loops, native bodies, structs and arrays,
/// what is not finite).
Result<Constant> constant_output(const Composer& composer, MaterialId material,
                                 const std::vector<std::optional<Constant>>& values);

}  // namespace weft
