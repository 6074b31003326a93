#pragma once

#include <string>
#include <vector>

#include "composer/evaluations/plan.h"

namespace weft {

/// A value of a forwarded function that is read without having a type that a signature on its way
/// declares.
struct UndeclaredReading {
  EvaluationId reader;
  std::string text;  ///< the fault, for developers
};

/// Follows functions from where they are written, through the ports of graphs that forward them, to
/// their calls, and checks in the naive plan that each parameter passes through a value of every
/// declared type before anything but conversions reads it, and that each result has the leaf's
/// declared type and derives, by conversions alone, from a value of every declared type on the way.
/// Independent of the composer: where several paths are possible, one that fits suffices, and trait
/// variables demand nothing. Constant-folded values are not seen. O(evaluations + inputs + nodes) ×
/// length of conversion chains.
std::vector<UndeclaredReading> find_undeclared_readings(const Library& library, const Plan& naive);

}  // namespace weft
