#include "composer/evaluations/evaluation_builder.h"

#include <utility>

namespace weft {

EvaluationId EvaluationBuilder::add(Evaluation&& evaluation) {
  const std::uint64_t hash = evaluation_hash(evaluation);
  if (const auto known = known_.find(hash, evaluation)) {
    return *known;
  }
  const EvaluationId id = evaluations_.add(std::move(evaluation));
  known_.insert(hash, id);
  return id;
}

EvaluationId EvaluationBuilder::add_named(Evaluation&& evaluation) {
  std::string name = evaluation.origin.name;
  const EvaluationId id = add(std::move(evaluation));
  std::string& kept = evaluations_[id].origin.name;
  if (kept.empty()) {
    kept = std::move(name);
  }
  return id;
}

Rate EvaluationBuilder::rate_of(const EvaluationIds& inputs, Rate least) const {
  Rate rate = least;
  for (const EvaluationId input : inputs) {
    rate = join(rate, evaluations_[input].natural_rate);
  }
  return rate;
}

}  // namespace weft
