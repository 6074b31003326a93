#pragma once

#include <string>
#include <vector>

#include "codegen/ir/program.h"
#include "support/result.h"

namespace weft {

/// A feature or parameter that the uniform program reads, as its inputs have it.
struct HostInput {
  std::string name;  ///< `view_from_world`, `paint`
  DataType type;     ///< plain, in HostProgram::types; arrays have the size that the profile states
  ValueSource source;
};

/// The part of the uniform program that fills the results of one block. In its Program
/// SymbolKind::HostInput are inputs, and SymbolKind::HostResult members of the block, of the type
/// that bodies see.
struct HostFunction {
  std::uint32_t block = 0;  ///< in Interface::blocks
  Program program;
};

/// The uniform program lowered to statements, ready for a printer. Each block is filled by itself,
/// from inputs alone: a host does it when one of them changes.
struct HostProgram {
  DataTypeTable types;  ///< those of the shaders, and sized arrays
  std::vector<HostInput> inputs;
  std::vector<HostFunction> functions;  ///< in the order of the blocks
};

/// Lowers what the host computes; `programs` are the shaders of the same plan. Errors:
/// `unsupported`. O(evaluations of the host × blocks that have results).
Result<HostProgram> lower_uniform_program(const Library& library, const PlacedPlan& placed,
                                          const Programs& programs);

}  // namespace weft
