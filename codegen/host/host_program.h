#pragma once

#include <string>
#include <vector>

#include "codegen/ir/program.h"

namespace weft {

/// A feature that the uniform program reads, or a parameter that it or the shaders read, as a
/// member of its inputs.
struct HostInput {
  std::string name;  ///< `view_from_world`, `paint`
  DataType type;     ///< plain, in HostProgram::types; arrays have the size stated by the profile
  ValueSource source;
};

/// The part of the uniform program that fills the parameters and results of one block. In its
/// Program, SymbolKind::HostInput is an input and SymbolKind::HostResult a member of the block, of
/// the type that bodies see.
struct HostFunction {
  std::uint32_t block = 0;  ///< in Interface::blocks
  Program program;
};

/// The uniform program lowered to statements, ready to print. Hosts set parameters in one place,
/// whether the shaders read them, or the uniform program, or both: an edit of a material may change
/// that. Each block is filled from the inputs alone, independently of the other blocks, so a host
/// updates only the blocks whose inputs changed.
struct HostProgram {
  DataTypeTable types;  ///< the types of the shaders, and sized arrays
  std::vector<HostInput> inputs;
  std::vector<HostFunction> functions;  ///< in the order of the blocks
  bool computes = false;                ///< does more than to copy numbers and vectors into blocks
};

/// Lowers the host stage of a plan; `programs` are the shaders of the same plan. O(host evaluations
/// × blocks with results).
HostProgram lower_uniform_program(const Library& library, const PlacedPlan& placed,
                                  const Programs& programs);

}  // namespace weft
