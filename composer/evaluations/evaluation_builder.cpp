#include "composer/evaluations/evaluation_builder.h"

#include <utility>

namespace weft {

EvaluationId EvaluationBuilder::add(Evaluation&& evaluation) {
  const std::uint64_t hash = evaluation_hash(evaluation);
  if (const auto known = known_.find(hash, evaluation)) {
    return *known;
  }
  return insert(hash, std::move(evaluation));
}

EvaluationId EvaluationBuilder::insert(std::uint64_t hash, Evaluation&& evaluation) {
  const EvaluationId id = evaluations_.add(std::move(evaluation));
  known_.insert(hash, id);
  return id;
}

EvaluationId EvaluationBuilder::add_named(Evaluation&& evaluation) {
  const std::uint64_t hash = evaluation_hash(evaluation);
  if (const auto known = known_.find(hash, evaluation)) {
    suggest_name(*known, std::move(evaluation.origin.name));
    return *known;
  }
  return insert(hash, std::move(evaluation));
}

EvaluationId EvaluationBuilder::merge_named(EvaluationId id) {
  const EvaluationId merged = known_.find_or_insert(id);
  if (merged != id) {
    suggest_name(merged, std::move(evaluations_[id].origin.name));
  }
  return merged;
}

void EvaluationBuilder::suggest_name(EvaluationId known, std::string&& name) {
  std::string& kept = evaluations_[known].origin.name;
  if (kept.empty()) {
    kept = std::move(name);
  }
}

Rate EvaluationBuilder::rate_of(const EvaluationIds& inputs, Rate least) const {
  Rate rate = least;
  for (const EvaluationId input : inputs) {
    rate = join(rate, evaluations_[input].natural_rate);
  }
  return rate;
}

}  // namespace weft
