#pragma once

#include <cstdint>
#include <vector>

#include "codegen/ir/program.h"

namespace weft {

/// Per expression of a body: whether a statement needs it. A copied body holds others too, such as
/// the ports of functions that are called.
std::vector<bool> needed_expressions(const Body& body);

/// How often each local and each parameter of a body is read.
struct BodyReads {
  std::vector<std::uint32_t> locals;
  std::vector<std::uint32_t> parameters;
};
BodyReads count_reads(const Body& body, std::size_t parameters);

/// Whether the body reads inputs of the uniform program, itself or in what it calls: `of_functions`
/// says so of the functions before it.
bool reads_inputs(const Body& body, const Program& program, const std::vector<bool>& of_functions);

/// The same per function of the program.
std::vector<bool> functions_that_read_inputs(const Program& program);

}  // namespace weft
