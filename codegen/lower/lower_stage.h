#pragma once

#include "codegen/interface/gather_interface.h"
#include "codegen/interface/stage_slice.h"
#include "codegen/ir/namer.h"
#include "codegen/ir/program.h"
#include "support/result.h"

namespace weft {

/// What the lowering of one stage reads. `names` has the names of the interface and the structs; it
/// is copied, so that both stages give their functions names from the same beginning.
struct LoweringInput {
  const Library& library;
  const Plan& plan;
  const InterfaceReads& reads;
  const Interface& interface;
  const DataTypeTable& types;
  const Namer& names;
};

/// One stage of lower_plan. Errors: `unsupported`.
/// `names` are those of suggest_names().
Result<Program> lower_stage(const LoweringInput& input, Stage stage, const StageSlice& slice,
                            const std::vector<std::string>& names);

/// The part of the uniform program that fills one block. Errors: `unsupported`.
Result<Program> lower_host(const LoweringInput& input, const StageSlice& slice,
                           std::uint32_t block);

}  // namespace weft
