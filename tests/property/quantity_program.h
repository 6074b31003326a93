#pragma once

#include <cstddef>
#include <string>
#include <vector>

#include "tests/property/quantities.h"

namespace weft::testing::quantities {

enum class Op { Source, Add, Subtract, Multiply, Mix, Maximum, Choose, Sine, Function };

struct Node {
  Op op = Op::Source;
  Kind kind = Kind::Plain;            ///< of a source, or of a function's parameter and result
  Form form;                          ///< of the same
  bool is_handed_on = false;          ///< a graph or a body takes the function and forwards it
  bool is_handed_by_body = false;     ///< whether a body does
  Form outer;                         ///< of the forwarding fragment's port
  Vector numbers{};                   ///< of a source
  std::vector<std::size_t> operands;  ///< indices of earlier nodes
};

struct Program {
  std::vector<Node> nodes;  // the last is the output
  Kind demanded = Kind::Plain;
  Form form;
};

/// Makes a well-typed program.
Program random_program(Random& random);

/// Makes one random edit: replaces a node by a source, or the kind in a function's signature.
void spoil(Program& program, Random& random);

/// The source of the material `m` and the profile `here`; the parameter of node i is called `pI`.
std::string text_of(const Program& program);

}  // namespace weft::testing::quantities
