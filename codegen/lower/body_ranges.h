#pragma once

#include <vector>

#include "codegen/lower/interval_arithmetic.h"
#include "fragments/model/library.h"

// Interval arithmetic over the bodies of leaves, in one walk: in a body without loops, everything
// that a local is given is written before it is read.

namespace weft {

/// The ranges of the values inside a body.
struct BodyRanges {
  std::vector<ValueRange> exprs;  ///< per expression
  ValueRange result;              ///< of the one result
  double error;                   ///< of the result, with medium precision (medium_errors.h)
};

/// How many calls deep bodies are followed; what deeper ones return is unknown.
constexpr int most_followed_calls = 4;

/// `inputs`: the ranges of the leaf's ports; `errors`: theirs with medium precision. Nothing is
/// known of features, of calls of function ports, and of bodies with loops. `calls`: how many calls
/// deep to look. O(size of the body and of those that it calls, once per call).
BodyRanges body_ranges(const Library& library, const Body& body,
                       const std::vector<ValueRange>& inputs, const std::vector<double>& errors,
                       int calls = most_followed_calls);

/// Whether the body repeats statements.
bool has_loop(const Body& body);

/// The body that a call inside a body executes; null if it has none.
const Body* body_of_callee(const Library& library, const BodyCall& call);

}  // namespace weft
