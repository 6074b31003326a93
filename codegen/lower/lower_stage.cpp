#include "codegen/lower/lower_stage.h"

#include "codegen/lower/line_names.h"
#include "codegen/lower/lower_evaluations.h"
#include "codegen/lower/stage_lowering.h"
#include "codegen/lower/write_outputs.h"

namespace weft {
namespace {

void lower_slice(StageLowering& stage, const StageSlice& slice) {
  std::vector<EvaluationId> ids;
  for (std::size_t i = 0; i < slice.uses.size(); ++i) {
    if (slice.uses[i] != 0) {
      ids.push_back(EvaluationId(i));
    }
  }
  lower_evaluations(stage, ids);
}

}  // namespace

Program lower_stage(const LoweringInput& input, Stage stage, const StageSlice& slice,
                    const std::vector<std::string_view>& names) {
  StageLowering lowering(input, stage, slice, names);
  lower_slice(lowering, slice);
  if (stage == Stage::Vertex) {
    write_varyings(lowering);
  }
  write_outputs(lowering);
  return lowering.finish();
}

Program lower_host(const LoweringInput& input, const StageSlice& slice, std::uint32_t block) {
  const SuggestedNames names = suggest_names(input.library, input.plan, slice);
  StageLowering lowering(input, Stage::Host, slice, names.of);
  lower_slice(lowering, slice);
  write_members(lowering, block);
  return lowering.finish();
}

}  // namespace weft
