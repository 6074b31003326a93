#include "codegen/lower/unread_inputs.h"

#include <algorithm>
#include <cstddef>
#include <cstdint>
#include <utility>
#include <variant>

#include "codegen/interface/stage_slice.h"
#include "codegen/lower/stage_lowering.h"
#include "composer/evaluations/plan_functions.h"

namespace weft {
namespace {

/// Whether the call passes a constant, or one value for two ports. Others pass every argument.
bool may_lack_parameters(const Plan& plan, const Evaluation& call) {
  const EvaluationIds& inputs = call.inputs;
  for (auto input = inputs.begin(); input != inputs.end(); ++input) {
    if (std::holds_alternative<ConstantEvaluation>(plan.evaluations[*input].kind) ||
        std::find(inputs.begin(), input, *input) != input) {
      return true;
    }
  }
  return false;
}

class UnreadInputs {
 public:
  explicit UnreadInputs(StageLowering& stage) : stage_(stage), uses_(*stage.frame().uses) {}

  std::vector<EvaluationId> run(std::vector<EvaluationId> ids) {
    for (std::size_t i = ids.size(); i-- > 0;) {
      const EvaluationId id = ids[i];
      if (!lacking_.empty() && lacking_[id.index()] == uses_[id.index()]) {
        remove(id);
      } else {
        find_lacking(id);
      }
    }
    if (!lacking_.empty()) {
      std::erase_if(ids, [this](EvaluationId id) { return uses_[id.index()] == 0; });
    }
    return ids;
  }

 private:
  const Plan& plan() const { return stage_.plan(); }

  void remove(EvaluationId id) {
    const Evaluation& evaluation = plan().evaluations[id];
    uses_[id.index()] = 0;
    if (is_of_another_stage(evaluation.kind)) {
      return;
    }
    for (const EvaluationId input :
         direct_inputs(plan().functions, stage_.input().library, evaluation, id)) {
      --uses_[input.index()];
    }
  }

  // A read by a port without parameter still counts for the branch that it is in, so it is taken
  // back only if nothing else reads the value.
  void find_lacking(EvaluationId id) {
    const Evaluation& evaluation = plan().evaluations[id];
    const auto* leaf = std::get_if<LeafEvaluation>(&evaluation.kind);
    const FoldedBody* folded =
        leaf != nullptr && value_part(*leaf) == nullptr && may_lack_parameters(plan(), evaluation)
            ? stage_.folded().find(id)
            : nullptr;
    for (std::size_t port = 0; folded != nullptr && port < folded->is_dropped.size(); ++port) {
      const EvaluationId input = evaluation.inputs[port];
      if (folded->is_dropped[port] && !stage_.type_of(input).is_texture()) {
        lacking_.resize(plan().evaluations.size(), 0);
        ++lacking_[input.index()];
      }
    }
  }

  StageLowering& stage_;
  std::vector<std::uint32_t>& uses_;
  std::vector<std::uint32_t> lacking_;  // per evaluation: such reads; empty without any
};

}  // namespace

std::vector<EvaluationId> without_unread(StageLowering& stage, std::vector<EvaluationId> ids) {
  return UnreadInputs(stage).run(std::move(ids));
}

}  // namespace weft
