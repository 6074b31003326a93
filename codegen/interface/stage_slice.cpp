#include "codegen/interface/stage_slice.h"

#include "composer/evaluations/plan_demands.h"
#include "composer/evaluations/plan_functions.h"

namespace weft {
namespace {

// Propagates liveness from the roots in `slice` to their inputs, counting readers. Inputs have
// smaller ids, so one descending pass visits every reader before its inputs. The bodies of
// functions are not part of the slice, but their captures are.
void follow_inputs(const Library& library, const Plan& plan, StageSlice& slice,
                   bool stops_at_interpolation) {
  for (std::size_t i = plan.evaluations.size(); i-- > 0;) {
    const Evaluation& evaluation = plan.evaluations[EvaluationId(i)];
    const bool is_end = (stops_at_interpolation &&
                         std::holds_alternative<InterpolateEvaluation>(evaluation.kind)) ||
                        std::holds_alternative<UniformEvaluation>(evaluation.kind);
    if (slice.uses[i] == 0 || is_end) {
      continue;
    }
    if (!plan.functions.first[i]) {
      for (const EvaluationId input : evaluation.inputs) {
        ++slice.uses[input.index()];
      }
      continue;
    }
    for (const EvaluationId input :
         direct_inputs(plan.functions, library, evaluation, EvaluationId(i))) {
      ++slice.uses[input.index()];
    }
  }
}

}  // namespace

bool has_effect(const Profile& profile, const Plan& plan, const ProfileDemand& demand,
                const DemandedOutput& output) {
  if (profile.as_functions) {
    return true;
  }
  switch (demand.target) {
    case TargetKind::None:
      return false;
    case TargetKind::Color:
    case TargetKind::Depth:
    case TargetKind::Clip:
    case TargetKind::Image:
    case TargetKind::Buffer:
    case TargetKind::State:
      return true;
    case TargetKind::Discard: {
      const auto* constant = std::get_if<ConstantEvaluation>(&plan.evaluations[output.value].kind);
      const bool is_always_true =
          constant != nullptr && !constant->value.bits.empty() && constant->value.bits[0] != 0;
      return !is_always_true;
    }
  }
  return false;
}

StageSlice slice_host(const Library& library, const Plan& plan,
                      const std::vector<EvaluationId>& results) {
  StageSlice slice;
  slice.uses.assign(plan.evaluations.size(), 0);
  for (const EvaluationId result : results) {
    ++slice.uses[result.index()];
  }
  follow_inputs(library, plan, slice, false);
  return slice;
}

StageSlices slice_stages(const Library& library, const Plan& plan) {
  const Profile& profile = library.profiles[plan.profile];
  StageSlices slices;
  for (StageSlice& slice : slices.of) {
    slice.uses.assign(plan.evaluations.size(), 0);
  }
  for (const DemandedOutput& output : plan.outputs) {
    const ProfileDemand& demand = demand_of(library, plan, output);
    if (has_effect(profile, plan, demand, output)) {
      ++slices[demand.stage].uses[output.value.index()];
      slices.has_fragment = slices.has_fragment || demand.stage == Stage::Fragment;
    }
  }
  if (profile.last_stage() == Stage::Thread) {
    follow_inputs(library, plan, slices[Stage::Thread], false);
    return slices;
  }
  const StageSlice& fragment = slices[Stage::Fragment];
  follow_inputs(library, plan, slices[Stage::Fragment], true);
  for (std::size_t i = 0; i < plan.evaluations.size(); ++i) {
    const Evaluation& evaluation = plan.evaluations[EvaluationId(i)];
    // The caller of a function to include does the interpolation.
    if (!profile.as_functions && fragment.uses[i] != 0 &&
        std::holds_alternative<InterpolateEvaluation>(evaluation.kind)) {
      ++slices[Stage::Vertex].uses[evaluation.inputs[0].index()];
    }
  }
  follow_inputs(library, plan, slices[Stage::Vertex], false);
  return slices;
}

}  // namespace weft
