#pragma once

#include <cstddef>
#include <string>
#include <vector>

#include "tests/property/quantities.h"

namespace weft::testing::quantities {

enum class Op { Source, Add, Subtract, Multiply, Mix, Maximum, Choose, Sine, Function };

struct Node {
  Op op = Op::Source;
  Kind kind = Kind::Plain;  // of a source; of functions what they take and give
  Form form;                // likewise
  bool is_handed_on = false;
  Form outer;  // of the signature that hands the function on
  Vector numbers{};
  std::vector<std::size_t> operands;  // smaller indices
};

struct Program {
  std::vector<Node> nodes;  // the last is the output
  Kind demanded = Kind::Plain;
  Form form;
};

/// A well-typed one.
Program random_program(Random& random);

/// Replaces one node by a source, or a signature by another.
void spoil(Program& program, Random& random);

/// The material `m` and the profile `here` in source; the parameter of node i is called `pI`.
std::string text_of(const Program& program);

}  // namespace weft::testing::quantities
