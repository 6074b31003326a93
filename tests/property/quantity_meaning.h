#pragma once

#include "tests/property/quantity_program.h"

namespace weft::testing::quantities {

/// The value of a node. `None`: the operation is meaningless. `Undecided`: the value depends on the
/// form of the operands (a scaled position, a length compared with a plain number).
struct Quantity {
  enum class State { None, Undecided, Known };
  State state = State::None;
  Kind kind = Kind::Plain;
  Vector value{};
};

/// The value of a program's output, computed by rules for kinds of quantities.
Quantity meaning_of(const Program& program);

}  // namespace weft::testing::quantities
