#include "codegen/lower/unread_inputs.h"

#include <cstddef>
#include <cstdint>
#include <utility>
#include <variant>

#include "codegen/lower/inline_leaf.h"
#include "codegen/lower/stage_lowering.h"
#include "composer/evaluations/plan_functions.h"

namespace weft {
namespace {

/// What arguments are written into the function of a call; null for calls that are written in
/// place.
const FoldedBody* folded_function(StageLowering& stage, EvaluationId id,
                                  const LeafEvaluation& leaf) {
  const Library& library = stage.input().library;
  const Body* body = body_of(library, leaf);
  if (body == nullptr || value_part(leaf) != nullptr) {
    return nullptr;
  }
  const bool is_inlined =
      signature_of(library, leaf).results.size() <= 1 && operator_of(*body).has_value();
  return is_inlined ? nullptr : stage.folded().find(id);
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
    // The slice ends at these.
    if (std::holds_alternative<InterpolateEvaluation>(evaluation.kind) ||
        std::holds_alternative<UniformEvaluation>(evaluation.kind)) {
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
    const FoldedBody* folded = leaf != nullptr ? folded_function(stage_, id, *leaf) : nullptr;
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
