#pragma once

#include <vector>

#include "composer/typing/call_site.h"

namespace weft {

/// Of a port or result that is no texture: values of traits that are tied to those of a texture,
/// `encoding: ?e`, are those of its samples, which views of sRGB textures decode. O(ports ×
/// traits).
void demand_of_samples(const TypingContext& in, const Fragment& fragment,
                       const TypePattern& pattern, Demand& demand);

/// Returns the types of a call's results, from the bound variables and the converted operands.
std::vector<SemanticType> results_of(const TypingContext& in, const Fragment& fragment,
                                     const Bindings& bindings,
                                     const std::vector<PlannedPort>& ports);

}  // namespace weft
