#pragma once

#include "tests/property/quantity_program.h"

namespace weft::testing::quantities {

/// A quantity, or that there is none. What depends on the form in which numbers stand (a position
/// that is scaled, a length that a plain number is compared with) is not decided here.
struct Quantity {
  enum class State { None, Undecided, Known };
  State state = State::None;
  Kind kind = Kind::Plain;
  Vector value{};
};

/// What the output of a program means, by rules for kinds of quantities.
Quantity meaning_of(const Program& program);

}  // namespace weft::testing::quantities
