#pragma once

#include <string>

#include "tests/support/seed.h"

namespace weft::testing {

/// The source of a material `m` of random calls of leaves (linear, affine and neither) on
/// attributes, uniforms, parameters and constants, with conversions between bases, for its own
/// profile `rig`. Values stay small; the outputs `color` and `extra` are in 0 … 1. Needs core
/// alone.
std::string random_material(Random& random);

}  // namespace weft::testing
