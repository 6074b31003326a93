#include "codegen/lower/lower_stage.h"

#include <optional>

#include "codegen/lower/early_discard.h"
#include "codegen/lower/line_names.h"
#include "codegen/lower/lower_evaluations.h"
#include "codegen/lower/stage_lowering.h"
#include "codegen/lower/unread_inputs.h"
#include "codegen/lower/write_outputs.h"

namespace weft {
namespace {

std::vector<EvaluationId> needed(const StageSlice& slice) {
  std::vector<EvaluationId> ids;
  ids.reserve(slice.uses.size());
  for (std::size_t i = 0; i < slice.uses.size(); ++i) {
    if (slice.uses[i] != 0) {
      ids.push_back(EvaluationId(i));
    }
  }
  return ids;
}

// Inputs before readers, and the test of coverage, if there is one, as early as it may be.
void lower_slice(StageLowering& stage, const StageSlice& slice) {
  const std::optional<EvaluationId> coverage = find_coverage(stage);
  if (!coverage) {
    lower_evaluations(stage, needed(slice));
    return;
  }
  const EarlyDiscard division =
      divide_by_discard(stage.input().library, stage.plan(), without_unread(stage, needed(slice)),
                        *stage.frame().uses, *coverage);
  stage.frame().read_after_discard = &division.is_read_after;
  lower_read_evaluations(stage, division.before);
  stage.frame().read_after_discard = nullptr;
  write_coverage(stage, *coverage);
  lower_read_evaluations(stage, division.after);
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
