#pragma once

#include <string_view>
#include <vector>

#include "codegen/interface/gather_interface.h"
#include "codegen/interface/stage_slice.h"
#include "codegen/ir/namer.h"
#include "codegen/ir/program.h"
#include "codegen/lower/lowered_leaves.h"
#include "codegen/lower/medium_values.h"

namespace weft {

/// The input of one stage's lowering. `names` holds the names of the interface and the structs.
/// It is the outer scope of each stage's names, so both stages name their functions alike.
struct LoweringInput {
  const Library& library;
  const Plan& plan;
  const InterfaceReads& reads;
  const Interface& interface;
  const DataTypeTable& types;
  const Namer& names;
  LoweredLeaves* leaves = nullptr;  ///< as in lower_plan()
  /// Per evaluation, as find_medium_values() gives it: in the fragment stage.
  std::vector<MediumRole> medium = {};
};

/// Lowers one stage for lower_plan(). `names` come from suggest_names().
Program lower_stage(const LoweringInput& input, Stage stage, const StageSlice& slice,
                    const std::vector<std::string_view>& names);

/// Lowers the part of the uniform program that fills one block.
Program lower_host(const LoweringInput& input, const StageSlice& slice, std::uint32_t block);

}  // namespace weft
