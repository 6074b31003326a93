#pragma once

#include <string>

#include "tests/support/seed.h"

namespace weft::testing {

/// A material `m` of random calls of leaves that are linear, affine and neither, on attributes,
/// uniforms, parameters and constants, with conversions between bases, for its own profile `rig`:
/// the source text. Values stay small; the outputs `color` and `extra` lie in 0 … 1. Stands behind
/// nothing but core.
std::string random_material(Random& random);

}  // namespace weft::testing
