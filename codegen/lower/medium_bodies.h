#pragma once

#include <vector>

#include "codegen/lower/interval_arithmetic.h"
#include "fragments/model/library.h"

namespace weft {

/// Numbers of at most this size may be rounded to medium precision without a word of their type.
constexpr double greatest_plain = 2;
/// What weights may be off by, which mix colors that the picture rounds to 8 bits.
constexpr double most_medium_error = 2.0 / 255;
/// The greatest number of 16 bits.
constexpr double greatest_medium = 65504;

/// Whether a leaf's function can be computed with medium precision from parameters to result, with
/// inputs of these ranges: all its numbers are scalars and vectors between -2 and 2, literals up to
/// 65504, and an error of any of them is one of the same order in what reads it (lipschitz_law.h).
/// So it has no comparisons of floats, roots, powers, textures and features; no loops either, since
/// each step would add its error to those before it; and one result. The same holds for the
/// functions that it calls, most_followed_calls deep.
/// O(size of the body and of those that it calls, once per call).
/// `errors`: of the inputs; that of the result may not exceed `most_error`.
bool allows_medium(const Library& library, const Body& body, const std::vector<ValueRange>& inputs,
                   const std::vector<double>& errors, double most_error = most_medium_error);

}  // namespace weft
