#include "composer/placement/unique_evaluations.h"

#include <utility>

#include "composer/evaluations/equal_evaluations.h"

namespace weft {

EvaluationId UniqueEvaluations::add(Evaluation&& evaluation) {
  const std::uint64_t hash = evaluation_hash(evaluation.kind, evaluation.inputs, evaluation.stage);
  const auto known = known_.find(hash, [&](std::uint32_t at) {
    const Evaluation& other = made_[EvaluationId(at)];
    return other.stage == evaluation.stage && other.inputs == evaluation.inputs &&
           other.kind == evaluation.kind &&
           types_[other.type].data() == types_[evaluation.type].data();
  });
  if (known) {
    std::string& name = made_[EvaluationId(*known)].origin.name;
    name = name.empty() ? evaluation.origin.name : name;
    return EvaluationId(*known);
  }
  const EvaluationId id = made_.add(std::move(evaluation));
  known_.insert(hash, static_cast<std::uint32_t>(id.index()));
  return id;
}

}  // namespace weft
