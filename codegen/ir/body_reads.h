#pragma once

#include <cstdint>
#include <vector>

#include "codegen/ir/program.h"

namespace weft {

/// Per expression of a body: whether a statement needs it. Copied bodies can also hold dead
/// expressions, such as the ports of functions that are called.
std::vector<bool> needed_expressions(const Body& body);

/// Read counts per local and per parameter of a body. The target of a plain assignment is a write,
/// not a read.
struct BodyReads {
  std::vector<std::uint32_t> locals;
  std::vector<std::uint32_t> parameters;
};
BodyReads count_reads(const Body& body, std::size_t parameters);

/// Whether the body reads inputs of the uniform program, directly or through a call. `of_functions`
/// holds the answers for the functions of the program, callees first.
bool reads_inputs(const Body& body, const Program& program, const std::vector<bool>& of_functions);

/// reads_inputs() per function of the program.
std::vector<bool> functions_that_read_inputs(const Program& program);

}  // namespace weft
