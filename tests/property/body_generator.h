#pragma once

#include <string>

#include "tests/support/seed.h"

namespace weft::testing {

/// The text of a leaf `fragment NAME(i: int, u: uint, x: float) -> uint` with random statements
/// over every type that bodies support, whose result mixes all values it computed. Floats are
/// multiples of a quarter, small enough for all operations on them to be exact, so that any two
/// evaluations agree bit for bit. Uses names that are reserved in shading languages. Needs
/// `body_preamble` in the same file.
std::string random_body(Random& random, const std::string& name);

/// As random_body(), and calls leaves again with the same arguments, whose variables may have
/// changed in between.
std::string random_body_with_repeated_calls(Random& random, const std::string& name);

/// Leaves and structs that the bodies use.
extern const char* const body_preamble;

/// The source of a material NAME whose color mixes the results of six random bodies, called with
/// its parameters `i`, `u` and `x`, for its own profile `host`.
std::string random_body_material(Random& random, const std::string& name);

}  // namespace weft::testing
