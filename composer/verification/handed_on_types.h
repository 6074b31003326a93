#pragma once

#include <string>
#include <vector>

#include "composer/evaluations/plan.h"

namespace weft {

/// A value of a function that graphs hand on, read without the type that a signature on its way
/// declares.
struct UndeclaredReading {
  EvaluationId reader;
  std::string text;  ///< what is wrong, for developers
};

/// Follows functions from where they are written, through the ports of the graphs that hand them
/// on, to where they are called, and demands in the naive plan: a function's parameters pass
/// through a value of each declared type before anything but conversions reads them; its results
/// are of the leaf's declared type, and made by conversions alone of a value of each declared type
/// on the way. Knows nothing of the composer: where it cannot tell which way a function came, one
/// that fits is enough, and trait variables demand nothing. What folding has made constant is not
/// seen. O(evaluations + inputs + nodes), times the conversions in a row.
std::vector<UndeclaredReading> find_undeclared_readings(const Library& library, const Plan& naive);

}  // namespace weft
